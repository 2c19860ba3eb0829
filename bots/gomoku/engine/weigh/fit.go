package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"koth/bots/gomoku/engine"
)

// model is what is fitted to examples.
type model[E any] interface {
	// loss returns the logistic loss of an example; if learn is set it adds its gradient.
	loss(example *E, learn bool) float64
	// all returns the parameters.
	all() *parameters
	// spread makes of the parameters what loss looks at, and gather of the gradient by that the
	// gradient by the parameters.
	spread()
	gather()
}

// parameters are numbers that are fitted by Adam.
type parameters struct {
	value, gradient []float32
	mean, square    []float32 // of the gradient, moving
	steps           int
}

func newParameters(n int) *parameters {
	return &parameters{value: make([]float32, n), gradient: make([]float32, n), mean: make([]float32, n), square: make([]float32, n)}
}

// step goes against the gradient of so many examples, and clears it.
//
// Source: Kingma and Ba, Adam: A Method for Stochastic Optimization (2015), with its constants.
func (p *parameters) step(rate float64, examples int) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-7
	p.steps++
	rate /= 1 - math.Pow(beta1, float64(p.steps))
	unbias := 1 / (1 - math.Pow(beta2, float64(p.steps)))
	for i := range p.value {
		g := p.gradient[i] / float32(examples)
		p.mean[i] = beta1*p.mean[i] + (1-beta1)*g
		p.square[i] = beta2*p.square[i] + (1-beta2)*g*g
		p.value[i] -= float32(rate) * p.mean[i] / (float32(math.Sqrt(float64(p.square[i])*unbias)) + epsilon)
	}
	clear(p.gradient)
}

// course is how a fit goes.
type course struct {
	rounds int
	rate   float64 // of learning, at first; it falls to a fiftieth along a cosine
	seed   uint64
}

// batch is how many examples a step is made for.
const batch = 512

var errNoExamples = errors.New("the games have too few positions to learn from: play more, and of this rule")

// fit makes the loss small, and writes after each round what it has come to.
func fit[E any](m model[E], from examples[E], c course, out io.Writer) error {
	if len(from.train) == 0 || len(from.check) == 0 {
		return errNoExamples
	}
	rng := rand.New(rand.NewPCG(c.seed, 1))
	order := rng.Perm(len(from.train))
	steps := c.rounds * ((len(order) + batch - 1) / batch)
	done := 0
	m.spread()
	for round := range c.rounds {
		sum := 0.0
		for at := 0; at < len(order); at += batch {
			now := order[at:min(len(order), at+batch)]
			for _, i := range now {
				sum += m.loss(&from.train[i], true)
			}
			m.gather()
			done++
			m.all().step(c.rate*(0.02+0.98*(1+math.Cos(math.Pi*float64(done)/float64(steps)))/2), len(now))
			m.spread()
		}
		fmt.Fprintf(out, "round %d: loss %.4f; in %d examples that were kept out %.4f\n",
			round+1, sum/float64(len(order)), len(from.check), meanLoss(m, from.check))
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return nil
}

func meanLoss[E any](m model[E], list []E) float64 {
	sum := 0.0
	for i := range list {
		sum += m.loss(&list[i], false)
	}
	return sum / float64(len(list))
}

// table gives each combo a row of numbers: the sum of what its four shapes count, what its threat
// counts and what is its own. So rare ones are near what their lines suggest.
type table struct {
	width  int
	combos []engine.Combo
	most   float32 // of a number, up or down; what is cut off has a gradient all the same, so that it can come back
	pinned bool    // the combo that is nothing counts nothing, and so do its shapes and its threat
	// Parts are rows of parameters: of shapes, then of threats, then of combos.
	parts, partGradient []float32
	rows, rowGradient   []float32 // by combo
	threats             int       // the first row of threats
	own                 int       // the first row of combos
}

// partRows returns how many rows of parameters a table has, and where those of threats and of combos
// begin.
func partRows(combos []engine.Combo) (rows, threats, own int) {
	for _, c := range combos {
		for _, s := range c.Shapes {
			threats = max(threats, int(s)+1)
		}
		own = max(own, int(c.Threat)+1)
	}
	own += threats
	return own + len(combos), threats, own
}

// newTable returns a table whose parameters begin at a place.
func newTable(combos []engine.Combo, width int, p *parameters, at int) *table {
	rows, threats, own := partRows(combos)
	return &table{
		width: width, combos: combos, most: math.MaxFloat32, threats: threats, own: own,
		parts: p.value[at : at+rows*width], partGradient: p.gradient[at : at+rows*width],
		rows: make([]float32, len(combos)*width), rowGradient: make([]float32, len(combos)*width),
	}
}

// row returns what a combo counts, and gradientRow the gradient by it.
func (t *table) row(combo uint16) []float32 { return t.rows[int(combo)*t.width:][:t.width] }

func (t *table) gradientRow(combo uint16) []float32 {
	return t.rowGradient[int(combo)*t.width:][:t.width]
}

// partsOf returns the rows of parameters that a combo is the sum of.
func (t *table) partsOf(combo int) [6]int {
	c := &t.combos[combo]
	return [6]int{int(c.Shapes[0]), int(c.Shapes[1]), int(c.Shapes[2]), int(c.Shapes[3]), t.threats + int(c.Threat), t.own + combo}
}

func (t *table) spread() {
	clear(t.rows)
	for combo := range t.combos {
		if t.pinned && combo == 0 {
			continue
		}
		row := t.rows[combo*t.width:][:t.width]
		for _, part := range t.partsOf(combo) {
			for i, v := range t.parts[part*t.width:][:t.width] {
				row[i] += v
			}
		}
		for i := range row {
			row[i] = max(-t.most, min(t.most, row[i]))
		}
	}
}

func (t *table) gather() {
	for combo := range t.combos {
		row := t.rowGradient[combo*t.width:][:t.width]
		for _, part := range t.partsOf(combo) {
			to := t.partGradient[part*t.width:][:t.width]
			for i, g := range row {
				to[i] += g
			}
		}
	}
	clear(t.rowGradient)
	if t.pinned {
		for _, part := range t.partsOf(0) {
			clear(t.partGradient[part*t.width:][:t.width])
		}
	}
}

// rounded returns a number at a scale, at most so great up or down.
func rounded(x float32, scale, most float64) int {
	return int(math.Round(max(-most, min(most, float64(x)*scale))))
}

// index is 1 for true.
func index(b bool) int {
	if b {
		return 1
	}
	return 0
}
