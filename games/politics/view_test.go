package politics

import (
	"math"
	"strings"
	"testing"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

// TestView: what each bot sees (rules, Bot interface).
func TestView(t *testing.T) {
	setup := people(`[50,60]`, map[Point]float64{{0, 0}: -1, {0, 1}: -2, {1, 0}: 5, {5, 5}: 3})
	s := newMatch(t, strings.TrimSuffix(setup, "}")+`,"regions":`+mappedRegions(`[[[4,0],[0,0]],[[8,0]],[[12,0]]`)+`}`)
	one, two := s.Observe(0).(*View), s.Observe(1).(*View)
	if one.Money != 50 || two.Money != 60 || len(one.Regions) != 15 || one.Poll != nil {
		t.Errorf("money %d and %d, %d regions, poll %v", one.Money, two.Money, len(one.Regions), one.Poll)
	}
	want := Region{[]Point{{4, 0}, {0, 0}}, Counts{Neutral: 29, You: 2, Opponent: 1, Average: 8.0 / 32}}
	if diff := cmp.Diff(want, one.Regions[0]); diff != "" {
		t.Errorf("region 0 seen by bot one (-want +got):\n%s", diff)
	}
	want.You, want.Opponent = 1, 2
	if diff := cmp.Diff(want, two.Regions[0]); diff != "" {
		t.Errorf("region 0 seen by bot two (-want +got):\n%s", diff)
	}
	one.Regions[0].Blocks[0] = Point{9, 9} // a copy: no effect
	one.Regions[0].Neutral = 0
	if diff := cmp.Diff(want, s.Observe(1).(*View).Regions[0]); diff != "" || s.Observe(0).(*View).Regions[0].Blocks[0] != (Point{4, 0}) {
		t.Errorf("a view shows what was done to another one: %s", diff)
	}
}

// TestPoll: the result is of the state one turn later, and there for one turn.
func TestPoll(t *testing.T) {
	setup := people(`[100,100]`, map[Point]float64{{3, 3}: -2, {4, 3}: 0.5})
	for _, tt := range []struct {
		raw      string
		one, two []float64 // support as bots one and two see it
	}{
		{"off", []float64{2, 0.25, -0.5}, []float64{-2, -0.25, 0.5}},
		{"on", []float64{-2, -0.25, 0.5}, []float64{-2, -0.25, 0.5}}, // Ambiguities, 3
	} {
		t.Run("rawpoll="+tt.raw, func(t *testing.T) {
			s := newMatch(t, setup, "rawpoll="+tt.raw)
			play(t, s, `["poll",[5,3],[3,5]]`, `["poll",[3,3],[5,5]]`)
			play(t, s, `["poll",[5,3],[3,5]]`, `["campaign",[8,8],[9,9]]`)
			if v := s.Observe(1).(*View); v.Poll != nil {
				t.Errorf("bot two still sees a poll: %+v", v.Poll)
			}
			play(t, s, `["campaign",[8,8],[8,8]]`, `["poll",[3,3],[5,5]]`)
			if v := s.Observe(0).(*View); v.Poll != nil {
				t.Errorf("bot one still sees a poll: %+v", v.Poll)
			}
			play(t, s, `["poll",[5,3],[3,5]]`, `["merge",[0,0],[4,0]]`) // the index is that of the new list
			play(t, s, `["poll",[5,3],[3,5]]`, `["poll",[3,3],[5,5]]`)
			s.city.Support[3][4] = -0.25 // and so is the support
			for seat, support := range [][]float64{tt.one, tt.two} {
				got := s.Observe(game.Seat(seat)).(*View).Poll
				want := &Result{
					People: []Person{{Point{3, 3}, 0, support[0]}, {Point{3, 4}, 3, support[1]}, {Point{4, 3}, 0, support[2]}, {Point{4, 4}, 4, 0}},
					Counts: Counts{Neutral: 1, You: 2 - seat, Opponent: 1 + seat, Average: 2.75 / 4},
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("seat %d (-want +got):\n%s", seat, diff)
				}
			}
		})
	}
}

// TestEmptyPoll: of no voters the average is no number, which JSON cannot say.
func TestEmptyPoll(t *testing.T) {
	s := newMatch(t, "")
	play(t, s, `["poll",[5,3],[5,5]]`, "null")
	v := s.Observe(0).(*View)
	if v.Poll == nil || len(v.Poll.People) != 0 || !math.IsNaN(v.Poll.Average) {
		t.Fatalf("poll = %+v", v.Poll)
	}
	const want = `"result":{"people":[],"amounts":{"number_neutral":0,"number_you":0,"number_opponent":0,"absolute_average":null}}}`
	if got := string(v.AppendJSON(nil)); !strings.HasSuffix(got, want) {
		t.Errorf("JSON %s, want the end %s", got, want)
	}
}
