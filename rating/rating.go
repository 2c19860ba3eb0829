// Package rating turns results between pairs of bots into ratings. It is pure arithmetic: it
// knows no matches, no bots and no clock.
package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Rating is a bot's strength in Elo points: 400 points are 10 to 1 odds. The mean over all bots
// of one fit is Mean.
type Rating struct {
	Value float64
	Low   float64 // Low and High hold 95 % of what the results leave possible
	High  float64
}

// Mean is the mean rating of a field.
const Mean = 1500

// Result is what two bots did against each other.
type Result struct {
	A, B  int     // numbers of the bots, from 0
	Score float64 // of A: 1 a win, half a draw
	Games float64 // matches, or their weight
}

const (
	scale = 400 / math.Ln10 // Elo points per unit of log odds
	z95   = 1.959964        // 95 % of a normal distribution lie within so many deviations

	// priorVariance, in squared log odds, is how far apart bots are believed to be before any
	// result: a deviation of 3 (about 520 points). It keeps the rating of a bot that never lost
	// finite, and counts for little against a few dozen matches.
	priorVariance = 9

	maxSteps  = 100
	tolerance = 1e-9 // of a step, in log odds
)

// Fit returns the ratings of bots, in their order, that explain all results jointly best; the
// order of the results does not matter. Bots without results get Mean and a wide interval.
//
// It is the maximum a posteriori estimate of the Bradley-Terry model, P(A beats B) =
// 1/(1+exp(b-a)), draws as half a win, with an independent normal prior on each strength, found
// by Newton's method; the intervals are those of the normal approximation at the estimate.
// Source: Bradley and Terry, Rank analysis of incomplete block designs (1952); Hunter, MM
// algorithms for generalized Bradley-Terry models (2004) for the likelihood's concavity.
func Fit(bots int, results []Result) []Rating {
	if bots == 0 {
		return nil
	}
	theta := make([]float64, bots)
	gradient := mat.NewVecDense(bots, nil)
	information := mat.NewSymDense(bots, nil)
	var chol mat.Cholesky
	for range maxSteps {
		derive(theta, results, gradient, information)
		chol.Factorize(information) // positive definite: the prior adds to the diagonal
		var step mat.VecDense
		if err := chol.SolveVecTo(&step, gradient); err != nil {
			break // so badly conditioned that no digit would be gained
		}
		// Far from the solution a full step can overshoot: none is longer than one unit.
		norm := mat.Norm(&step, math.Inf(1))
		shrink := min(1, 1/max(norm, tolerance))
		for i := range theta {
			theta[i] += shrink * step.AtVec(i)
		}
		if norm < tolerance {
			break
		}
	}
	derive(theta, results, gradient, information)
	chol.Factorize(information)
	var covariance mat.SymDense
	if err := chol.InverseTo(&covariance); err != nil {
		covariance.ReuseAsSym(bots)
	}
	return ratings(theta, &covariance)
}

// derive fills in the gradient of the log posterior and the negative of its second derivative.
func derive(theta []float64, results []Result, gradient *mat.VecDense, information *mat.SymDense) {
	gradient.Zero()
	information.Zero()
	for i, t := range theta {
		gradient.SetVec(i, -t/priorVariance)
		information.SetSym(i, i, 1/float64(priorVariance))
	}
	add := func(i, j int, v float64) { information.SetSym(i, j, information.At(i, j)+v) }
	for _, r := range results {
		p := 1 / (1 + math.Exp(theta[r.B]-theta[r.A]))
		g := r.Score - r.Games*p
		gradient.SetVec(r.A, gradient.AtVec(r.A)+g)
		gradient.SetVec(r.B, gradient.AtVec(r.B)-g)
		w := r.Games * p * (1 - p)
		add(r.A, r.A, w)
		add(r.B, r.B, w)
		add(r.A, r.B, -w)
	}
}

// ratings turns strengths into Elo points around Mean. The interval is that of a bot's strength
// against the mean of the field: what all share, the results say nothing about.
func ratings(theta []float64, covariance *mat.SymDense) []Rating {
	n := float64(len(theta))
	mean, total := 0.0, 0.0
	rows := make([]float64, len(theta))
	for i := range theta {
		mean += theta[i] / n
		for j := range theta {
			rows[i] += covariance.At(i, j)
		}
		total += rows[i]
	}
	out := make([]Rating, len(theta))
	for i := range theta {
		v := max(0, covariance.At(i, i)-2*rows[i]/n+total/(n*n))
		value, half := Mean+scale*(theta[i]-mean), scale*z95*math.Sqrt(v)
		out[i] = Rating{Value: value, Low: value - half, High: value + half}
	}
	return out
}
