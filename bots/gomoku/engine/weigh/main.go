// Command weigh makes the weights of the gomoku engine (bots/gomoku/engine/weights). It plays games of the
// engine against itself, and fits what the engine asks about a position to them:
//
//	go run ./bots/gomoku/engine/weigh play --games 15000 --nodes 1000 > games.txt
//	go run ./bots/gomoku/engine/weigh values --rule freestyle --out freestyle.bin games.txt
//	go run ./bots/gomoku/engine/weigh orders --rule freestyle --from freestyle.bin --out freestyle.bin games.txt
//
// A file that lies in bots/gomoku/engine/weights is what the engine plays with once it is built again: then it
// plays better games, and the fit begins anew, or goes on from the weights that there are (--from). The
// same seed and files give the same weights.
//
// The engine's own came about so, with a forerunner of this program that told some more threats apart: 45,000
// games of all rules at 1000 to 4000 positions a move, the later ones played with the weights that the earlier
// ones gave; values fitted from nothing in 12 rounds at a rate of 0.004 (renju's from those of freestyle),
// then with the last 18,000 games added in 9 more at 0.003; orders fitted to 27,000 of the games in 5
// rounds. Each tenth game is kept out of a fit to judge it. The loss over the least possible came to 0.09
// where the other side has no open three and 0.12 where it has one (by renju 0.10 and 0.13); an earlier fit
// had used some of these games. The move found was among the first four in 74 % of the positions without an
// open three to prevent, and in 96 % of those with one.
//
// This program comes as far with the same games: in freestyle, with 12 rounds and then 9 more, to a loss of
// 0.3798 (the engine's own: 0.3795), and at 1500 positions a move against the engine's own to 152 games won,
// 142 lost and 6 drawn. After the first 12 rounds, at 0.3815, it was 69 to 89 and 2 drawn.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"

	"koth/bots/gomoku/engine"
	"koth/bots/gomoku/engine/weights"
	"koth/games/gomoku"
)

type commands struct {
	Play   playCommand   `cmd:"" help:"Play games of the engine against itself, and write them to standard output."`
	Values valuesCommand `cmd:"" help:"Fit what positions are worth."`
	Orders ordersCommand `cmd:"" help:"Fit how early moves are looked at."`
}

func main() {
	var c commands
	k := kong.Parse(&c, kong.Name("weigh"), kong.Description("Make the weights of the gomoku engine."), kong.UsageOnError())
	k.BindTo(os.Stdout, (*io.Writer)(nil))
	k.FatalIfErrorf(k.Run())
}

type playCommand struct {
	Games int    `default:"1000" help:"How many."`
	Nodes uint64 `default:"1000" help:"Positions that the engine looks at for a move."`
	Seed  uint64 `default:"1" help:"Of what is drawn; with the number of positions it decides all games."`
}

// Run plays.
func (c *playCommand) Run(out io.Writer) error {
	w := bufio.NewWriter(out)
	p := newSelfPlay(c.Seed, c.Nodes)
	for n := range c.Games {
		g, err := p.game()
		if err != nil {
			return fmt.Errorf("game %d of seed %d: %w", n+1, c.Seed, err)
		}
		fmt.Fprintln(w, g)
	}
	return w.Flush()
}

// fitting is what both fits are told.
type fitting struct {
	Rule  string   `required:"" enum:"freestyle,standard,renju" help:"freestyle, standard or renju. The first two share their games."`
	From  string   `type:"existingfile" help:"Weights to begin with."`
	Out   string   `required:"" help:"File to write all weights to."`
	Seed  uint64   `default:"1" help:"Of what is drawn."`
	Games []string `arg:"" type:"existingfile" help:"Files that play wrote."`
}

// read returns the weights to begin with, the rule and its games.
func (f *fitting) read() (*weights.Weights, gomoku.Rule, []game, error) {
	w := new(weights.Weights)
	rule, err := gomoku.ParseRule(f.Rule)
	if err != nil {
		return nil, rule, nil, err
	}
	if f.From != "" {
		data, err := os.ReadFile(f.From)
		if err != nil {
			return nil, rule, nil, err
		}
		if w, err = weights.Decode(data); err != nil {
			return nil, rule, nil, fmt.Errorf("%s: %w", f.From, err)
		}
	}
	var games []game
	for _, name := range f.Games {
		more, err := readGames(name, rule)
		if err != nil {
			return nil, rule, nil, err
		}
		games = append(games, more...)
	}
	return w, rule, games, nil
}

func (f *fitting) write(w *weights.Weights) error { return os.WriteFile(f.Out, w.Encode(), 0o644) }

// fitted is a model that can be judged, and kept in weights.
type fitted[E any] interface {
	model[E]
	judge(check []E, out io.Writer)
	save(w *weights.Weights)
}

// learn fits what begin makes of the weights to begin with to what teach makes of the games, says how good
// that is, and writes the weights with it.
func learn[E any](f *fitting, rounds int, rate float64, out io.Writer,
	teach func(*lessons, game) ([]E, error), begin func([]engine.Combo, gomoku.Rule, *weights.Weights) fitted[E],
) error {
	w, rule, games, err := f.read()
	if err != nil {
		return err
	}
	l, err := newLessons(rule)
	if err != nil {
		return err
	}
	all, err := collect(games, func(g game) ([]E, error) { return teach(l, g) })
	if err != nil {
		return err
	}
	m := begin(l.combos, rule, w)
	if err := fit(m, all, course{rounds, rate, f.Seed}, out); err != nil {
		return err
	}
	m.judge(all.check, out)
	m.save(w)
	return f.write(w)
}

type valuesCommand struct {
	fitting
	Rounds int     `default:"12" help:"Times that all positions are gone through."`
	Rate   float64 `default:"0.004" help:"Of learning, at the beginning."`
}

// Run fits the values, and leaves the orders as they were.
func (c *valuesCommand) Run(out io.Writer) error {
	return learn(&c.fitting, c.Rounds, c.Rate, out, (*lessons).values, func(combos []engine.Combo, rule gomoku.Rule, w *weights.Weights) fitted[valued] {
		m := newValues(combos, rule, c.Seed)
		if c.From != "" {
			m.load(w)
		}
		return m
	})
}

type ordersCommand struct {
	fitting
	Rounds int     `default:"5" help:"Times that all moves are gone through."`
	Rate   float64 `default:"0.03" help:"Of learning, at the beginning."`
}

// Run fits the orders anew, and leaves the values as they were.
func (c *ordersCommand) Run(out io.Writer) error {
	return learn(&c.fitting, c.Rounds, c.Rate, out, (*lessons).orders, func(combos []engine.Combo, rule gomoku.Rule, _ *weights.Weights) fitted[choice] {
		return newOrders(combos, rule)
	})
}
