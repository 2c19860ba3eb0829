package cli

import (
	"koth/internal/term"
)

// Columns of tables.
func text(title string) term.Column   { return term.Column{Title: title} }
func name(title string) term.Column   { return term.Column{Title: title, Shrink: true} }
func prose(title string) term.Column  { return term.Column{Title: title, Wrap: true} }
func number(title string) term.Column { return term.Column{Title: title, Right: true} }

// row makes cells of plain texts.
func row(texts ...string) []term.Cell {
	cells := make([]term.Cell, len(texts))
	for i, t := range texts {
		cells[i].Text = t
	}
	return cells
}
