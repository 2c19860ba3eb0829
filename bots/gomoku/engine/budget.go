package engine

import "time"

// Times are what a player of a game has, as the Gomocup protocol tells it.
type Times struct {
	Turn  time.Duration // for one move; 0 is "as fast as possible"
	Match time.Duration // for all moves; 0 is no limit
	Left  time.Duration // what is left of Match; it can be negative
}

// What a move is planned to take.
const (
	fastest     = 20 * time.Millisecond // where it should be as fast as possible
	least       = time.Millisecond      // where nothing is left
	movesAhead  = 18                    // the moves that a game's time is shared among, early in it
	fewestAhead = 8
)

// Budget returns how long a move may take: no deeper search should begin after soft, and the
// answer must be there at hard. stones are those on the board; margin is kept in hand.
func (t Times) Budget(stones int, margin time.Duration) (soft, hard time.Duration) {
	hard = t.Turn - margin
	if t.Turn <= 0 {
		hard = fastest
	}
	soft = hard
	if t.Match > 0 {
		left := t.Left - 2*margin
		ahead := max(fewestAhead, movesAhead-stones/8)
		soft = min(soft, left/time.Duration(ahead))
		hard = min(hard, left/4, 3*soft)
		soft = soft * 2 / 3 // a search that begins is seldom done at once
	}
	hard = max(hard, least)
	return max(min(soft, hard), least), hard
}
