// Package report writes a tournament as one page of HTML that needs nothing else: no server, no
// script, no other file. It decides how the page looks; what is in the tables comes from
// tournament/, and numbers and times look as they do in the terminal (internal/term).
package report

import (
	_ "embed"
	"html/template"
	"io"
	"math"
	"time"

	"koth/game"
	"koth/internal/term"
	"koth/tournament"
)

// Report is what the page shows.
type Report struct {
	Title    string
	Game     game.Info
	Rounds   int
	Seed     uint64
	Matches  int // played
	Planned  int
	Wall     time.Duration
	Engine   string
	Sandbox  string
	Children string   // what confined programs; "" where there were none
	Bots     []string // names, by number in order of entry
	Rows     []tournament.Row
	Pairs    []tournament.Pair
	Finished time.Time
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"number":   number,
	"percent":  term.Percent,
	"duration": term.Duration,
	"clean":    term.Clean,
	"stamp":    func(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") },
}).Parse(pageText))

// Write writes the page.
func Write(w io.Writer, r Report) error { return page.Execute(w, r) }

// Unfinished says whether the tournament was broken off.
func (r Report) Unfinished() bool { return r.Matches < r.Planned }

// Name returns a bot's name, clean of what would turn the text around it.
func (r Report) Name(b int) string { return term.Clean(r.Bots[b]) }

// Share returns a row's part of all points, 0 to 1.
func (r Report) Share(row tournament.Row) float64 {
	total := 0.0
	for _, x := range r.Rows {
		total += x.Score
	}
	if total == 0 {
		return 0
	}
	return row.Score / total
}

// Bar is a rating and its interval on a scale that holds all of them, in percent of its width.
type Bar struct{ Left, Width, Dot float64 }

// Bar returns where the rating of a row is drawn.
func (r Report) Bar(row tournament.Row) Bar {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range r.Rows {
		low, high = min(low, x.Rating.Low), max(high, x.Rating.High)
	}
	span := max(high-low, 1)
	at := func(v float64) float64 { return 100 * (v - low) / span }
	return Bar{Left: at(row.Rating.Low), Width: at(row.Rating.High) - at(row.Rating.Low), Dot: at(row.Rating.Value)}
}

// Cell is what one bot did against another.
type Cell struct {
	Played bool
	Share  float64 // of the matches, a draw as half
	For    float64 // points
	Won    int
	Drawn  int
	Lost   int
	Depth  float64 // of the colour, 0 to deepest: how far Share is from a half
}

// deepest leaves what is written on a colour readable.
const deepest = 0.7

// Cell returns how bot a did against bot b.
func (r Report) Cell(a, b int) Cell {
	for _, p := range r.Pairs {
		var c Cell
		switch {
		case p.A == a && p.B == b:
			c = Cell{For: p.ScoreA, Won: p.WinsA, Drawn: p.Draws, Lost: p.WinsB}
		case p.A == b && p.B == a:
			c = Cell{For: p.ScoreB, Won: p.WinsB, Drawn: p.Draws, Lost: p.WinsA}
		default:
			continue
		}
		c.Played = true
		c.Share = (float64(c.Won) + float64(c.Drawn)/2) / float64(p.Matches)
		c.Depth = deepest * math.Abs(2*c.Share-1)
		return c
	}
	return Cell{}
}

// number writes a number of points or matches as the terminal's table does.
func number(v any) string {
	if n, ok := v.(int); ok {
		return term.Count(n)
	}
	return term.Score(v.(float64), 2)
}
