// Package term writes for people: boards and tables in colour, animations that draw in place,
// a progress bar, and the forms of times and counts.
//
// Everything goes to an Output, which knows what its terminal can show: colours are downgraded
// to what there is, NO_COLOR is obeyed, and into a file or a pipe goes plain text. Text that comes
// from bots is cleaned of a terminal's control codes on the way. The package decides how things
// look and never what is shown: it knows boards (package game) and nothing of matches or bots.
package term

import (
	"io"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	xterm "github.com/charmbracelet/x/term"

	"koth/game"
)

// defaultWidth is what fits into a terminal that does not say how wide it is.
const defaultWidth = 80

// endless is the width where there is no terminal: whoever reads a file or a pipe wants all of it.
const endless = 1 << 20

// Output is a place where text for people goes. It is for one goroutine.
type Output struct {
	io.Writer
	colors colorprofile.Profile
	tty    bool                       // whether frames can be drawn in place
	size   func() (width, height int) // of the terminal, in cells
	err    error                      // the first error of writing
}

// Write implements io.Writer. The first error is kept for Err.
func (o *Output) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// Err returns the first error of writing, nil for none.
func (o *Output) Err() error { return o.err }

// New returns the output that writes to w, which is a terminal if it is a file that says so. env
// has the form of os.Environ and decides about colours: NO_COLOR, CLICOLOR_FORCE, TERM,
// COLORTERM.
func New(w io.Writer, env []string) *Output {
	o := &Output{
		Writer: w,
		colors: colorprofile.Detect(w, env),
		size:   func() (int, int) { return endless, 0 },
	}
	if o.colors > colorprofile.ASCII && slices.ContainsFunc(env, noColor) {
		o.colors = colorprofile.ASCII // Detect takes some values of NO_COLOR for "no", and forced colours for more
	}
	if f, ok := w.(xterm.File); ok && xterm.IsTerminal(f.Fd()) && o.colors > colorprofile.NoTTY {
		o.tty = true
		o.size = func() (int, int) {
			if width, height, err := xterm.GetSize(f.Fd()); err == nil && width > 0 {
				return width, height
			}
			return defaultWidth, 24
		}
	}
	return o
}

// noColor tells whether a variable asks for no colours, as https://no-color.org has it: with any
// value but an empty one.
func noColor(variable string) bool {
	value, ok := strings.CutPrefix(variable, "NO_COLOR=")
	return ok && value != ""
}

// TTY tells whether somebody watches: animations are drawn in place then.
func (o *Output) TTY() bool { return o.tty }

// Width returns how many cells a line may have.
func (o *Output) Width() int {
	width, _ := o.size()
	return width
}

// Style is how text looks. Where there are no colours it is not seen: nothing may be said by
// style alone.
type Style struct {
	Fg, Bg game.Color
	Bold   bool
	Faint  bool
}

// Styled returns text in a style, in the codes of this output. The text must be clean.
func (o *Output) Styled(s Style, text string) string {
	if o.colors <= colorprofile.NoTTY || s == (Style{}) || text == "" {
		return text
	}
	style := lipgloss.NewStyle().Bold(s.Bold).Faint(s.Faint).Inline(true)
	if o.colors > colorprofile.ASCII {
		if s.Fg != "" {
			style = style.Foreground(o.colors.Convert(lipgloss.Color(string(s.Fg))))
		}
		if s.Bg != "" {
			style = style.Background(o.colors.Convert(lipgloss.Color(string(s.Bg))))
		}
	}
	return style.Render(text)
}

// Board writes a board, one line a line, each cut where it is too long for the terminal.
func (o *Output) Board(b game.Board) error {
	var out []byte
	for _, line := range o.Lines(b, o.Width()) {
		out = append(out, line...)
		out = append(out, '\n')
	}
	_, err := o.Write(out)
	return err
}

// Lines returns a board's lines in this output's codes, each cut to width cells; 0 is any width.
func (o *Output) Lines(b game.Board, width int) []string {
	lines := make([]string, len(b.Lines))
	for i, spans := range b.Lines {
		var line string
		for _, s := range spans {
			line += o.Styled(Style{Fg: s.Fg, Bg: s.Bg, Bold: s.Bold}, Clean(s.Text))
		}
		if width > 0 {
			line = Fit(line, width)
		}
		lines[i] = line
	}
	return lines
}
