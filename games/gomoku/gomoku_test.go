package gomoku

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/game/gametest"
	"koth/replay/replaytest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game{}, gametest.Config{
		Act: randomAction,
		Illegal: func(rng *rand.Rand, obs game.Observation) game.Action {
			v := obs.(*View)
			if last, ok := v.Last(); ok && v.Phase != PhaseOpen {
				return Put(last.Point)
			}
			return Put(Point{v.Board.Size(), 0})
		},
		MaxTurns: MaxCells,
	})
}

func TestReplays(t *testing.T) { replaytest.Golden(t, Game{}, "testdata/*.replay") }

// randomAction puts stones anywhere, and does anything that swap2 allows.
func randomAction(rng *rand.Rand, obs game.Observation) game.Action {
	v := obs.(*View)
	stones := 1
	switch v.Phase {
	case PhaseOpen:
		stones = 3
	case PhaseChoose:
		stones = rng.IntN(3)
	case PhaseDecide:
		stones = rng.IntN(2)
	}
	if stones == 0 {
		return Swap()
	}
	board, color := v.Board, v.Me
	var points []Point
	for len(points) < stones {
		p := Point{rng.IntN(board.Size()), rng.IntN(board.Size())}
		if board.May(v.Rule, p.X, p.Y, color) == nil {
			board.Set(p.X, p.Y, color)
			color = color.Other()
			points = append(points, p)
		}
	}
	return Put(points...)
}
