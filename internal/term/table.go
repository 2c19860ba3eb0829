package term

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// gap is what stands between two columns.
const gap = "  "

// minShrunk is how many cells a shortened column keeps at least.
const minShrunk = 8

// Table is rows under a header. It is as wide as its cells, and never wider than its output:
// columns that may shrink are shortened, the widest of them first, and where that is not enough
// those that may go are left out.
type Table struct {
	Columns []Column
	Rows    [][]Cell // each with one cell a column
}

// Column says how the cells of a column stand.
type Column struct {
	Title  string
	Right  bool // for numbers
	Shrink bool // for names: may be shortened where a line gets too long
	Wrap   bool // for sentences, in the last column: go on below where a line gets too long
	Drop   int  // above 0: may be left out where a line gets too long, the highest first
}

// Cell is one text of a table.
type Cell struct {
	Text  string
	Style Style
}

// Table writes t. The texts are cleaned.
func (o *Output) Table(t Table) error {
	t = t.within(o.Width())
	texts := t.texts()
	widths := t.widths(texts, o.Width())
	var out strings.Builder
	for r, row := range texts {
		cells := make([]Cell, len(row))
		for c, text := range row {
			if r == 0 {
				cells[c] = Cell{text, Style{Faint: true}}
			} else {
				cells[c] = Cell{text, t.Rows[r-1][c].Style}
			}
		}
		for _, line := range t.wrapped(cells, widths) {
			out.WriteString(Fit(o.row(t.Columns, line, widths), o.Width()))
			out.WriteByte('\n')
		}
	}
	_, err := o.Write([]byte(out.String()))
	return err
}

// within returns t without the columns for which a line of limit cells has no room.
func (t Table) within(limit int) Table {
	for {
		least, drop := len(gap)*(len(t.Columns)-1), -1
		for c, column := range t.Columns {
			width := Cells(column.Title)
			for _, row := range t.Rows {
				width = max(width, Cells(Clean(row[c].Text)))
			}
			if column.Shrink || column.Wrap {
				width = min(width, minShrunk)
			}
			least += width
			if column.Drop > 0 && (drop < 0 || column.Drop > t.Columns[drop].Drop) {
				drop = c
			}
		}
		if least <= limit || drop < 0 {
			return t
		}
		t = t.without(drop)
	}
}

// without returns t without column c.
func (t Table) without(c int) Table {
	out := Table{Columns: slices.Concat(t.Columns[:c], t.Columns[c+1:]), Rows: make([][]Cell, len(t.Rows))}
	for i, row := range t.Rows {
		out.Rows[i] = slices.Concat(row[:c], row[c+1:])
	}
	return out
}

// wrapped breaks the last cell of a row into as many rows as it needs, if its column wraps.
func (t Table) wrapped(cells []Cell, widths []int) [][]Cell {
	last := len(cells) - 1
	if last < 0 || !t.Columns[last].Wrap {
		return [][]Cell{cells}
	}
	var rows [][]Cell
	for i, text := range strings.Split(ansi.Wordwrap(cells[last].Text, widths[last], ""), "\n") {
		row := make([]Cell, len(cells))
		if i == 0 {
			copy(row, cells)
		}
		row[last] = Cell{text, cells[last].Style}
		rows = append(rows, row)
	}
	return rows
}

// texts returns the clean texts of the header and the rows.
func (t Table) texts() [][]string {
	header := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = Clean(c.Title)
	}
	texts := [][]string{header}
	for _, row := range t.Rows {
		line := make([]string, len(row))
		for i, cell := range row {
			line[i] = Clean(cell.Text)
		}
		texts = append(texts, line)
	}
	return texts
}

// widths returns the width of each column so that a line has at most limit cells, if that can be
// had by shortening columns that may shrink.
func (t Table) widths(texts [][]string, limit int) []int {
	widths := make([]int, len(t.Columns))
	total := len(gap) * (len(t.Columns) - 1)
	for c := range widths {
		for _, row := range texts {
			widths[c] = max(widths[c], Cells(row[c]))
		}
		total += widths[c]
	}
	if last := len(widths) - 1; last >= 0 && t.Columns[last].Wrap && total > limit {
		narrow := max(minShrunk, widths[last]-(total-limit))
		total -= widths[last] - narrow
		widths[last] = narrow
	}
	for ; total > limit; total-- {
		widest := -1
		for c, column := range t.Columns {
			if column.Shrink && widths[c] > minShrunk && (widest < 0 || widths[c] > widths[widest]) {
				widest = c
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

// row returns one line, without spaces at its end.
func (o *Output) row(columns []Column, cells []Cell, widths []int) string {
	var line strings.Builder
	pending := 0 // spaces that are written once something follows
	for c, cell := range cells {
		if c > 0 {
			pending += len(gap)
		}
		text := Fit(cell.Text, widths[c])
		space := widths[c] - Cells(text)
		if columns[c].Right {
			pending += space
			space = 0
		}
		if text != "" {
			line.WriteString(strings.Repeat(" ", pending))
			line.WriteString(o.Styled(cell.Style, text))
			pending = 0
		}
		pending += space
	}
	return line.String()
}
