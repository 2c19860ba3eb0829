package term

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"github.com/charmbracelet/x/ansi"
	xterm "github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"

	"koth/game"
)

// maxBack is how many frames can be stepped back: they are kept as text.
const maxBack = 500

// Play shows frames until they end. Where keys is a terminal's input, the watcher can pause,
// step to and fro, and quit, which gives nil; an interrupt gives ErrInterrupted. An error of
// frames ends the show and is returned.
func (a *Animator) Play(frames iter.Seq2[game.Board, error], keys io.Reader) error {
	if !a.out.tty {
		for b, err := range frames {
			if err != nil {
				return err
			}
			if err := a.Frame(b); err != nil {
				return err
			}
		}
		return nil
	}
	next, stop := iter.Pull2(frames)
	defer stop()
	pressed, err := a.listen(keys)
	if err != nil {
		return err
	}
	return a.play(&film{out: a.out, next: next}, pressed)
}

// film is the frames that were shown up to now, and where those that follow come from.
type film struct {
	out    *Output
	next   func() (game.Board, error, bool)
	frames [][]string // the last of those seen
	at     int        // the one on the screen
	ended  bool
}

// forward goes to the following frame, and returns false where there is none.
func (f *film) forward() (bool, error) {
	if f.at+1 < len(f.frames) {
		f.at++
		return true, nil
	}
	if f.ended {
		return false, nil
	}
	b, err, ok := f.next()
	if !ok || err != nil {
		f.ended = true
		return false, err
	}
	f.frames = append(f.frames, f.out.Lines(b, 0))
	if len(f.frames) > maxBack {
		f.frames = f.frames[1:]
	}
	f.at = len(f.frames) - 1
	return true, nil
}

// play shows a film under the watcher's keys; pressed is nil where there are none.
func (a *Animator) play(f *film, pressed <-chan key) error {
	if ok, err := f.forward(); !ok {
		return err
	}
	paused := false
	for {
		if err := a.draw(f.frames[f.at], a.status(paused, pressed != nil)); err != nil {
			return a.why(err)
		}
		k, err := a.pause(paused, pressed)
		if err != nil {
			return err
		}
		moved := true
		switch k {
		case keyQuit:
			return a.draw(f.frames[f.at], "")
		case keyInterrupt:
			err := a.draw(f.frames[f.at], "")
			a.cancel(ErrInterrupted)
			return errors.Join(ErrInterrupted, err)
		case keySpace:
			paused = !paused
		case keyLeft:
			paused = true
			f.at = max(0, f.at-1)
		case keyRight:
			paused = true
			_, err = f.forward()
		case keyNone: // time is up
			moved, err = f.forward()
		}
		if err != nil {
			return err
		}
		if !moved {
			return a.draw(f.frames[f.at], "")
		}
	}
}

// why prefers what ended the show to what came of it.
func (a *Animator) why(err error) error {
	if a.ctx.Err() != nil {
		return context.Cause(a.ctx)
	}
	return err
}

// pause waits for a key, or until the next frame is due if the film is not paused.
func (a *Animator) pause(paused bool, pressed <-chan key) (key, error) {
	var due <-chan time.Time
	if !paused {
		timer := time.NewTimer(a.interval)
		defer timer.Stop()
		due = timer.C
	}
	select {
	case k := <-pressed:
		return k, nil
	case <-due:
		return keyNone, nil
	case <-a.ctx.Done():
		return keyNone, context.Cause(a.ctx)
	}
}

func (a *Animator) status(paused, keys bool) string {
	if !keys {
		return ""
	}
	text := "▶  space: pause   ← →: step   q: quit"
	if paused {
		text = "‖  space: go on   ← →: step   q: quit"
	}
	return a.out.Styled(Style{Faint: true}, text)
}

// key is what a watcher can press.
type key int

const (
	keyNone key = iota
	keyQuit
	keyInterrupt
	keySpace
	keyLeft
	keyRight
)

// HasKeys tells whether in is a terminal, where somebody can press keys.
func HasKeys(in io.Reader) bool {
	f, ok := in.(xterm.File)
	return ok && xterm.IsTerminal(f.Fd())
}

// listen returns the keys that are pressed, or nil if keys is no terminal. The terminal sends
// each key at once from then on.
func (a *Animator) listen(keys io.Reader) (<-chan key, error) {
	if !HasKeys(keys) {
		return nil, nil
	}
	f := keys.(xterm.File)
	in, err := cancelreader.NewReader(f)
	if err != nil {
		return nil, err
	}
	before, err := xterm.MakeRaw(f.Fd())
	if err != nil {
		return nil, err
	}
	a.begin("", func() error {
		in.Cancel()
		return xterm.Restore(f.Fd(), before)
	})
	pressed := make(chan key)
	go a.readKeys(in, pressed)
	return pressed, nil
}

// readKeys passes keys on until in ends or the animation does.
func (a *Animator) readKeys(in io.Reader, pressed chan<- key) {
	buf := make([]byte, 64)
	for {
		n, err := in.Read(buf)
		if err != nil {
			return
		}
		for _, k := range parseKeys(buf[:n]) {
			select {
			case pressed <- k:
			case <-a.ctx.Done():
				return
			}
		}
	}
}

// parseKeys reads what a terminal sends for the keys that mean something, and passes over all
// else.
func parseKeys(text []byte) []key {
	var keys []key
	var state byte
	for len(text) > 0 {
		sequence, _, n, now := ansi.DecodeSequence(text, state, nil)
		state = now
		switch string(sequence) {
		case "q", "Q":
			keys = append(keys, keyQuit)
		case "\x03": // Ctrl-C, which is no signal while keys are read one by one
			keys = append(keys, keyInterrupt)
		case " ":
			keys = append(keys, keySpace)
		case "\x1b[D":
			keys = append(keys, keyLeft)
		case "\x1b[C":
			keys = append(keys, keyRight)
		}
		text = text[n:]
	}
	return keys
}
