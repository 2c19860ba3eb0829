package stdio

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/game"
	"koth/sandbox"
)

// Lengths of parts of a fault's text, in bytes.
const (
	maxText  = 600
	maxLast  = 400 // of what the program said last
	maxStray = 60  // of a line that means nothing
)

// obituary says how a program ended, with what it said last on standard error.
func (p *player) obituary(how sandbox.End) string {
	text := ended(how)
	last := lastWords(p.debug.recent.appendTo(nil))
	if p.asks == 0 && p.greeted {
		text += " before it was ready"
		if last == "" {
			last = p.advice(true)
		}
	}
	if last != "" {
		text += ": " + last
	}
	return clean(p.spec, text)
}

// advice returns what the dialect guesses about a program that ended, or does not answer.
func (p *player) advice(ended bool) string {
	if d, ok := p.dialect.(game.Advising); ok {
		return d.Advice(ended)
	}
	return ""
}

// ended says how a program ended. The first word tells the kinds of end apart.
func ended(how sandbox.End) string {
	switch how.Kind {
	case sandbox.EndExited:
		return fmt.Sprintf("exited with status %d", how.Code)
	case sandbox.EndSignal:
		return fmt.Sprintf("crashed: signal %d (%s)", int(how.Signal), signalName(how.Signal))
	case sandbox.EndKilled:
		return "closed stdout: it can answer no more"
	default:
		return how.String()
	}
}

// signalName names a signal as manuals do: "SIGSEGV, segmentation fault".
func signalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return name + ", " + s.String()
	}
	return s.String()
}

// lastLines is how many lines of standard error stand in the text of a crash.
const lastLines = 4

// lastWords returns the lines of standard error that say what happened, on one line.
func lastWords(stderr []byte) string {
	var kept []string
	for line := range strings.Lines(string(bytes.ToValidUTF8(stderr, []byte("?")))) {
		line = strings.TrimSpace(line)
		switch {
		case !strings.ContainsFunc(line, unicode.IsLetter): // empty, or marks under a line
		case strings.HasPrefix(line, "Node.js v"), strings.HasPrefix(line, "Traceback ("):
		case strings.HasPrefix(line, "at ") && len(kept) > 0 && strings.HasPrefix(kept[len(kept)-1], "at "): // a stack trace: its top is enough
		default:
			kept = append(kept, line)
		}
	}
	kept = kept[max(0, len(kept)-lastLines):]
	last := strings.Join(kept, " | ")
	if over := len(last) - maxLast; over > 0 {
		last = "..." + strings.ToValidUTF8(last[over:], "")
	}
	return last
}

// whyLate says that an answer did not come in time, and why that may be.
func (p *player) whyLate() string {
	what := fmt.Sprintf("timed out: took longer than %v", p.limit)
	if p.limit != p.seating.Limits.Move {
		what = "timed out: took longer than its limit"
	}
	if p.asks == 0 {
		what = fmt.Sprintf("timed out: was not ready within %v", p.limit)
	}
	advice := p.advice(false)
	switch {
	case p.deaf:
		return what + "; it has closed its input"
	case len(p.unsent) > 0:
		return what + "; it does not read its input"
	case !p.heard && p.asks == 0 && p.spec.Command.Protocol == "":
		return what + "; nothing has come from it so far: does it talk JSON lines (docs/protocol.md) and flush its output" + flushing(p.spec.Command) + "?"
	case !p.heard && advice != "":
		return what + "; nothing has come from it so far: does it flush its output" + flushing(p.spec.Command) + "? " + advice
	case !p.heard:
		return what + "; nothing has come from it so far: does it flush its output" + flushing(p.spec.Command) + "?"
	case p.repeats > 0:
		return what + fmt.Sprintf("; it answered turn %d once more", p.repeats)
	case p.lines.begun():
		return what + "; it has begun a line and not ended it"
	case p.stray != "":
		return what + fmt.Sprintf("; what it wrote last is no answer: %q", p.stray)
	case p.asks > 0 && !p.replied && advice != "":
		return what + "; it has answered nothing so far: " + advice
	case p.asks > 0 && !p.replied:
		return what + "; it has answered no turn so far: does it read each line as it comes, and flush its answers" + flushing(p.spec.Command) + "?"
	}
	return what
}

// flushing says how a program flushes its output.
func flushing(c *bot.Command) string {
	language := strings.ToLower(c.Language)
	if language == "" && len(c.Args) > 0 {
		language = filepath.Base(c.Args[0])
	}
	if len(c.Args) > 0 && strings.HasPrefix(filepath.Base(c.Args[0]), "python2") {
		return " (sys.stdout.flush(); and a loop over sys.stdin reads ahead in Python 2, sys.stdin.readline() does not)"
	}
	for _, known := range []struct{ language, how string }{
		{"python", "print(..., flush=True), or python -u"},
		{"pypy", "print(..., flush=True), or pypy -u"},
		{"perl", "$| = 1"},
		{"ruby", "$stdout.sync = true"},
		{"lua", "io.stdout:setvbuf('no')"},
		{"haskell", "hSetBuffering stdout NoBuffering"},
		{"java", "System.out.flush()"},
		{"c++", "std::flush"},
		{"go", "bufio.Writer.Flush"},
		{"rust", "std::io::stdout().flush()"},
		{"c", "fflush(stdout)"},
	} {
		if strings.HasPrefix(language, known.language) {
			return " (" + known.how + ")"
		}
	}
	return ""
}

// clean makes any text fit for a fault: one line of bounded length, with paths as they are in the
// bot's own folder, wherever that is.
func clean(spec bot.Spec, text string) string {
	if dir := spec.Command.Dir; dir != "" && dir != "/" {
		text = strings.ReplaceAll(text, dir+"/", "")
	}
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText-len("...")], "") + "..."
	}
	return text
}
