// Package tournament makes schedules and adds up results.
//
// A schedule is a pure generator: it depends on the format, the number of bots and the seed
// alone, and holds no list, so that a schedule of millions of matches costs nothing. Standings
// add up results in the order in which they are given. Who plays the matches (worker/) and who
// shows the table (internal/cli) is not this package's business.
package tournament

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"koth/game"
)

// Pairing is one match of a schedule.
type Pairing struct {
	Round int    // from 0
	Bots  []int  // by seat: the bots' numbers in order of entry
	Seed  uint64 // of the bots' random numbers; no two matches share it
	Board uint64 // of what the rules draw; the matches of a round share it
}

// Streams of a tournament's seed. They decide which seeds the matches get: add, never renumber.
const streamRound = 1 << 40 // plus the round

// seedBits keeps seeds within what every reader of JSON takes for a whole number.
const seedBits = 53

// Schedule yields the matches of a tournament in the order in which they count.
//
//   - FormatBothSeats: in each round every ordered pair of different bots, (0,1), (0,2), ...,
//     (1,0), ..., all on one board; rounds * n * (n-1) matches.
//   - FormatPairs: in each round every pair once, the earlier entry in the first seat, on one
//     board; rounds * n * (n-1) / 2 matches.
//   - FormatFreeForAll: in each round one match of all bots in order of entry; rounds matches.
//
// Any other format panics. A round is yielded whole before the next begins.
func Schedule(format game.Format, bots, rounds int, seed uint64) iter.Seq[Pairing] {
	return func(yield func(Pairing) bool) {
		for round := range rounds {
			r := rand.New(rand.NewPCG(seed, streamRound+uint64(round)))
			board := r.Uint64() >> (64 - seedBits)
			for seats := range lineups(format, bots) {
				if !yield(Pairing{Round: round, Bots: seats, Seed: r.Uint64() >> (64 - seedBits), Board: board}) {
					return
				}
			}
		}
	}
}

// Matches returns how many matches Schedule yields.
func Matches(format game.Format, bots, rounds int) int {
	switch format {
	case game.FormatBothSeats:
		return rounds * bots * (bots - 1)
	case game.FormatPairs:
		return rounds * bots * (bots - 1) / 2
	case game.FormatFreeForAll:
		return rounds
	}
	panic(unknownFormat(format))
}

// lineups yields who sits where in the matches of one round.
func lineups(format game.Format, bots int) iter.Seq[[]int] {
	switch format {
	case game.FormatBothSeats, game.FormatPairs:
		return func(yield func([]int) bool) {
			for a := range bots {
				first := 0
				if format == game.FormatPairs {
					first = a + 1
				}
				for b := first; b < bots; b++ {
					if a != b && !yield([]int{a, b}) {
						return
					}
				}
			}
		}
	case game.FormatFreeForAll:
		return func(yield func([]int) bool) {
			all := make([]int, bots)
			for i := range all {
				all[i] = i
			}
			yield(all)
		}
	}
	panic(unknownFormat(format))
}

func unknownFormat(format game.Format) string {
	return fmt.Sprintf("tournament: unknown format %q", format)
}
