package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// sayEvery is how often a progress that nobody watches says how far it is.
const sayEvery = 10 * time.Second

// accent is the colour of what is done.
const accent = "#3d9df2"

// Progress shows how much of a number of equal things is done: as a bar that goes away at the
// end, or as a line of text every ten seconds where nobody watches. It may be used from several
// goroutines.
type Progress struct {
	out   *Output
	what  string
	total int
	start time.Time

	mu   sync.Mutex
	done int
	said time.Time

	container *mpb.Progress // nil where nobody watches
	bar       *mpb.Bar
}

// Progress begins to show the progress over total things that are called what, in the plural:
// "matches". Nothing else may write to the output until Close, but through the Progress.
func (o *Output) Progress(what string, total int) *Progress {
	now := time.Now()
	p := &Progress{out: o, what: what, total: total, start: now, said: now}
	if o.tty {
		p.container = mpb.New(mpb.WithOutput(o.Writer), mpb.WithAutoRefresh())
		p.bar = p.container.New(int64(total), barBuilder{p}, mpb.BarRemoveOnComplete(), mpb.BarFillerTrim())
	}
	return p
}

// Add says that n more are done.
func (p *Progress) Add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
	if p.bar != nil {
		p.bar.IncrBy(n)
		return
	}
	if now := time.Now(); now.Sub(p.said) >= sayEvery && p.done < p.total {
		p.said = now
		fmt.Fprintln(p.out, p.sentence(now.Sub(p.start)))
	}
}

// Write writes whole lines of messages, above the bar if there is one.
func (p *Progress) Write(lines []byte) (int, error) {
	if p.container != nil {
		return p.container.Write(lines)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(lines)
}

// Close takes the bar away.
func (p *Progress) Close() {
	if p.container != nil {
		p.bar.Abort(true)
		p.container.Wait()
	}
}

// barBuilder gives mpb the bar's looks.
type barBuilder struct{ p *Progress }

func (b barBuilder) Build() mpb.BarFiller { return mpb.BarFillerFunc(b.p.fill) }

// fill draws the bar as wide as the terminal.
func (p *Progress) fill(w io.Writer, s decor.Statistics) error {
	_, err := io.WriteString(w, p.line(int(s.Current), time.Since(p.start), min(s.AvailableWidth, p.out.Width())))
	return err
}

// line is the bar as text: what is done, a bar, the share, the rate and the time left.
func (p *Progress) line(done int, spent time.Duration, width int) string {
	total := Count(p.total)
	count := fmt.Sprintf("%*s", Cells(total), Count(done)) + " of " + total + " " + p.what
	rest := fmt.Sprintf("%7s  %7s  %11s", Percent(share(done, p.total)), rate(done, spent), left(done, p.total, spent))
	room := width - Cells(count+gap+rest)
	if room < 6 {
		return Fit(count+gap+strings.TrimLeft(rest, " "), width)
	}
	full := room * min(done, p.total) / max(1, p.total)
	return count + gap +
		p.out.Styled(Style{Fg: accent}, strings.Repeat("━", full)) +
		p.out.Styled(Style{Faint: true}, strings.Repeat("─", room-full)) +
		rest
}

// sentence is the same for who reads it later.
func (p *Progress) sentence(spent time.Duration) string {
	return fmt.Sprintf("%s of %s %s, %s, %s", Count(p.done), Count(p.total), p.what, rate(p.done, spent), left(p.done, p.total, spent))
}

func share(done, total int) float64 { return float64(done) / float64(max(1, total)) }

// rate writes how many things are done in a time that suits them: "410/s", "3.2/min".
func rate(done int, spent time.Duration) string {
	if done == 0 || spent <= 0 {
		return "–/s"
	}
	perSecond := float64(done) / spent.Seconds()
	switch {
	case perSecond >= 10:
		return Count(int(perSecond+0.5)) + "/s"
	case perSecond >= 1:
		return fmt.Sprintf("%.1f/s", perSecond)
	}
	return fmt.Sprintf("%.1f/min", 60*perSecond)
}

// left writes how long the rest takes if it goes on like this, in whole steps, rounded up.
func left(done, total int, spent time.Duration) string {
	if done == 0 {
		return "– left"
	}
	rest := time.Duration(float64(spent) / float64(done) * float64(max(0, total-done)))
	seconds := (rest + time.Second - 1) / time.Second
	minutes := (rest + time.Minute - 1) / time.Minute
	switch {
	case seconds < 60:
		return fmt.Sprintf("%d s left", seconds)
	case minutes < 60:
		return fmt.Sprintf("%d min left", minutes)
	}
	return fmt.Sprintf("%d h %02d min left", minutes/60, minutes%60)
}
