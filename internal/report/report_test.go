package report

import (
	"strings"
	"testing"
	"time"

	"koth/game"
	"koth/match"
	"koth/rating"
	"koth/tournament"
)

func sample() Report {
	return Report{
		Title: "Demo", Game: game.Info{Name: "tokens", Summary: "Eat."}, Rounds: 10, Seed: 7, Matches: 20, Planned: 20, Wall: 3 * time.Second,
		Engine: "V8", Sandbox: "seccomp", Bots: []string{"a\u202e", "<script>alert(1)</script>"},
		Rows: []tournament.Row{
			{Bot: 1, Rank: 1, Score: 12345, Wins: 15, Draws: 1, Losses: 4, Matches: 20, Moves: 10, Time: 10 * time.Microsecond, Rating: rating.Rating{Value: 1600, Low: 1500, High: 1700}},
			{Bot: 0, Rank: 2, Score: 12.5, Losses: 20, Rating: rating.Rating{Value: 1400, Low: 1300, High: 1500}, Faults: match.FaultCount{Crash: 3},
				First: &tournament.FirstFault{Match: 4, TurnFault: match.TurnFault{Turn: 0, Fault: game.Fault{Kind: game.FaultCrash, Text: "TypeError: <b>"}}}},
		},
		Pairs: []tournament.Pair{{A: 0, B: 1, ScoreA: 12.5, ScoreB: 12345, WinsA: 4, WinsB: 15, Draws: 1, Matches: 20}},
	}
}

func written(t *testing.T, r Report) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	got := written(t, sample())
	for _, want := range []string{
		"12\u202f345", "77.5%", "22.5%", "12.50", "1.00 µs", "95%: 1500 to 1700", "at the start: crash: TypeError: &lt;b&gt;",
		"&lt;script&gt;", "15 won, 1 drawn, 4 lost",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, not := range []string{"<script", "Unfinished", "http", "\u202e"} {
		if strings.Contains(got, not) {
			t.Errorf("the page has %q", not)
		}
	}
}

func TestWriteUnfinished(t *testing.T) {
	r := sample()
	r.Planned = 100
	if got := written(t, r); !strings.Contains(got, "broken off after 20 of 100 matches") {
		t.Error("the page does not say that the tournament is unfinished")
	}
}

// The scale holds every interval whole.
func TestBar(t *testing.T) {
	r := sample()
	want := []Bar{{Left: 50, Width: 50, Dot: 75}, {Left: 0, Width: 50, Dot: 25}}
	for i, row := range r.Rows {
		if got := r.Bar(row); got != want[i] {
			t.Errorf("row %d: %+v, want %+v", i, got, want[i])
		}
	}
}
