package engine_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
)

// tactic is a position of testdata/tactics.txt, which tactics/ makes.
type tactic struct {
	kind    string // win or save
	rule    gomoku.Rule
	size    int
	plies   int
	answers []engine.Point
	moves   []engine.Point
}

func readTactics(t testing.TB) (list []tactic) {
	t.Helper()
	f, err := os.Open("testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var x tactic
		var rule, answers, moves string
		if _, err := fmt.Sscan(lines.Text(), &x.kind, &rule, &x.size, &x.plies, &answers, &moves); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if x.rule, err = gomoku.ParseRule(rule); err != nil {
			t.Fatal(err)
		}
		x.answers, x.moves = readPoints(t, answers), readPoints(t, moves)
		list = append(list, x)
	}
	return list
}

func readPoints(t testing.TB, text string) (points []engine.Point) {
	for _, s := range strings.Split(text, ";") {
		var p engine.Point
		if _, err := fmt.Sscanf(s, "%d,%d", &p.X, &p.Y); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		points = append(points, p)
	}
	return points
}

// engine returns an engine with the position.
func (x tactic) engine(t testing.TB) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Config{Size: x.size, Rule: engine.Rule(x.rule.Number()), Memory: 16 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range x.moves {
		if err := e.Play(p); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// solved tells whether the engine found what is to be found: a win in so many plies with one of the first
// moves of the quickest way, or the move that prevents one.
func (x tactic) solved(found engine.Info) bool {
	return slices.Contains(x.answers, found.Move) && (x.kind == "save" || found.Win == x.plies)
}

// TestTactics wants all of the suite solved with a number of positions that takes a tenth of a
// second or so; BenchmarkTactics gives each a second.
func TestTactics(t *testing.T) {
	list := readTactics(t)
	if len(list) < 200 {
		t.Errorf("the suite has %d positions, want at least 200", len(list))
	}
	count := map[string]int{}
	for i, x := range list {
		count[fmt.Sprint(x.kind, " ", x.plies)]++
		found, err := x.engine(t).Think(t.Context(), engine.Limits{Nodes: 100_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !x.solved(found) {
			t.Errorf("position %d, %s in %d, %v: move %v, win %d, depth %d; want %v", i, x.kind, x.plies, x.rule, found.Move, found.Win, found.Depth, x.answers)
		}
	}
	t.Log(count)
}

// BenchmarkTactics says which part of the suite is solved in a second a position, and how soon.
func BenchmarkTactics(b *testing.B) {
	list := readTactics(b)
	solved, tried := 0, 0
	for i := 0; b.Loop(); i++ {
		x := list[i%len(list)]
		e := x.engine(b)
		began := time.Now()
		found, err := e.Think(b.Context(), engine.Limits{Now: func() time.Duration { return time.Since(began) }, Hard: time.Second}, nil)
		if err != nil {
			b.Fatal(err)
		}
		tried++
		if x.solved(found) {
			solved++
		}
	}
	b.ReportMetric(float64(solved)/float64(tried)*100, "%solved")
}
