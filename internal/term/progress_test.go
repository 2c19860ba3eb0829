package term

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/colorprofile"
)

func TestProgressLine(t *testing.T) {
	o, _ := screen(colorprofile.NoTTY, 80, 24)
	tests := []struct {
		done, total int
		spent       time.Duration
		width       int
		want        string
	}{
		{0, 12000, 0, 80, "     0 of 12 000 matches  ─────────────────────────   0.0%      –/s       – left"},
		{3000, 12000, 7500 * time.Millisecond, 80, "  3000 of 12 000 matches  ━━━━━━───────────────────  25.0%    400/s    23 s left"},
		{12000, 12000, 30 * time.Second, 80, "12 000 of 12 000 matches  ━━━━━━━━━━━━━━━━━━━━━━━━━ 100.0%    400/s     0 s left"},
		{1, 100, time.Minute, 80, "  1 of 100 matches  ───────────────────────────   1.0%  1.0/min  1 h 39 min left"},
		{3, 10, time.Second, 40, " 3 of 10 matches  30.0%    3.0/s     3 …"},
	}
	for _, tt := range tests {
		p := o.Progress("matches", tt.total)
		got := strings.ReplaceAll(p.line(tt.done, tt.spent, tt.width), thin, " ")
		if got != tt.want {
			t.Errorf("\n got %q\nwant %q", got, tt.want)
		}
		if n := Cells(got); n > tt.width {
			t.Errorf("%d cells, at most %d: %s", n, tt.width, got)
		}
	}
}

func TestProgressWithoutWatcher(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, got := screen(colorprofile.NoTTY, 80, 0)
		p := o.Progress("matches", 24000)
		for i := range 24 {
			time.Sleep(time.Second)
			p.Add(1000)
			if i == 14 {
				fmt.Fprintln(p, "a message")
			}
		}
		p.Close()
		want := "10 000 of 24 000 matches, 1000/s, 14 s left\na message\n20 000 of 24 000 matches, 1000/s, 4 s left\n"
		if text := strings.ReplaceAll(got.String(), thin, " "); text != want {
			t.Errorf("got %q, want %q", text, want)
		}
	})
}

// The bar goes away, and messages stay.
func TestProgressBar(t *testing.T) {
	o, got := screen(colorprofile.TrueColor, 80, 24)
	p := o.Progress("matches", 100)
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for range 25 {
				p.Add(1)
			}
		})
	}
	workers.Wait()
	p.Close()
	if p.done != 100 {
		t.Errorf("done = %d, want 100", p.done)
	}
	if !p.bar.Completed() {
		t.Errorf("the bar is not complete; the screen has %q", got)
	}
}
