package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"koth/bots/gomoku/engine"
	"koth/bots/gomoku/engine/weights"
	"koth/games/gomoku"
)

const (
	lanes  = weights.Lanes
	hidden = weights.Hidden
)

// values are the tables and networks that value positions. Only by renju do black's and white's differ.
type values struct {
	*parameters
	tables   [2]*table
	networks [2][2]network // by colour to move and whether the other side would make an open four
	slopes   [2][2]network // the gradient by them
}

// network is a weights.Network before it is rounded.
type network struct {
	in     []float32 // by unit, 2*lanes each
	bias   []float32
	out    []float32
	direct []float32
	level  []float32 // one
}

// networkSize is how many numbers a network has.
const networkSize = hidden*2*lanes + hidden + hidden + 2*lanes + 1

// networkIn returns the network whose numbers are these.
func networkIn(numbers []float32) (n network) {
	for _, part := range []struct {
		field *[]float32
		size  int
	}{{&n.in, hidden * 2 * lanes}, {&n.bias, hidden}, {&n.out, hidden}, {&n.direct, 2 * lanes}, {&n.level, 1}} {
		*part.field, numbers = numbers[:part.size], numbers[part.size:]
	}
	return n
}

// newValues returns values that are small and random.
func newValues(combos []engine.Combo, rule gomoku.Rule, seed uint64) *values {
	colours := 1
	if rule == gomoku.Renju {
		colours = 2
	}
	rows, _, own := partRows(combos)
	rng := rand.New(rand.NewPCG(seed, 0))
	m := &values{parameters: newParameters(colours * (rows*lanes + 2*networkSize))}
	at := 0
	for colour := range m.tables {
		if colour == colours { // the same for both
			m.tables[colour], m.networks[colour], m.slopes[colour] = m.tables[0], m.networks[0], m.slopes[0]
			break
		}
		t := newTable(combos, lanes, m.parameters, at)
		t.most, t.pinned = float32(weights.MostLane)/weights.ScaleCell, true
		t.draw(rng, own)
		m.tables[colour] = t
		at += rows * lanes
		for threatened := range 2 {
			m.networks[colour][threatened] = networkIn(m.value[at:])
			m.slopes[colour][threatened] = networkIn(m.gradient[at:])
			m.networks[colour][threatened].draw(rng)
			at += networkSize
		}
	}
	m.spread()
	return m
}

// draw draws what the shapes and threats of a table count, which are its first rows.
func (t *table) draw(rng *rand.Rand, rows int) {
	const size = 0.05
	for i := range t.parts[:rows*t.width] {
		t.parts[i] = float32(rng.NormFloat64() * size)
	}
	for _, part := range t.partsOf(0) {
		clear(t.parts[part*t.width:][:t.width])
	}
}

// draw makes a network that counts own sums for the side to move, those of the other against it.
func (n *network) draw(rng *rand.Rand) {
	const size, direct = 0.3, 0.1
	for _, list := range [][]float32{n.in, n.out} {
		for i := range list {
			list[i] = float32(rng.NormFloat64() * size)
		}
	}
	for i := range lanes {
		n.direct[i], n.direct[lanes+i] = direct, -direct
	}
}

func (m *values) all() *parameters { return m.parameters }

func (m *values) spread() {
	for _, t := range m.distinct() {
		t.spread()
	}
}

func (m *values) gather() {
	for _, t := range m.distinct() {
		t.gather()
	}
}

// distinct returns the tables, each once.
func (m *values) distinct() []*table {
	if m.tables[0] == m.tables[1] {
		return m.tables[:1]
	}
	return m.tables[:]
}

// sums returns what the cells of each side count together, the own side's first.
func (m *values) sums(v *valued) (x [2 * lanes]float32) {
	for role, counts := range v.cells {
		t := m.tables[index(v.white)^role]
		for _, c := range counts {
			for i, n := range t.row(c.combo) {
				x[role*lanes+i] += float32(c.cells) * n
			}
		}
	}
	return x
}

// odds returns the log odds that the side to move wins, and what the units come to.
func (n *network) odds(x *[2 * lanes]float32) (odds float32, units [hidden]float32) {
	odds = n.level[0]
	for i, w := range n.direct {
		odds += w * x[i]
	}
	for h := range units {
		z := n.bias[h]
		for i, w := range n.in[h*2*lanes:][:2*lanes] {
			z += w * x[i]
		}
		units[h] = max(0, z)
		odds += n.out[h] * units[h]
	}
	return odds, units
}

func (m *values) loss(v *valued, learn bool) float64 {
	colour, threatened := index(v.white), index(v.threatened)
	n := &m.networks[colour][threatened]
	x := m.sums(v)
	odds, units := n.odds(&x)
	chance := logistic(float64(odds))
	if learn {
		pull := m.slopes[colour][threatened].learn(n, &x, &units, float32(chance)-v.chance)
		m.learn(v, &pull)
	}
	return crossEntropy(float64(v.chance), chance)
}

// learn adds to the gradient, of which n is the network, that of an example whose loss has this slope by
// the odds. It returns the slopes by the sums.
func (g *network) learn(n *network, x *[2 * lanes]float32, units *[hidden]float32, slope float32) (pull [2 * lanes]float32) {
	g.level[0] += slope
	for i := range x {
		g.direct[i] += slope * x[i]
		pull[i] = slope * n.direct[i]
	}
	for h, unit := range units {
		if unit == 0 {
			continue
		}
		g.out[h] += slope * unit
		s := slope * n.out[h]
		g.bias[h] += s
		in, gin := n.in[h*2*lanes:][:2*lanes], g.in[h*2*lanes:][:2*lanes]
		for i := range x {
			gin[i] += s * x[i]
			pull[i] += s * in[i]
		}
	}
	return pull
}

// learn adds the gradient by what the combos of an example count.
func (m *values) learn(v *valued, pull *[2 * lanes]float32) {
	for role, counts := range v.cells {
		t := m.tables[index(v.white)^role]
		for _, c := range counts {
			row := t.gradientRow(c.combo)
			for i := range row {
				row[i] += float32(c.cells) * pull[role*lanes+i]
			}
		}
	}
}

// crossEntropy is the logistic loss of a chance where another is right; it is least where they are the same.
func crossEntropy(right, chance float64) float64 {
	const least = 1e-9
	return -right*math.Log(chance+least) - (1-right)*math.Log(1-chance+least)
}

// judge writes the loss, and the least that is possible, by whether the side to move is threatened.
func (m *values) judge(list []valued, out io.Writer) {
	var n, loss, least [2]float64
	for i := range list {
		v := &list[i]
		k := index(v.threatened)
		n[k]++
		loss[k] += m.loss(v, false)
		least[k] += crossEntropy(float64(v.chance), float64(v.chance))
	}
	for k, what := range []string{"no open three to prevent", "an open three to prevent"} {
		if n[k] == 0 {
			continue
		}
		fmt.Fprintf(out, "%s: %.0f positions, loss %.4f, of which %.4f could not be less\n", what, n[k], loss[k]/n[k], least[k]/n[k])
	}
}

// load makes the values those of weights.
func (m *values) load(w *weights.Weights) {
	clear(m.value)
	for colour, t := range m.distinct() {
		for c := range t.combos {
			for i, n := range w.Cells[colour][c] {
				t.parts[(t.own+c)*lanes+i] = float32(n) / weights.ScaleCell
			}
		}
		for threatened := range 2 {
			m.networks[colour][threatened].load(&w.Networks[colour][threatened])
		}
	}
	m.spread()
}

func (n *network) load(w *weights.Network) {
	for h := range hidden {
		for i, x := range w.In[h] {
			n.in[h*2*lanes+i] = float32(x) / weights.ScaleIn
		}
		n.bias[h] = float32(w.Bias[h]) / weights.ScaleBias
		n.out[h] = float32(w.Out[h]) / weights.ScaleOut
	}
	for i, x := range w.Direct {
		n.direct[i] = float32(x) / weights.ScaleDirect
	}
	n.level[0] = float32(w.Level) / weights.ScaleLevel
}

// save puts the values into weights, rounded.
func (m *values) save(w *weights.Weights) {
	for colour, t := range m.tables {
		for c := range t.combos {
			for i, x := range t.row(uint16(c)) {
				w.Cells[colour][c][i] = int8(rounded(x, weights.ScaleCell, weights.MostLane))
			}
		}
		for threatened := range 2 {
			m.networks[colour][threatened].save(&w.Networks[colour][threatened])
		}
	}
}

func (n *network) save(w *weights.Network) {
	for h := range hidden {
		for i, x := range n.in[h*2*lanes:][:2*lanes] {
			w.In[h][i] = int16(rounded(x, weights.ScaleIn, weights.MostIn))
		}
		w.Bias[h] = int32(rounded(n.bias[h], weights.ScaleBias, weights.MostBias))
		w.Out[h] = int16(rounded(n.out[h], weights.ScaleOut, weights.MostOut))
	}
	for i, x := range n.direct {
		w.Direct[i] = int16(rounded(x, weights.ScaleDirect, weights.MostOut))
	}
	w.Level = int32(rounded(n.level[0], weights.ScaleLevel, weights.MostLevel))
}
