package engine

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Choice is what a player does when an opening is made by the rule swap2.
type Choice struct {
	Swap  bool    // it takes the other colour
	Moves []Point // the stones that it puts, in order
}

// openings are the first three stones, from the centre: black, white, black. By freestyle and the standard
// rule, on boards of 15 and 20, searches of 1.5 million positions value them within 66 of even; by
// renju, 90 to 200 for white.
var openings = [][3]Point{
	{{2, 2}, {2, 4}, {5, 0}},
	{{1, 5}, {3, 5}, {5, 2}},
	{{-5, 2}, {-2, 5}, {-1, 5}},
}

// fair is the score up to which neither side is much better.
const fair = 60

// Swap2 returns the choice for an opening of none, three or five stones, the first of them black,
// on an empty board: the engine's position is lost. Other numbers of stones, or stones that cannot
// be put, give ErrMove. seed chooses among openings.
func (e *Engine) Swap2(ctx context.Context, stones []Point, l Limits, seed uint64) (Choice, error) {
	e.Reset()
	for _, p := range stones {
		if err := e.Play(p); err != nil {
			return Choice{}, err
		}
	}
	switch len(stones) {
	case 0:
		return Choice{Moves: e.opening(seed)}, nil
	case 3, 5:
	default:
		return Choice{}, fmt.Errorf("an opening of %d stones: want 0, 3 or 5: %w", len(stones), ErrMove)
	}
	if n := e.level.nodes; n > 0 && (l.Nodes == 0 || n < l.Nodes) {
		l.Nodes = n // of the whole choice, as of a move
	}
	first := l
	if len(stones) == 3 { // the rest is for the choice of two stones
		first.Nodes /= 2
		if l.Now != nil {
			now := l.Now()
			first.Soft, first.Hard = now+(l.Soft-now)/2, now+(l.Hard-now)/2
		}
	}
	white, err := e.Think(ctx, first, nil)
	if err != nil {
		return Choice{}, err
	}
	if len(stones) == 3 && white.Score > -fair && white.Score < fair {
		if two, ok := e.evenOut(ctx, white.Move, l); ok {
			return Choice{Moves: two}, nil
		}
	}
	if white.Score < 0 {
		return Choice{Swap: true}, nil
	}
	return Choice{Moves: []Point{white.Move}}, nil
}

// opening returns three stones. On a board that has no room for an opening it is shrunk about the
// centre as little as need be: pushed to the edge, stones could fall on one cell.
func (e *Engine) opening(seed uint64) []Point {
	size := e.config.Size
	o := openings[seed%uint64(len(openings))]
	points := make([]Point, 0, len(o))
	most := 0
	for _, p := range o {
		most = max(most, abs(p.X), abs(p.Y))
	}
	room := min(most, (size-1)/2)
	for _, p := range o {
		at := Point{size/2 + p.X*room/most, size/2 + p.Y*room/most}
		for slices.Contains(points, at) {
			at.X++
		}
		points = append(points, at)
	}
	return points
}

func abs(n int) int { return max(n, -n) }

// evenOut looks for a black stone after white's that leaves neither side better. ok is false if
// there is none.
func (e *Engine) evenOut(ctx context.Context, fourth Point, l Limits) (two []Point, ok bool) {
	if e.Play(fourth) != nil {
		return nil, false
	}
	defer e.Undo()
	const tries = 12
	candidates := e.board.promising()
	best := fair
	began := time.Duration(0)
	if l.Now != nil {
		began = l.Now()
	}
	for i := range tries {
		at := 3*i + 2 // not the strongest: they are meant to be even
		if at >= len(candidates) || ctx.Err() != nil {
			break
		}
		fifth := pointOf(candidates[at])
		if e.Play(fifth) != nil {
			continue
		}
		share := l
		share.Nodes = l.Nodes / (2 * tries)
		if l.Now != nil {
			share.Hard = began + (l.Soft-began)/tries*time.Duration(i+1)
			share.Soft = share.Hard
		}
		r, err := e.Think(ctx, share, nil)
		e.Undo()
		if score := max(r.Score, -r.Score); err == nil && r.Depth > 0 && score < best {
			best, two = score, []Point{fourth, fifth}
		}
	}
	return two, two != nil
}
