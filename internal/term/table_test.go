package term

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/google/go-cmp/cmp"
)

// ranking is a table as tournaments show it.
func ranking() Table {
	t := Table{Columns: []Column{
		{Title: "#", Right: true}, {Title: "bot", Shrink: true}, {Title: "score", Right: true}, {Title: "wins", Right: true}, {Title: "note"},
	}}
	for _, row := range [][]string{
		{"1", "greedy", Count(12345), "9", "ahead"},
		{"2", "the bot with the name that does not end", "7", "10", ""},
		{"10", "日本語ロボットの名前", "0", "", "\x1b[31m"},
	} {
		cells := make([]Cell, len(row))
		for i, text := range row {
			cells[i] = Cell{Text: text}
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Rows[0][1].Style = Style{Fg: "#e6a817", Bold: true}
	return t
}

func TestTable(t *testing.T) {
	tests := []struct {
		name  string
		width int
		want  string
	}{
		{"as wide as it is", 80, `
 #  bot                                       score  wins  note
 1  greedy                                   12 345     9  ahead
 2  the bot with the name that does not end       7    10
10  日本語ロボットの名前                          0        �[31m
`},
		{"names shortened", 40, `
 #  bot               score  wins  note
 1  greedy           12 345     9  ahead
 2  the bot with t…       7    10
10  日本語ロボット…       0        �[31m
`},
		{"lines cut", 20, `
 #  bot        scor…
 1  greedy    12 34…
 2  the bot…       …
10  日本語…        …
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, got := screen(colorprofile.NoTTY, tt.width, 24)
			if err := o.Table(ranking()); err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(got.String(), thin, " ")
			if diff := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for line := range strings.Lines(text) {
				if n := Cells(strings.TrimSuffix(line, "\n")); n > tt.width {
					t.Errorf("%d cells, at most %d: %s", n, tt.width, line)
				}
			}
		})
	}
}

func TestTableWraps(t *testing.T) {
	o, got := screen(colorprofile.NoTTY, 40, 24)
	table := Table{Columns: []Column{{Title: "bot"}, {Title: "about", Wrap: true}}, Rows: [][]Cell{
		{{Text: "greedy"}, {Text: "takes whatever is nearest, and then the next of them"}},
		{{Text: "lazy"}, {Text: "sleeps"}},
	}}
	if err := o.Table(table); err != nil {
		t.Fatal(err)
	}
	want := `bot     about
greedy  takes whatever is nearest, and
        then the next of them
lazy    sleeps
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

// Columns that may go are left out, the least important first; what must be seen stays.
func TestTableDropsColumns(t *testing.T) {
	table := Table{Columns: []Column{
		{Title: "rank", Right: true}, {Title: "bot", Shrink: true}, {Title: "points", Right: true}, {Title: "won", Right: true, Drop: 1},
		{Title: "mean", Right: true, Drop: 2}, {Title: "faults", Wrap: true},
	}, Rows: [][]Cell{
		{{Text: "1"}, {Text: "the bot with the long name"}, {Text: "12345"}, {Text: "10"}, {Text: "12.3 µs"}, {Text: "3 timeout, 1 crash"}},
	}}
	for width, want := range map[int]string{
		52: `rank  bot             points  won     mean  faults
   1  the bot with …   12345   10  12.3 µs  3
                                            timeout,
                                            1 crash
`,
		41: `rank  bot           points  won  faults
   1  the bot wit…   12345   10  3
                                 timeout,
                                 1 crash
`,
		32: `rank  bot       points  faults
   1  the bot…   12345  3
                        timeout,
                        1 crash
`,
	} {
		o, got := screen(colorprofile.NoTTY, width, 24)
		if err := o.Table(table); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("width %d (-want +got):\n%s", width, diff)
		}
	}
}

func TestTableColors(t *testing.T) {
	o, got := screen(colorprofile.ANSI256, 80, 24)
	if err := o.Table(ranking()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\x1b[2mbot\x1b[m", "\x1b[1;38;5;178mgreedy\x1b[m"} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}
