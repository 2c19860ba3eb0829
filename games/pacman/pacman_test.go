package pacman

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/game/gametest"
	"koth/replay/replaytest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game{}, gametest.Config{
		Act:      randomAction,
		Hide:     hide,
		MaxTurns: 1001, // two rounds of moves a turn
		Seats:    []int{1, 2, 5},
		Matches:  4,
	})
}

func TestReplays(t *testing.T) { replaytest.Golden(t, Game{}, "testdata/*.replay") }

// randomAction is any action.
func randomAction(rng *rand.Rand, _ game.Observation) game.Action {
	return Action(rng.IntN(int(actions)))
}

// hide changes what lies on a square that the player does not see, and how the game stands.
func hide(rng *rand.Rand, s game.State, seat game.Seat) bool {
	st := s.(*state)
	seen := map[int]bool{int(st.pacs[seat].at): true}
	for _, q := range st.Observe(seat).(*View).Sight {
		seen[q.At] = true
	}
	for i := range st.pacs {
		st.pacs[i].score += rng.IntN(1000)
		st.pacs[i].invincible = rng.IntN(3)
	}
	changed := false
	for at := range st.items {
		if seen[at] {
			continue
		}
		st.items[at] = "XoOF"[rng.IntN(4)]
		st.show(int32(at))
		changed = true
	}
	for i := range st.ghosts {
		st.ghosts[i].chasing, st.ghosts[i].kind = !st.ghosts[i].chasing, Kind(rng.IntN(int(kinds)))
	}
	return changed
}
