package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestFitTwo(t *testing.T) {
	// 10 to 1 odds are 400 points; many games drown the prior.
	r := Fit(2, []Result{{A: 0, B: 1, Score: 10000, Games: 11000}})
	if got := r[0].Value - r[1].Value; math.Abs(got-400) > 1 {
		t.Errorf("difference = %.2f, want 400", got)
	}
	if got := (r[0].Value + r[1].Value) / 2; math.Abs(got-Mean) > 1e-6 {
		t.Errorf("mean = %.6f, want %d", got, Mean)
	}
}

// The interval of the difference has a closed form: 1/sqrt(n p (1-p)) in log odds, and each of
// two bots is half the difference away from the mean.
func TestFitInterval(t *testing.T) {
	const games = 4000
	r := Fit(2, []Result{{A: 0, B: 1, Score: games / 2, Games: games}})
	want := scale * z95 / math.Sqrt(games*0.25) / 2
	if got := r[0].High - r[0].Value; math.Abs(got-want) > 0.01*want {
		t.Errorf("half width = %.3f, want %.3f", got, want)
	}
}

func TestFitWhitewash(t *testing.T) {
	r := Fit(3, []Result{{A: 0, B: 1, Score: 50, Games: 50}})
	if !(r[0].Value > r[2].Value && r[2].Value > r[1].Value) {
		t.Errorf("ratings %v: a bot that won all, one without games, one that lost all", r)
	}
	for i, x := range r {
		if math.IsInf(x.Value, 0) || math.IsNaN(x.Low) || x.Low >= x.Value || x.High <= x.Value {
			t.Errorf("rating %d = %+v", i, x)
		}
	}
}

func TestFitNoBots(t *testing.T) {
	if r := Fit(0, nil); len(r) != 0 {
		t.Errorf("Fit(0) = %v", r)
	}
}

// Strength is judged by the opponents too: beating the stronger one is worth more.
func TestFitIsJoint(t *testing.T) {
	r := Fit(4, []Result{
		{A: 0, B: 1, Score: 90, Games: 100}, // 0 is much stronger than 1
		{A: 2, B: 0, Score: 50, Games: 100}, // 2 draws level with 0
		{A: 3, B: 1, Score: 50, Games: 100}, // 3 draws level with 1
	})
	if got := r[2].Value - r[3].Value; got < 300 {
		t.Errorf("2 is %.0f above 3, want about 380: both won half their games", got)
	}
}

func TestFitProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bots := rapid.IntRange(2, 6).Draw(t, "bots")
		var results []Result
		for range rapid.IntRange(0, 12).Draw(t, "results") {
			a := rapid.IntRange(0, bots-1).Draw(t, "a")
			b := (a + rapid.IntRange(1, bots-1).Draw(t, "b")) % bots
			games := rapid.IntRange(1, 1000).Draw(t, "games")
			results = append(results, Result{A: a, B: b, Games: float64(games), Score: float64(rapid.IntRange(0, 2*games).Draw(t, "score")) / 2})
		}
		r := Fit(bots, results)
		sum := 0.0
		for i, x := range r {
			if math.IsNaN(x.Value) || !(x.Low < x.Value && x.Value < x.High) {
				t.Fatalf("rating %d = %+v", i, x)
			}
			sum += x.Value
		}
		if math.Abs(sum/float64(bots)-Mean) > 1e-6 {
			t.Fatalf("mean %v", sum/float64(bots))
		}
		// The order of the results, and which of two bots is called A, do not matter.
		var turned []Result
		for i := len(results) - 1; i >= 0; i-- {
			x := results[i]
			turned = append(turned, Result{A: x.B, B: x.A, Games: x.Games, Score: x.Games - x.Score})
		}
		for i, x := range Fit(bots, turned) {
			if math.Abs(x.Value-r[i].Value) > 1e-4 {
				t.Fatalf("rating %d = %v, and %v with the results turned round", i, r[i].Value, x.Value)
			}
		}
	})
}
