package main

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"koth/bots/gomoku/engine"
	"koth/bots/gomoku/engine/weights"
	"koth/games/gomoku"
)

// played returns some games at so few positions a move that they take no time.
func played(t *testing.T, count int) (games []game) {
	t.Helper()
	p := newSelfPlay(7, 60)
	for range count {
		g, err := p.game()
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// taught returns what the games teach a rule.
func taught[E any](t *testing.T, games []game, rule gomoku.Rule, teach func(*lessons, game) ([]E, error)) ([]engine.Combo, examples[E]) {
	t.Helper()
	l, err := newLessons(rule)
	if err != nil {
		t.Fatal(err)
	}
	all, err := collect(games, func(g game) ([]E, error) { return teach(l, g) })
	if err != nil {
		t.Fatal(err)
	}
	if len(all.train) < 100 || len(all.check) < 10 {
		t.Fatalf("%d and %d examples: want 100 and 10", len(all.train), len(all.check))
	}
	return l.combos, all
}

var ruleOf = map[engine.Rule]gomoku.Rule{engine.Freestyle: gomoku.Freestyle, engine.Standard: gomoku.Standard, engine.Renju: gomoku.Renju}

// TestGames plays games again by the rules of the arena: they end where somebody wins, and say who. The
// same seed gives the same games, and as text they stay what they are.
func TestGames(t *testing.T) {
	games := played(t, 30)
	if again := played(t, 30); !reflect.DeepEqual(games, again) {
		t.Error("the same seed gives other games")
	}
	for i, g := range games {
		parsed, err := parseGame(g.String())
		if err != nil || !reflect.DeepEqual(parsed, g) {
			t.Fatalf("game %d: %q is read as %q, %v", i, g, parsed, err)
		}
		rule, b, me, last := ruleOf[g.rule], gomoku.NewBoard(g.size), gomoku.Black, len(g.moves)-1
		for ply, m := range g.moves {
			if !b.Has(m.at.X, m.at.Y) || b.At(m.at.X, m.at.Y) != gomoku.Empty {
				t.Fatalf("game %d, move %d: %v cannot be played", i, ply, m.at)
			}
			wins := b.WouldWin(rule, m.at.X, m.at.Y, me)
			foul := b.May(rule, m.at.X, m.at.Y, me) != nil
			want := 1
			if wins || foul {
				if want = 0; wins == (me == gomoku.Black) {
					want = 2
				}
			}
			full := ply+1 == g.size*g.size
			if over := wins || foul || full; over != (ply == last) || over && g.result != want {
				t.Fatalf("game %d, move %d of %d: wins %v, foul %v, result %d", i, ply, last, wins, foul, g.result)
			}
			b.Set(m.at.X, m.at.Y, me)
			me = me.Other()
		}
	}
}

// TestGradient compares gradients with how the loss changes when a parameter does.
func TestGradient(t *testing.T) {
	games := played(t, 30)
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Renju} {
		t.Run(rule.String(), func(t *testing.T) {
			combos, positions := taught(t, games, rule, (*lessons).values)
			m := newValues(combos, rule, 1)
			for i := range m.value {
				m.value[i] /= 4 // no chances near 0 or 1, where there is no slope
			}
			checkGradient(t, m, positions.train[:100])
			combos, moves := taught(t, games, rule, (*lessons).orders)
			checkGradient(t, newOrders(combos, rule), moves.train[:100])
		})
	}
}

func checkGradient[E any](t *testing.T, m model[E], list []E) {
	t.Helper()
	p := m.all()
	m.spread()
	for i := range list {
		m.loss(&list[i], true)
	}
	m.gather()
	rng := rand.New(rand.NewPCG(2, 2))
	const step = 1.0 / 4096 // so small that few units begin or cease to count
	for checked := 0; checked < 60; {
		i := rng.IntN(len(p.value))
		if math.Abs(float64(p.gradient[i])) < 0.05 {
			continue
		}
		checked++
		at := func(x float32) float64 {
			was := p.value[i]
			p.value[i] += x
			m.spread()
			loss := meanLoss(m, list) * float64(len(list))
			p.value[i] = was
			return loss
		}
		want, got := (at(step)-at(-step))/(2*step), float64(p.gradient[i])
		if math.Abs(got-want) > 0.02+0.03*math.Abs(want) {
			t.Errorf("%T: the gradient by parameter %d is %.4f, by differences %.4f", m, i, got, want)
		}
	}
	m.spread()
}

// TestFit wants a fit to make the loss smaller, and what is saved to be what was fitted, but for
// rounding.
func TestFit(t *testing.T) {
	games := played(t, 60)
	for _, rule := range []gomoku.Rule{gomoku.Standard, gomoku.Renju} {
		t.Run(rule.String(), func(t *testing.T) {
			saved := new(weights.Weights)
			combos, positions := taught(t, games, rule, (*lessons).values)
			m := newValues(combos, rule, 1)
			fitBetter(t, m, positions, 0.01)
			m.save(saved)
			combos, moves := taught(t, games, rule, (*lessons).orders)
			o := newOrders(combos, rule)
			fitBetter(t, o, moves, 0.03)
			o.save(saved)

			w, err := weights.Decode(saved.Encode())
			if err != nil {
				t.Fatal(err)
			}
			sameValues(t, m, w, positions.check)
			sameOrders(t, o, w)
		})
	}
}

func fitBetter[E any](t *testing.T, m model[E], from examples[E], rate float64) {
	t.Helper()
	m.spread()
	before := meanLoss(m, from.train)
	if err := fit(m, from, course{rounds: 30, rate: rate, seed: 1}, io.Discard); err != nil {
		t.Fatal(err)
	}
	if after := meanLoss(m, from.train); after > 0.8*before {
		t.Errorf("%T: the loss is %.4f, and was %.4f before: want a fifth less", m, after, before)
	}
}

// sameValues wants weights whose numbers are those of a model to half a step, and networks that value
// positions as a model with the rounded numbers does.
func sameValues(t *testing.T, m *values, w *weights.Weights, positions []valued) {
	t.Helper()
	rounded := newValues(m.tables[0].combos, gomoku.Renju, 2)
	rounded.load(w)
	near := func(what string, scale float64, got, want []float32) {
		for i := range want {
			if math.Abs(float64(got[i]-want[i])) > 0.501/scale {
				t.Fatalf("%s: number %d is %v, want %v to 1/%v", what, i, got[i], want[i], scale)
			}
		}
	}
	for s := range 2 {
		near("cells", weights.ScaleCell, rounded.tables[s].rows, m.tables[s].rows)
		for threatened := range 2 {
			got, want := &rounded.networks[s][threatened], &m.networks[s][threatened]
			near("in", weights.ScaleIn, got.in, want.in)
			near("bias", weights.ScaleBias, got.bias, want.bias)
			near("out", weights.ScaleOut, got.out, want.out)
			near("direct", weights.ScaleDirect, got.direct, want.direct)
			near("level", weights.ScaleLevel, got.level, want.level)
		}
	}
	for i := range positions {
		v := &positions[i]
		x := rounded.sums(v)
		var sums [2 * lanes]int32
		for k := range x {
			sums[k] = int32(x[k] * weights.ScaleCell)
		}
		colour, threatened := index(v.white), index(v.threatened)
		odds, _ := rounded.networks[colour][threatened].odds(&x)
		want := float64(odds) * weights.Logit
		if got := w.Networks[colour][threatened].Value(&sums); math.Abs(float64(got)-want) > 10 { // units are cut off at 1/128
			t.Fatalf("position %d: value %d, want %.1f", i, got, want)
		}
	}
}

func sameOrders(t *testing.T, m *orders, w *weights.Weights) {
	t.Helper()
	for colour := range m.tables {
		for threatened := range m.tables[colour] {
			for role, table := range m.tables[colour][threatened] {
				for c, want := range table.rows {
					got := float64(w.Orders[colour][threatened][role][c]) / weights.ScaleOrder
					if math.Abs(got-float64(want)) > 0.501/weights.ScaleOrder {
						t.Fatalf("order %d of %d,%d,%d is %.3f, want %.3f", c, colour, threatened, role, got, want)
					}
				}
			}
		}
	}
}

// TestCommands makes weights from nothing, twice: the files are the same, and orders leave values alone.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	var games bytes.Buffer
	if err := (&playCommand{Games: 40, Nodes: 60, Seed: 3}).Run(&games); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file("games"), games.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	made := map[string]*weights.Weights{}
	for _, name := range []string{"first", "second"} {
		f := fitting{Rule: "freestyle", Out: file(name), Seed: 1, Games: []string{file("games")}}
		if err := (&valuesCommand{f, 2, 0.004}).Run(io.Discard); err != nil {
			t.Fatal(err)
		}
		f.Out, f.From = file(name+" ordered"), file(name)
		if err := (&ordersCommand{f, 2, 0.03}).Run(io.Discard); err != nil {
			t.Fatal(err)
		}
		for _, out := range []string{name, name + " ordered"} {
			data, err := os.ReadFile(file(out))
			if err != nil {
				t.Fatal(err)
			}
			if made[out], err = weights.Decode(data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if *made["first ordered"] != *made["second ordered"] {
		t.Error("the same games and seed give other weights")
	}
	values, ordered := *made["first"], *made["first ordered"]
	if values.Orders == ordered.Orders {
		t.Error("orders has fitted nothing")
	}
	if ordered.Orders = values.Orders; ordered != values {
		t.Error("orders has changed the values")
	}
}

// TestErrors wants errors to name the file, the line and what is wrong.
func TestErrors(t *testing.T) {
	tests := []struct{ name, games, want string }{
		{"no game", "0 15\n", `games, line 1: "0 15" is no game: want a rule`},
		{"a move that is none", "0 15 2 7,7:0:0:o\n0 15 2 7,7:0\n", `games, line 2: move "7,7:0": want X,Y:SCORE:WIN:KIND`},
		{"a number that is none", "0 15 2 7,x:0:0:\n", `games, line 1: move "7,x:0:0:": strconv.Atoi`},
		{"a rule that is none", "free 15 2\n", `games, line 1: word 1: strconv.Atoi: parsing "free"`},
		{"a result that is none", "0 15 3 7,7:0:0:o\n", "games, line 1: result 3: want 2"},
		{"a taken cell", "0 15 2 7,7:0:0:o 7,7:0:0:o\n", "game 1: move 2: 7,7 is taken"},
		{"a board that is too large", "0 21 2 7,7:0:0:o\n", "game 1: board of 21"},
		{"another rule", "4 15 2 7,7:0:0:o\n", errNoExamples.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "games")
			if err := os.WriteFile(name, []byte(tt.games), 0o644); err != nil {
				t.Fatal(err)
			}
			c := valuesCommand{fitting{Rule: "freestyle", Out: name + ".bin", Games: []string{name}}, 1, 0.004}
			if err := c.Run(io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("err = %v, want %q", err, tt.want)
			}
			if _, err := os.Stat(c.Out); err == nil {
				t.Error("weights were written beside an error")
			}
		})
	}
}
