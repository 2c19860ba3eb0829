// Command openings finds openings of gomoku in which neither side is ahead, for
// games/gomoku/balanced.txt:
//
//	go run ./internal/openings > games/gomoku/balanced.txt
//
// It draws stones in the middle of an empty board and keeps those openings that the engine, looking
// ahead, calls even, and in which games that it plays out with mistakes go either way about as
// often. The same seed gives the same list.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
)

const (
	size         = 15
	reach        = 3      // stones lie so far from the middle at most
	least, most  = 3, 6   // stones
	nodes        = 20_000 // of the engine's look ahead
	even         = 60     // the engine's score, either way, that counts as even
	playouts     = 24
	leastWins    = 9 // of the playouts, for either side
	longestGames = size * size
)

func main() {
	count := flag.Int("count", 150, "how many openings")
	seed := flag.Uint64("seed", 1, "of what is drawn")
	flag.Parse()
	if err := run(*count, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "openings:", err)
		os.Exit(1)
	}
}

func run(count int, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	judge, err := newJudge()
	if err != nil {
		return err
	}
	fmt.Println("# Even openings, found by go run ./internal/openings: columns and rows of stones, black first,\n# counted from the middle. The game turns and mirrors them.")
	for found, tried := 0, 0; found < count; tried++ {
		points := draw(rng)
		ok, err := judge.isEven(points)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		found++
		fmt.Println(offsets(points))
		fmt.Fprintf(os.Stderr, "%d of %d tried\n", found, tried+1)
	}
	return nil
}

// draw returns different cells near the middle.
func draw(rng *rand.Rand) []engine.Point {
	points := make([]engine.Point, 0, most)
	b := gomoku.NewBoard(size)
	for n := least + rng.IntN(most-least+1); len(points) < n; {
		p := engine.Point{X: size/2 - reach + rng.IntN(2*reach+1), Y: size/2 - reach + rng.IntN(2*reach+1)}
		if b.At(p.X, p.Y) == gomoku.Empty {
			b.Set(p.X, p.Y, gomoku.Black)
			points = append(points, p)
		}
	}
	return points
}

func offsets(points []engine.Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = fmt.Sprintf("%d,%d", p.X-size/2, p.Y-size/2)
	}
	return strings.Join(words, ", ")
}

// judge says whether an opening is even.
type judge struct {
	strong *engine.Engine
	weak   []*engine.Engine // each makes its own mistakes
}

func newJudge() (judge, error) {
	var j judge
	var err error
	if j.strong, err = engine.New(engine.Config{Size: size, Level: "master"}); err != nil {
		return j, err
	}
	for seed := range playouts {
		e, err := engine.New(engine.Config{Size: size, Level: "medium", Memory: engine.MinMemory, Seed: uint64(seed)})
		if err != nil {
			return j, err
		}
		j.weak = append(j.weak, e)
	}
	return j, nil
}

func (j judge) isEven(opening []engine.Point) (bool, error) {
	if err := set(j.strong, opening); err != nil {
		return false, err
	}
	info, err := j.strong.Think(context.Background(), engine.Limits{Nodes: nodes}, nil)
	if err != nil || info.Win != 0 || info.Score > even || info.Score < -even {
		return false, err
	}
	black := 0
	for _, e := range j.weak {
		wins, err := blackWins(e, opening)
		if err != nil {
			return false, err
		}
		if wins {
			black++
		}
	}
	return black >= leastWins && playouts-black >= leastWins, nil
}

// blackWins plays an opening out and reports whether black wins.
func blackWins(e *engine.Engine, opening []engine.Point) (bool, error) {
	if err := set(e, opening); err != nil {
		return false, err
	}
	for stones := len(opening); stones < longestGames; stones++ {
		info, err := e.Think(context.Background(), engine.Limits{}, nil)
		if err != nil {
			return false, err
		}
		wins, black := e.Wins(info.Move), !e.WhiteToMove()
		if wins {
			return black, nil
		}
		if err := e.Play(info.Move); err != nil {
			return false, err
		}
	}
	return false, nil
}

func set(e *engine.Engine, opening []engine.Point) error {
	e.Reset()
	for _, p := range opening {
		if err := e.Play(p); err != nil {
			return err
		}
	}
	return nil
}
