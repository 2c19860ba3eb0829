package term

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/colorprofile"

	"koth/game"
)

// TestMain starts the process's one goroutine for signals, so that no bubble of synctest waits
// for it.
func TestMain(m *testing.M) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGWINCH)
	os.Exit(m.Run())
}

// frame is a board of some lines with a number in each.
func frame(n, lines int) game.Board {
	var b game.Board
	for i := range lines {
		b.Add(game.Span{Text: fmt.Sprintf("frame %d line %d", n, i)})
	}
	return b
}

const (
	hide  = "\x1b[?25l"
	show  = "\r\x1b[K\x1b[?25h"
	begin = "\x1b[?2026h"
	end   = "\x1b[J\x1b[?2026l"
	eol   = "\x1b[K\r\n"
)

func TestAnimatorDrawsInPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, got := screen(colorprofile.TrueColor, 16, 5)
		a, _ := o.Animate(t.Context(), 4)
		started := time.Now()
		for n := range 3 {
			if err := a.Frame(frame(n, 2)); err != nil {
				t.Fatal(err)
			}
			if spent, want := time.Since(started), time.Duration(n)*250*time.Millisecond; spent != want {
				t.Errorf("frame %d after %v, want %v", n, spent, want)
			}
		}
		if err := a.Frame(frame(3, 9)); err != nil { // too high
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		want := hide +
			begin + "frame 0 line 0" + eol + "frame 0 line 1" + eol + end +
			begin + "\x1b[2A" + "frame 1 line 0" + eol + "frame 1 line 1" + eol + end +
			begin + "\x1b[2A" + "frame 2 line 0" + eol + "frame 2 line 1" + eol + end +
			begin + "\x1b[2A" + "frame 3 line 0" + eol + "frame 3 line 1" + eol + "frame 3 line 2" + eol + "\x1b[2m… 6 more lines:…\x1b[m" + eol + end +
			show
		if got.String() != want {
			t.Errorf("\n got %q\nwant %q", got, want)
		}
	})
}

func TestAnimatorIntoAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, got := screen(colorprofile.NoTTY, 80, 0)
		a, _ := o.Animate(t.Context(), 0.001)
		started := time.Now()
		for n := range 2 {
			if err := a.Frame(frame(n, 1)); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		if want := "frame 0 line 0\n\nframe 1 line 0\n\n"; got.String() != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if time.Since(started) != 0 {
			t.Errorf("nobody watches, and it took %v", time.Since(started))
		}
	})
}

func TestAnimatorAfterResize(t *testing.T) {
	width := 40
	o, got := screen(colorprofile.TrueColor, 40, 10)
	o.size = func() (int, int) { return width, 10 }
	a, _ := o.Animate(t.Context(), 1e6)
	defer a.Close()
	for range 2 {
		if err := a.Frame(frame(0, 1)); err != nil {
			t.Fatal(err)
		}
		width -= 10
	}
	if want := "\x1b[2J\x1b[H" + "frame 0 line 0" + eol + end; !strings.HasSuffix(got.String(), want) {
		t.Errorf("got %q, want the screen cleared: %q", got, want)
	}
}

// An interrupt restores the terminal at once, also where nobody asks for a frame.
func TestAnimatorInterrupted(t *testing.T) {
	o, got := screen(colorprofile.TrueColor, 80, 24)
	a, ctx := o.Animate(t.Context(), 1e6)
	if err := a.Frame(frame(0, 1)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	<-a.ended
	if !strings.HasSuffix(got.String(), show) {
		t.Errorf("after an interrupt the screen has %q, want %q at its end", got, show)
	}
	before := got.Len()
	if err := a.Frame(frame(1, 1)); !errors.Is(err, ErrInterrupted) {
		t.Errorf("Frame after an interrupt = %v, want ErrInterrupted", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if got.Len() != before {
		t.Errorf("written after the interrupt: %q", got.String()[before:])
	}
}

// press is a watcher that presses a key some time after the last.
type press struct {
	after time.Duration
	key   key
}

func TestPlayKeys(t *testing.T) {
	tests := []struct {
		name    string
		presses []press
		want    string // the frames on the screen, in order
		spent   time.Duration
		err     error
	}{
		{"to the end", nil, "0 1 2 3 3", 4 * time.Second, nil},
		{"quit", []press{{1500 * time.Millisecond, keyQuit}}, "0 1 1", 1500 * time.Millisecond, nil},
		{"interrupt", []press{{500 * time.Millisecond, keyInterrupt}}, "0 0", 500 * time.Millisecond, ErrInterrupted},
		{"pause and go on", []press{{1500 * time.Millisecond, keySpace}, {time.Hour, keySpace}, {100 * time.Millisecond, keyQuit}}, "0 1 1 1 1", time.Hour + 1600*time.Millisecond, nil},
		{"back and forth", []press{{2500 * time.Millisecond, keyLeft}, {time.Minute, keyLeft}, {0, keyLeft}, {0, keyRight}, {0, keyQuit}}, "0 1 2 1 0 0 1 1", time.Minute + 2500*time.Millisecond, nil},
		{"beyond the last", []press{{3500 * time.Millisecond, keyRight}, {0, keyRight}, {0, keyQuit}}, "0 1 2 3 3 3 3", 3500 * time.Millisecond, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o, got := screen(colorprofile.TrueColor, 80, 24)
				a, ctx := o.Animate(t.Context(), 1)
				pressed := make(chan key)
				go func() {
					for _, p := range tt.presses {
						time.Sleep(p.after)
						select {
						case pressed <- p.key:
						case <-ctx.Done():
							return
						}
					}
				}()
				started := time.Now()
				n := -1
				next := func() (game.Board, error, bool) {
					n++
					return frame(n, 1), nil, n < 4
				}
				err := a.play(&film{out: o, next: next}, pressed)
				if !errors.Is(err, tt.err) {
					t.Errorf("err = %v, want %v", err, tt.err)
				}
				if spent := time.Since(started); spent != tt.spent {
					t.Errorf("took %v, want %v", spent, tt.spent)
				}
				if err := a.Close(); err != nil {
					t.Error(err)
				}
				if shown := shownFrames(got); shown != tt.want {
					t.Errorf("shown %s, want %s", shown, tt.want)
				}
			})
		})
	}
}

// shownFrames returns the numbers of the frames that were drawn.
func shownFrames(b *bytes.Buffer) string {
	var shown []string
	for _, part := range strings.Split(b.String(), "frame ")[1:] {
		shown = append(shown, part[:1])
	}
	return strings.Join(shown, " ")
}

func TestPlayForgetsOldFrames(t *testing.T) {
	o, _ := screen(colorprofile.TrueColor, 80, 24)
	n := 0
	f := &film{out: o, next: func() (game.Board, error, bool) { n++; return frame(n, 1), nil, true }}
	for range 3 * maxBack {
		if ok, err := f.forward(); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if len(f.frames) != maxBack || f.frames[f.at][0] != fmt.Sprintf("frame %d line 0", 3*maxBack) {
		t.Errorf("%d frames are kept, at %q", len(f.frames), f.frames[f.at])
	}
}

func TestPlayPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	for _, colors := range []colorprofile.Profile{colorprofile.NoTTY, colorprofile.TrueColor} {
		o, got := screen(colors, 80, 24)
		a, _ := o.Animate(context.Background(), 1e6)
		err := a.Play(func(yield func(game.Board, error) bool) {
			_ = yield(frame(0, 1), nil) && yield(game.Board{}, broken)
		}, strings.NewReader("q"))
		if err != broken {
			t.Errorf("%v: err = %v, want the frames' own", colors, err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if shown := shownFrames(got); shown != "0" {
			t.Errorf("%v: shown %s, want 0", colors, shown)
		}
	}
}

func TestParseKeys(t *testing.T) {
	got := parseKeys([]byte("xq\x1b[A \x1b[D\x1b[C\x03é"))
	want := []key{keyQuit, keySpace, keyLeft, keyRight, keyInterrupt}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("keys = %v, want %v", got, want)
	}
}
