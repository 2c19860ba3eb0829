package term

import (
	"bytes"
	"os"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"koth/game"
)

// screen returns an output that is a terminal of some size and colours, and what is written to it.
func screen(colors colorprofile.Profile, width, height int) (*Output, *bytes.Buffer) {
	var b bytes.Buffer
	return &Output{Writer: &b, colors: colors, tty: colors > colorprofile.NoTTY, size: func() (int, int) { return width, height }}, &b
}

// board is a board with one span in each of the ways that a span can look.
func board() game.Board {
	var b game.Board
	b.Add(game.Span{Text: "a "}, game.Span{Text: "R3", Fg: "#ffffff", Bg: "#ff0000", Bold: true}, game.Span{Text: " é"})
	b.Add(game.Span{Text: "bot\x1b[2J\n", Fg: "#e6a817"})
	return b
}

func TestBoardColors(t *testing.T) {
	tests := []struct {
		colors colorprofile.Profile
		want   string
	}{
		{colorprofile.NoTTY, "a R3 é\nbot\ufffd[2J \n"},
		{colorprofile.ASCII, "a \x1b[1mR3\x1b[m é\nbot\ufffd[2J \n"},
		{colorprofile.ANSI, "a \x1b[1;97;101mR3\x1b[m é\n\x1b[91mbot\ufffd[2J \x1b[m\n"},
		{colorprofile.ANSI256, "a \x1b[1;38;5;231;48;5;196mR3\x1b[m é\n\x1b[38;5;178mbot\ufffd[2J \x1b[m\n"},
		{colorprofile.TrueColor, "a \x1b[1;38;2;255;255;255;48;2;255;0;0mR3\x1b[m é\n\x1b[38;2;230;168;23mbot\ufffd[2J \x1b[m\n"},
	}
	for _, tt := range tests {
		o, got := screen(tt.colors, 80, 24)
		if err := o.Board(board()); err != nil {
			t.Fatal(err)
		}
		if got.String() != tt.want {
			t.Errorf("%v:\n got %q\nwant %q", tt.colors, got, tt.want)
		}
	}
}

func TestNewAsksTheEnvironment(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tests := []struct {
		name string
		env  []string
		want colorprofile.Profile
	}{
		{"a file", []string{"TERM=xterm-256color", "COLORTERM=truecolor"}, colorprofile.NoTTY},
		{"forced", []string{"TERM=xterm-256color", "CLICOLOR_FORCE=1"}, colorprofile.ANSI256},
		{"forced, and none wanted", []string{"TERM=xterm-256color", "CLICOLOR_FORCE=1", "NO_COLOR=please"}, colorprofile.ASCII},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := New(file, tt.env)
			if o.colors != tt.want || o.TTY() || o.Width() != endless {
				t.Errorf("colours %v, terminal %t, width %d, want %v, false, endless", o.colors, o.TTY(), o.Width(), tt.want)
			}
		})
	}
}
