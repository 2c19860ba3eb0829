package rating

import "math"

// Duel counts what pairs of matches between two bots, A and B, came to: each pair is played on one
// board, with either bot in the first seat once. Duel[i] is the number of pairs in which A scored
// i/2 points, of the 2 that there are.
//
// Pairs are counted and not matches, since the two matches of one board depend on each other: a
// board that is won by whoever moves first says nothing about the bots, and must not seem to be
// two independent results.
type Duel [5]int

// Pairs returns how many pairs were played.
func (d Duel) Pairs() int {
	n := 0
	for _, k := range d {
		n += k
	}
	return n
}

// Score returns A's share of the points, from 0 to 1; one half where nothing was played.
func (d Duel) Score() float64 {
	mean, _ := d.moments()
	return mean
}

// moments returns the mean of A's share over pairs, one half of none, and its variance. For the
// variance each result is taken to have come regular times more than it did: without that, a few
// equal results would prove everything.
func (d Duel) moments() (mean, variance float64) {
	const regular = 0.5
	n := float64(d.Pairs())
	if mean = 0.5; n > 0 {
		mean = 0
		for i, k := range d {
			mean += float64(k) * float64(i) / 4 / n
		}
	}
	for i, k := range d {
		off := float64(i)/4 - mean
		variance += (float64(k) + regular) * off * off
	}
	return mean, variance / (n + regular*float64(len(d)))
}

// Difference is how much stronger A is than B, in Elo points.
type Difference struct {
	Value     float64
	Low, High float64 // hold 95 % of what the results leave possible
	LOS       float64 // likelihood of superiority: the probability that A is the stronger, from 0 to 1
}

// Difference estimates how much stronger A is. All is finite: a bot that won everything is taken to
// have lost a quarter of a point in one more pair.
//
// Low, High and LOS are those of a normal distribution of the mean over pairs. Source: the logistic
// model of Elo, 400 points being 10 to 1 odds.
func (d Duel) Difference() Difference {
	n := float64(d.Pairs())
	if n == 0 {
		return Difference{Low: elo(0.01), High: elo(0.99), LOS: 0.5}
	}
	mean, variance := d.moments()
	deviation := math.Sqrt(variance / n)
	edge := 0.25 / (n + 1) // no share is believed to be nearer to 0 or 1
	bound := func(share float64) float64 { return elo(min(max(share, edge), 1-edge)) }
	return Difference{
		Value: bound(mean), Low: bound(mean - z95*deviation), High: bound(mean + z95*deviation),
		LOS: 0.5 * math.Erfc(-(mean-0.5)/(math.Sqrt2*deviation)),
	}
}

// elo returns the difference in Elo points at which a bot is expected to get a share of the points.
func elo(share float64) float64 { return scale * math.Log(share/(1-share)) }

// shareAt is the inverse of elo.
func shareAt(elo float64) float64 { return 1 / (1 + math.Exp(-elo/scale)) }

// SPRT is a sequential test of two hypotheses about a difference in Elo points: that it is Elo0, or
// that it is Elo1, which is larger. Alpha is the probability of accepting Elo1 where Elo0 is true,
// Beta that of the opposite; both lie between 0 and 0.5.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
}

// Bounds returns the logarithms of the likelihood ratio at which the test ends: at lower or below
// it accepts Elo0, at upper or above Elo1.
//
// Source: Wald, Sequential Tests of Statistical Hypotheses (1945).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the logarithm of the likelihood ratio of Elo1 to Elo0 given the results.
//
// It is the normal approximation of the generalised test over pairs. Source: Van den Bergh, A
// practical introduction to the GSPRT (2019).
func (t SPRT) LLR(d Duel) float64 {
	n := float64(d.Pairs())
	mean, variance := d.moments()
	s0, s1 := shareAt(t.Elo0), shareAt(t.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Verdict is what a test has come to.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	AcceptH0  Verdict = "elo0" // the difference is Elo0 rather than Elo1
	AcceptH1  Verdict = "elo1"
)

// Judge returns what the test has come to.
func (t SPRT) Judge(d Duel) Verdict {
	lower, upper := t.Bounds()
	switch llr := t.LLR(d); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}
