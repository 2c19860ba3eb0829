package cli

import (
	"koth/internal/term"
)

// Columns of tables.
func text(title string) term.Column   { return term.Column{Title: title} }
func name(title string) term.Column   { return term.Column{Title: title, Shrink: true} }
func prose(title string) term.Column  { return term.Column{Title: title, Wrap: true} }
func number(title string) term.Column { return term.Column{Title: title, Right: true} }

// minor is a number that is left out where lines are short, those with the highest rank first.
func minor(title string, rank int) term.Column {
	return term.Column{Title: title, Right: true, Drop: rank}
}

// faultsColumn is the last column: all of it is shown if there are any faults.
func faultsColumn(any bool) term.Column {
	if any {
		return term.Column{Title: "faults", Wrap: true}
	}
	return term.Column{Title: "faults", Drop: 9}
}

// row makes cells of plain texts.
func row(texts ...string) []term.Cell {
	cells := make([]term.Cell, len(texts))
	for i, t := range texts {
		cells[i].Text = t
	}
	return cells
}
