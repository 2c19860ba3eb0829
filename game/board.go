package game

// Board is a position drawn for people: lines of text in named colours, without any terminal's
// codes, so that the terminal, a test and a page can each show it in its own way.
type Board struct {
	Lines [][]Span
}

// Span is a run of text in one style.
type Span struct {
	Text string
	Fg   Color
	Bg   Color
	Bold bool
}

// Color is an RGB colour, "#rrggbb", or empty for the reader's own.
type Color string

// SeatColors are the colours of the seats, in seat order; seats beyond the last start again.
var SeatColors = []Color{"#e6a817", "#3d9df2", "#4cc38a", "#e5484d", "#b072e8", "#f076b4", "#35c4c4", "#a3b33c"}

// SeatColor returns the colour of a seat.
func SeatColor(s Seat) Color { return SeatColors[int(s)%len(SeatColors)] }

// Add appends a line.
func (b *Board) Add(spans ...Span) { b.Lines = append(b.Lines, spans) }

// String returns the board as plain text.
func (b Board) String() string {
	var out []byte
	for _, line := range b.Lines {
		for _, s := range line {
			out = append(out, s.Text...)
		}
		out = append(out, '\n')
	}
	return string(out)
}
