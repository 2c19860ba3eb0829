package tournament

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"koth/game"
)

func lineupsOf(ps []Pairing) [][]int {
	var out [][]int
	for _, p := range ps {
		out = append(out, p.Bots)
	}
	return out
}

func TestScheduleOrder(t *testing.T) {
	tests := []struct {
		format game.Format
		bots   int
		want   [][]int // of one round
	}{
		// rules/tokens.md, Tournament: (0,1), (0,2), ..., (1,0), (1,2), ...
		{game.FormatBothSeats, 3, [][]int{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}},
		// rules/politics.md, Tournament: the bot that is earlier in the list is bot one
		{game.FormatPairs, 3, [][]int{{0, 1}, {0, 2}, {1, 2}}},
		{game.FormatFreeForAll, 3, [][]int{{0, 1, 2}}},
	}
	for _, tt := range tests {
		t.Run(string(tt.format), func(t *testing.T) {
			const rounds = 2
			got := slices.Collect(Schedule(tt.format, tt.bots, rounds, 7))
			if diff := cmp.Diff(slices.Concat(tt.want, tt.want), lineupsOf(got)); diff != "" {
				t.Error(diff)
			}
			if n := Matches(tt.format, tt.bots, rounds); n != len(got) {
				t.Errorf("Matches = %d, the schedule has %d", n, len(got))
			}
		})
	}
}

func TestScheduleSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]game.Format{game.FormatBothSeats, game.FormatPairs, game.FormatFreeForAll}).Draw(t, "format")
		bots, rounds := rapid.IntRange(2, 6).Draw(t, "bots"), rapid.IntRange(1, 5).Draw(t, "rounds")
		seed := rapid.Uint64().Draw(t, "seed")
		all := slices.Collect(Schedule(format, bots, rounds, seed))
		if diff := cmp.Diff(all, slices.Collect(Schedule(format, bots, rounds, seed))); diff != "" {
			t.Fatalf("the same seed gives another schedule: %s", diff)
		}
		seeds, boards := map[uint64]bool{}, map[uint64]int{}
		for _, p := range all {
			if p.Seed >= 1<<seedBits || p.Board >= 1<<seedBits {
				t.Fatalf("seeds %d and %d: over %d bits", p.Seed, p.Board, seedBits)
			}
			if seeds[p.Seed] {
				t.Fatalf("two matches have the seed %d", p.Seed)
			}
			seeds[p.Seed] = true
			if round, ok := boards[p.Board]; ok && round != p.Round {
				t.Fatalf("rounds %d and %d have one board", round, p.Round)
			}
			boards[p.Board] = p.Round
		}
		if len(boards) != rounds {
			t.Fatalf("%d boards in %d rounds", len(boards), rounds)
		}
	})
}

// A schedule far longer than memory starts at once and can be left at any point.
func TestScheduleIsLazy(t *testing.T) {
	n := 0
	for p := range Schedule(game.FormatBothSeats, 100, 1<<40, 1) {
		if n++; n == 5 {
			if p.Round != 0 {
				t.Errorf("match 5 is of round %d", p.Round)
			}
			break
		}
	}
}

func TestScheduleUnknownFormat(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Matches("swiss", 2, 1)
}
