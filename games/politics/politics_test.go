package politics

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/game/gametest"
	"koth/replay/replaytest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game{}, gametest.Config{
		Act: randomAction, Illegal: tooDear, Hide: changeHidden,
		MaxTurns: maxTurnsLimit, Matches: 10,
	})
}

// randomAction returns one of the moves that the bot can make, or a Wait.
func randomAction(rng *rand.Rand, obs game.Observation) game.Action {
	v := obs.(*View)
	now := City{Regions: v.Map(), Money: [seats]int{v.Money}} // enough for all prices but those of bribes
	a := anyAction(rng)
	if a.Kind == Bribe && v.Money < 1000 || now.Check(0, a) != nil {
		return Action{}
	}
	return a
}

// anyAction returns a move of good form. Merges are mostly of neighbours.
func anyAction(rng *rand.Rand) Action {
	a := Action{Kind: Kind(rng.IntN(int(kinds)))}
	a.From = Point{rng.IntN(Size), rng.IntN(Size)} // a first corner in both variants
	if limit := a.Kind.limit() + 1; a.Kind.points() == 2 {
		a.To = Point{rng.IntN(limit), rng.IntN(limit)}
	}
	if a.Kind == Merge && rng.IntN(2) == 0 {
		a.To = Point{min(a.From.X+BlockSize, Size-1), a.From.Y}
	}
	return a
}

// tooDear returns a campaign for more than the bot has, if there is one.
func tooDear(_ *rand.Rand, obs game.Observation) game.Action {
	if obs.(*View).Money >= Size*Size {
		return nil
	}
	return Action{Campaign, Point{0, 0}, Point{Size, Size}}
}

// changeHidden makes another city that looks the same: it swaps two voters of a region, and
// changes what the other bot has and knows.
func changeHidden(rng *rand.Rand, st game.State, seat game.Seat) bool {
	s := st.(*state)
	s.city.Money[1-seat]++
	s.city.Bribes[rng.IntN(Blocks)]++
	s.polls[1-seat] = poll{!s.polls[1-seat].made, Area{3, 3, 9, 9}}
	if !s.polls[seat].made {
		s.city.Support[1][2], s.city.Support[3][0] = s.city.Support[3][0], s.city.Support[1][2]
	}
	return true
}

// TestReplays plays recorded matches again: one of published bots, and two of bots that were written
// to make every kind of move, with and without faults, one of those under variant=post.
func TestReplays(t *testing.T) {
	replaytest.Golden(t, Game{}, "testdata/*.replay")
}
