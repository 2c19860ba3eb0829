package term

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"

	"koth/game"
)

// ErrInterrupted says that the watcher broke off, by Ctrl-C, the end of the terminal, or a key.
var ErrInterrupted = errors.New("interrupted")

// Animator shows one board after the other: in place, with the cursor hidden, where somebody
// watches; and one below the other, without a pause, in a file or a pipe.
//
// Whatever ends it, an interrupt included, the terminal is as it was before.
type Animator struct {
	out      *Output
	ctx      context.Context
	cancel   context.CancelCauseFunc
	interval time.Duration
	due      time.Time     // of the next frame
	ended    chan struct{} // closed when the watch over signals is over

	mu     sync.Mutex // an interrupt restores the terminal from another goroutine
	closed bool
	drawn  int // lines of the frame that is on the screen, below its first
	width  int // of the terminal when they were drawn
	undo   []func() error
}

// Animate begins an animation of fps frames a second, more than 0. Close must be called.
//
// The context that it returns ends with ctx, with an interrupt or with Close: what makes the
// frames should stop with it. A second interrupt ends the program as it does without an
// animation.
func (o *Output) Animate(ctx context.Context, fps float64) (*Animator, context.Context) {
	a := &Animator{out: o, interval: time.Duration(float64(time.Second) / fps), ended: make(chan struct{})}
	a.ctx, a.cancel = context.WithCancelCause(ctx)
	if !o.tty {
		close(a.ended)
		return a, a.ctx
	}
	a.begin(ansi.HideCursor, func() error {
		return a.write("\r" + ansi.EraseLineRight + ansi.ShowCursor) // over the terminal's own "^C"
	})
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		defer close(a.ended)
		select {
		case s := <-signals:
			signal.Stop(signals)
			a.cancel(fmt.Errorf("%w (%v)", ErrInterrupted, s))
		case <-a.ctx.Done():
			signal.Stop(signals)
		}
		a.restore() // at once: whoever makes the frames may be busy
	}()
	return a, a.ctx
}

// Frame shows b once it is due. After an interrupt it shows nothing and returns why.
func (a *Animator) Frame(b game.Board) error {
	if !a.out.tty {
		if err := a.ctx.Err(); err != nil {
			return context.Cause(a.ctx)
		}
		if err := a.out.Board(b); err != nil {
			return err
		}
		return a.write("\n")
	}
	if err := a.wait(); err != nil {
		return err
	}
	return a.draw(a.out.Lines(b, 0), "")
}

// Close ends the animation and restores the terminal. The last frame stays on the screen.
func (a *Animator) Close() error {
	a.cancel(nil)
	<-a.ended
	return a.restore()
}

// wait returns when the next frame is due, or why there is none any more.
func (a *Animator) wait() error {
	if err := a.ctx.Err(); err != nil {
		return context.Cause(a.ctx)
	}
	if pause := time.Until(a.due); !a.due.IsZero() && pause > 0 {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-a.ctx.Done():
			return context.Cause(a.ctx)
		}
	}
	a.due = time.Now().Add(a.interval)
	return nil
}

// draw replaces the frame on the screen by lines and, if it is not empty, a status line.
func (a *Animator) draw(lines []string, status string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return ErrInterrupted
	}
	width, height := a.out.size()
	var s strings.Builder
	s.WriteString(ansi.SetModeSynchronizedOutput) // no half frame is seen where the terminal knows this
	switch {
	case a.width != 0 && a.width != width: // the terminal has broken the lines anew: who knows where they are
		s.WriteString(ansi.EraseEntireScreen + ansi.CursorHomePosition)
	case a.drawn > 0:
		s.WriteString(ansi.CursorUp(a.drawn))
	}
	room := height - 1 // the cursor is on the line below
	if status != "" {
		room--
	}
	lines = a.crop(lines, max(1, room))
	if status != "" {
		lines = append(lines, status)
	}
	for _, line := range lines {
		s.WriteString(Fit(line, width) + ansi.EraseLineRight + "\r\n")
	}
	s.WriteString(ansi.EraseScreenBelow + ansi.ResetModeSynchronizedOutput)
	a.drawn, a.width = len(lines), width
	return a.write(s.String())
}

// crop keeps as many lines as the terminal has, and says how many are missing.
func (a *Animator) crop(lines []string, room int) []string {
	if len(lines) <= room {
		return append([]string(nil), lines...)
	}
	cut := append([]string(nil), lines[:room-1]...)
	note := fmt.Sprintf("… %d more lines: make the window higher", len(lines)-room+1)
	return append(cut, a.out.Styled(Style{Faint: true}, note))
}

// begin changes the terminal and says how that is undone.
func (a *Animator) begin(codes string, undo func() error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.write(codes); err == nil {
		a.undo = append(a.undo, undo)
	}
}

// restore undoes everything, the last change first, once.
func (a *Animator) restore() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	var errs []error
	for len(a.undo) > 0 {
		last := len(a.undo) - 1
		errs = append(errs, a.undo[last]())
		a.undo = a.undo[:last]
	}
	return errors.Join(errs...)
}

func (a *Animator) write(text string) error {
	_, err := a.out.Write([]byte(text))
	return err
}
