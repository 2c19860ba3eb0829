package tournament

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"koth/game"
	"koth/match"
)

// result makes a result from scores; ranks are as match.Run gives them.
func result(scores ...float64) match.Result {
	var r match.Result
	for _, s := range scores {
		rank := 1
		for _, o := range scores {
			if o > s {
				rank++
			}
		}
		r.Seats = append(r.Seats, match.SeatResult{Score: s, Rank: rank})
	}
	return r
}

func TestStandingsTable(t *testing.T) {
	s := NewStandings(3, false)
	s.Add([]int{0, 1}, result(5, 3))
	s.Add([]int{1, 0}, result(4, 4))
	s.Add([]int{2, 1}, result(7, 2))
	want := []Row{
		{Bot: 0, Rank: 1, Score: 9, Wins: 1, Draws: 1, Matches: 2},
		{Bot: 1, Rank: 2, Score: 9, Draws: 1, Losses: 2, Matches: 3}, // as many points, entered later
		{Bot: 2, Rank: 3, Score: 7, Wins: 1, Matches: 1},
	}
	if diff := cmp.Diff(want, s.Table(), cmpopts.IgnoreFields(Row{}, "Rating")); diff != "" {
		t.Error(diff)
	}
	wantPairs := []Pair{
		{A: 0, B: 1, ScoreA: 9, ScoreB: 7, WinsA: 1, Draws: 1, Matches: 2},
		{A: 1, B: 2, ScoreA: 2, ScoreB: 7, WinsB: 1, Matches: 1},
	}
	if diff := cmp.Diff(wantPairs, s.Pairs()); diff != "" {
		t.Error(diff)
	}
}

func TestStandingsByWins(t *testing.T) {
	s := NewStandings(3, true)
	s.Add([]int{0, 1}, result(0.5, 0.5))
	s.Add([]int{0, 2}, result(0.5, 0.5))
	s.Add([]int{1, 2}, result(0, 1))
	if got := s.Table()[0].Bot; got != 2 { // as many points as bot 0, but a win
		t.Errorf("bot %d is first, want 2", got)
	}
}

func TestStandingsFreeForAll(t *testing.T) {
	s := NewStandings(3, false)
	s.Add([]int{0, 1, 2}, result(4, 4, 1))
	rows := s.Table()
	for i, want := range []string{"draw", "draw", "loss"} {
		r := rows[i]
		got := map[[3]int]string{{1, 0, 0}: "win", {0, 1, 0}: "draw", {0, 0, 1}: "loss"}[[3]int{r.Wins, r.Draws, r.Losses}]
		if r.Bot != i || got != want {
			t.Errorf("row %d: bot %d, %s; want bot %d, %s", i, r.Bot, got, i, want)
		}
	}
	if n := len(s.Pairs()); n != 3 {
		t.Errorf("%d pairs, want 3", n)
	}
}

func TestStandingsFaultsAndTimes(t *testing.T) {
	s := NewStandings(2, false)
	r := result(1, 0)
	r.Seats[0].Moves, r.Seats[0].Time, r.Seats[0].Max = 4, 8*time.Millisecond, 5*time.Millisecond
	s.Add([]int{0, 1}, r)
	f := match.TurnFault{Turn: 3, Fault: game.Fault{Kind: game.FaultCrash, Text: "boom"}}
	r.Seats[1].Faults.Crash, r.Seats[1].First = 2, []match.TurnFault{f}
	s.Add([]int{0, 1}, r)
	rows := s.Table()
	if got := rows[0]; got.Mean() != 2*time.Millisecond || got.Max != 5*time.Millisecond {
		t.Errorf("mean %v, max %v; want 2ms, 5ms", got.Mean(), got.Max)
	}
	if got := rows[1]; got.Mean() != 0 || got.Faults.Crash != 2 || got.First == nil || got.First.Match != 1 || got.First.Text != "boom" {
		t.Errorf("row of the crasher: %+v", got)
	}
}

// A bot against itself counts for its row, and is no pair.
func TestStandingsSelfPlay(t *testing.T) {
	s := NewStandings(2, false)
	s.Add([]int{1, 1}, result(3, 2))
	rows := s.Table()
	if rows[0].Bot != 1 || rows[0].Score != 5 || rows[0].Matches != 2 || len(s.Pairs()) != 0 {
		t.Errorf("%+v, pairs %v", rows[0], s.Pairs())
	}
}
