package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestDifference(t *testing.T) {
	// 10 to 1 odds are 400 points.
	d := Duel{0, 0, 0, 4 * 10, 6 * 10} // mean (0.75*4 + 1*6)/10 = 0.9
	if got := d.Score(); math.Abs(got-0.9) > 1e-12 {
		t.Fatalf("score %v", got)
	}
	if got, want := d.Difference().Value, 400*math.Log10(9); math.Abs(got-want) > 0.1 {
		t.Errorf("difference %.2f, want %.2f", got, want)
	}
	even := Duel{0, 50, 0, 50, 0}.Difference()
	if math.Abs(even.Value) > 1e-6 || math.Abs(even.LOS-0.5) > 1e-6 {
		t.Errorf("even: %+v", even)
	}
	// The deviation of a share is 0.25 a pair, so 0.025 of 100, and half the width 1.96 times that.
	if want := elo(0.5 + z95*0.025); math.Abs(even.High-want) > 1 || math.Abs(even.Low+want) > 1 {
		t.Errorf("even: %+v, want +-%.2f", even, want)
	}
	// Boards that the first seat always wins say that the bots are equal, and leave no doubt.
	if tied := (Duel{0, 0, 100, 0, 0}).Difference(); tied.High > 10 {
		t.Errorf("every board divided: %+v", tied)
	}
}

func TestDifferenceOfNothingAndEverything(t *testing.T) {
	for _, d := range []Duel{{}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 1000}, {1000, 0, 0, 0, 0}} {
		got := d.Difference()
		for _, v := range []float64{got.Value, got.Low, got.High, got.LOS} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%v: %+v", d, got)
			}
		}
	}
	if got := (Duel{0, 0, 0, 0, 1000}).Difference(); got.Value < 1000 || got.LOS < 0.999 {
		t.Errorf("won everything: %+v", got)
	}
}

func TestDifferenceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d, mirrored Duel
		for i := range d {
			d[i] = rapid.IntRange(0, 500).Draw(t, "pairs")
			mirrored[4-i] = d[i]
		}
		a, b := d.Difference(), mirrored.Difference()
		const close = 1e-6
		if !(a.Low <= a.Value && a.Value <= a.High) || a.LOS < 0 || a.LOS > 1 {
			t.Fatalf("%v: %+v", d, a)
		}
		if math.Abs(a.Value+b.Value) > close || math.Abs(a.Low+b.High) > close || math.Abs(a.LOS+b.LOS-1) > close {
			t.Fatalf("%v: %+v, seen from the other side %+v", d, a, b)
		}
		test := SPRT{Elo0: -5, Elo1: 5, Alpha: 0.05, Beta: 0.05}
		if x, y := test.LLR(d), test.LLR(mirrored); math.Abs(x+y) > close {
			t.Fatalf("%v: ratio %v, from the other side %v", d, x, y)
		}
	})
}

// TestSPRTErrors: where one of the hypotheses is true, the other is accepted about as often as the
// test says.
func TestSPRTErrors(t *testing.T) {
	const trials = 1000
	test := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct {
		elo   float64
		wrong Verdict
	}{{test.Elo0, AcceptH1}, {test.Elo1, AcceptH0}} {
		wrong := 0
		p := shareAt(tt.elo)
		for range trials {
			var d Duel
			for test.Judge(d) == Undecided {
				points := 0
				for range 2 {
					if rng.Float64() < p {
						points += 2
					}
				}
				d[points]++
			}
			if test.Judge(d) == tt.wrong {
				wrong++
			}
		}
		if share := float64(wrong) / trials; share > 0.08 {
			t.Errorf("at %v: wrong in %.1f %% of the trials, want about 5", tt.elo, 100*share)
		}
	}
}

func TestSPRTBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if math.Abs(upper-2.944) > 0.001 || math.Abs(lower+2.944) > 0.001 {
		t.Errorf("bounds %.3f and %.3f, want -2.944 and 2.944", lower, upper)
	}
}
