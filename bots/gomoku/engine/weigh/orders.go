package main

import (
	"fmt"
	"io"
	"math"

	"koth/bots/gomoku/engine"
	"koth/bots/gomoku/engine/weights"
	"koth/games/gomoku"
)

// orders are the tables that say how likely a move is: the odds of each are e to the sum of what its cell
// is to the own and to the other side. Only by renju do black's and white's differ.
type orders struct {
	*parameters
	tables  [2][2][2]*table // as weights.Orders
	list    []*table        // each once
	chances []float64       // of the moves of the example that is looked at
}

// newOrders returns orders that make all moves equal.
func newOrders(combos []engine.Combo, rule gomoku.Rule) *orders {
	colours := 1
	if rule == gomoku.Renju {
		colours = 2
	}
	rows, _, _ := partRows(combos)
	m := &orders{parameters: newParameters(colours * 2 * 2 * rows)}
	for colour := range 2 {
		if colour == colours { // the same for both
			m.tables[colour] = m.tables[0]
			break
		}
		for threatened := range 2 {
			for role := range 2 {
				t := newTable(combos, 1, m.parameters, len(m.list)*rows)
				m.tables[colour][threatened][role] = t
				m.list = append(m.list, t)
			}
		}
	}
	return m
}

func (m *orders) all() *parameters { return m.parameters }

func (m *orders) spread() {
	for _, t := range m.list {
		t.spread()
	}
}

func (m *orders) gather() {
	for _, t := range m.list {
		t.gather()
	}
}

// odds sets chances to the log odds of the moves of an example, up to a constant.
func (m *orders) odds(c *choice) {
	t := &m.tables[index(c.white)][index(c.threatened)]
	m.chances = m.chances[:0]
	for _, combo := range c.combos {
		m.chances = append(m.chances, float64(t[0].row(combo[0])[0]+t[1].row(combo[1])[0]))
	}
}

func (m *orders) loss(c *choice, learn bool) float64 {
	m.odds(c)
	most := math.Inf(-1)
	for _, x := range m.chances {
		most = max(most, x)
	}
	sum, right := 0.0, m.chances[c.found]-most
	for i, x := range m.chances {
		m.chances[i] = math.Exp(x - most)
		sum += m.chances[i]
	}
	for i := range m.chances {
		m.chances[i] /= sum
	}
	if learn {
		m.learn(c)
	}
	return math.Log(sum) - right
}

// learn adds the gradient of an example, the chances of whose moves are known.
func (m *orders) learn(c *choice) {
	t := &m.tables[index(c.white)][index(c.threatened)]
	for i, combo := range c.combos {
		slope := float32(m.chances[i])
		if i == c.found {
			slope--
		}
		t[0].gradientRow(combo[0])[0] += slope
		t[1].gradientRow(combo[1])[0] += slope
	}
}

// judge writes how often the move that was found is the first, or among the first four.
func (m *orders) judge(list []choice, out io.Writer) {
	const few = 4
	var n, first, early [2]float64
	for i := range list {
		c := &list[i]
		k := index(c.threatened)
		m.odds(c)
		before := 0
		for _, x := range m.chances {
			before += index(x > m.chances[c.found])
		}
		n[k]++
		first[k] += float64(index(before == 0))
		early[k] += float64(index(before < few))
	}
	for k, what := range []string{"no open three to prevent", "an open three to prevent"} {
		if n[k] == 0 {
			continue
		}
		fmt.Fprintf(out, "%s: %.0f moves, %.1f %% of them the first, %.1f %% among the first %d\n",
			what, n[k], 100*first[k]/n[k], 100*early[k]/n[k], few)
	}
}

// save puts the orders into weights, rounded.
func (m *orders) save(w *weights.Weights) {
	for colour := range m.tables {
		for threatened := range m.tables[colour] {
			for role, t := range m.tables[colour][threatened] {
				for c := range t.combos {
					w.Orders[colour][threatened][role][c] = int8(rounded(t.row(uint16(c))[0], weights.ScaleOrder, math.MaxInt8))
				}
			}
		}
	}
}
