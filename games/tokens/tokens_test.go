package tokens

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/game/gametest"
	"koth/replay/replaytest"
)

// maxTurns bounds a match (rules, One match): each of 2 size tokens, and the end, may take
// 4 size + 1 turns.
func maxTurns(size int) int { return (2*size + 1) * (idleFactor*size + 1) }

func TestGame(t *testing.T) {
	gametest.Run(t, Game{}, gametest.Config{Act: randomAction, MaxTurns: maxTurns(MaxSize)})
}

func TestReplays(t *testing.T) { replaytest.Golden(t, Game{}, "testdata/*.replay") }

// randomAction eats where it can, most of the time, so that matches do not all end by idleness.
func randomAction(rng *rand.Rand, obs game.Observation) game.Action {
	v := obs.(*View)
	if me := v.Me(); v.Tokens[me.X][me.Y] != (Token{}) && rng.IntN(4) > 0 {
		return Eat
	}
	return Action(rng.IntN(int(actions)))
}
