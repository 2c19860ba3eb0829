package engine

import (
	"math"
	"sync/atomic"
	"time"
)

// Scores. A win in n plies is win-n, a loss lose+n.
const (
	win     = 30000
	certain = win - 1000 // scores from here on are proved
	maxEval = 20000
	maxPly  = 120
)

// searcher is one thread's search: its own board and what it learns about moves. Nothing in it is
// allocated while it thinks.
type searcher struct {
	board  *board
	table  *transpositions
	fours  *fours
	threes *threes

	nodes     uint64
	nextCheck uint64 // the nodes at which the limits are looked at again
	counted   uint64 // the nodes that the limit knows of
	halted    bool
	limit     *limit
	level     level
	seed      uint64 // of the noise in the evaluation
	rootMove  cell   // looked at first at the root

	leastFour threat // that the search for fours tries
	foursLeft int    // positions that the search for fours may still take
	threesEnd uint64 // the nodes at which the search for threes ends
	line      []cell // of the latest win by fours, or by threes and fours

	killers  [maxPly + 2][2]cell
	counters [2][cells]cell
	history  [2][cells]int32
	pickers  [maxPly + 2]picker
	best     [maxPly + 2][maxPly + 2]cell // principal variations by ply
	lengths  [maxPly + 2]int
	selPly   int
}

// limit says when a search has to stop. It is shared by all threads.
type limit struct {
	now    func() time.Duration // nil for no clock
	soft   time.Duration        // on that clock: begin nothing new
	hard   time.Duration        // on that clock: stop
	nodes  uint64               // of one thread; 0 for any number
	stop   atomic.Bool
	looked atomic.Uint64 // positions that all threads looked at, as of their latest look at the limits
}

// late tells whether nothing new should begin.
func (l *limit) late() bool { return l.now != nil && l.now() >= l.soft }

// checkEvery is how many positions lie between two looks at the clock: about a tenth of a
// millisecond.
const checkEvery = 128

func newSearcher(b *board, t *transpositions) *searcher {
	s := &searcher{board: b, table: t, fours: new(fours), threes: new(threes), line: make([]cell, 0, maxPly)}
	s.forget()
	return s
}

// forget drops what was learnt in other games.
func (s *searcher) forget() {
	*s.fours = fours{}
	*s.threes = threes{}
	for i := range s.killers {
		s.killers[i] = [2]cell{noCell, noCell}
	}
	for i := range s.counters {
		for j := range s.counters[i] {
			s.counters[i][j] = noCell
		}
	}
	s.history = [2][cells]int32{}
}

// stopped looks at the limits from time to time.
func (s *searcher) stopped() bool {
	if s.halted || s.nodes < s.nextCheck {
		return s.halted
	}
	l := s.limit
	s.count()
	s.nextCheck = s.nodes + checkEvery
	switch {
	case l.stop.Load(), l.nodes > 0 && s.nodes >= l.nodes:
		s.halted = true
	case l.now != nil && l.now() >= l.hard:
		s.halted = true
	}
	return s.halted
}

// count tells the limit how many positions were looked at.
func (s *searcher) count() {
	s.limit.looked.Add(s.nodes - s.counted)
	s.counted = s.nodes
}

// reductions by depth and number of the move.
var reductions = func() (r [64][256]int8) {
	for d := 1; d < 64; d++ {
		for m := 1; m < 256; m++ {
			r[d][m] = int8(0.3 + math.Log(float64(d))*math.Log(float64(m))/2.0)
		}
	}
	return r
}()

// search returns the score of the position to the side to move: exact within alpha and beta, a
// bound outside. depth is in plies; answers that are forced cost none.
func (s *searcher) search(alpha, beta, depth, ply int, mayPass bool) int {
	b := s.board
	s.nodes++
	s.lengths[ply] = 0
	s.selPly = max(s.selPly, ply)
	if s.stopped() {
		return 0
	}
	me, other := b.turn, b.turn^1
	if b.counts[me][makesFive] > 0 {
		s.setOnly(ply, b.sets[me][makesFive].first())
		return win - ply - 1
	}
	if b.full() {
		return 0
	}
	beta = min(beta, win-ply-3)
	alpha = max(alpha, -win+ply+2)
	if alpha >= beta {
		return alpha
	}
	switch b.counts[other][makesFive] {
	case 0:
	case 1:
		return s.answerFour(alpha, beta, depth, ply)
	default:
		s.setAllowed(ply, b.sets[other][makesFive])
		return -win + ply + 2
	}
	blind := s.level.blind > 0 && int(s.chance()%100) < s.level.blind
	if b.counts[me][unstoppable] > 0 && !blind {
		s.setOnly(ply, b.sets[me][unstoppable].first())
		return win - ply - 3
	}
	if ply >= maxPly {
		return s.evaluate()
	}

	pv := beta > alpha+1
	first := noCell
	if e, ok := s.table.get(b.hash); ok {
		first = e.move
		if score := fromTable(e.score, ply); !pv && e.depth >= depth {
			switch {
			case e.bound == exact, e.bound == lower && score >= beta, e.bound == upper && score <= alpha:
				return score
			}
		}
	}
	if ply == 0 && s.rootMove != noCell {
		first = s.rootMove
	}
	if first != noCell && (b.stones[first] != 0 || !b.legal(first)) {
		first = noCell
	}

	// Continuous fours.
	if b.counts[me][makesFour]+b.counts[me][fourPlus]+b.counts[me][fourThree] > 0 {
		budget := s.level.fours * (1 + max(depth, 0))
		if depth <= 0 {
			budget = min(budget, leafFours)
		}
		if n := s.winByFours(maxFours, budget); n > 0 {
			s.setLine(ply)
			s.table.put(b.hash, entry{s.line[0], toTable(win-ply-n, ply), provedDepth, lower})
			return win - ply - n
		}
		if s.halted {
			return 0
		}
	}

	threatened := b.counts[other][unstoppable] > 0 && !blind
	eval := s.evaluate()
	if depth <= 0 {
		s.table.put(b.hash, entry{noCell, eval, 0, exact})
		return eval
	}

	if !pv && !threatened && beta < certain && beta > -certain {
		if depth <= 4 && eval-futility*depth >= beta {
			return eval
		}
		if mayPass && depth >= 3 && eval >= beta {
			b.pass()
			score := -s.search(-beta, -beta+1, depth-3-depth/4, ply+1, false)
			b.pass()
			if s.halted {
				return 0
			}
			if score >= beta && score < certain {
				return score
			}
		}
	}
	if first == noCell && depth >= 4 {
		depth--
	}

	var from set
	if threatened {
		from = b.answers()
	} else {
		from = b.near()
	}
	if ply == 0 && s.level.overlooks > 0 {
		from = s.overlook(from)
	}
	p := &s.pickers[ply]
	p.fill(s, &from, first, ply)
	best, bestMove, start := -win+ply+2, noCell, alpha
	if threatened {
		best = -win + ply + 4
	}
	tried := 0
	widened := threatened
	for {
		m, ok := p.pick()
		if !ok {
			if best > -certain || widened || s.halted {
				break
			}
			widened = true // everything near loses: before that counts as proved, the far cells
			rest := b.empty()
			for i := range rest {
				rest[i] &^= from[i]
			}
			p.fill(s, &rest, noCell, ply)
			continue
		}
		c := m.cell
		calm := b.calm(c)
		if best > -certain && tried > 0 && !threatened && (!pv || tried > widePV) && calm {
			if depth <= 6 && tried >= (3+depth*2+depth*depth/2)/2 {
				p.dropCalm(b)
				continue
			}
			if depth <= 3 && eval+futility*(depth+1) <= alpha {
				continue
			}
		}
		tried++
		b.play(c)
		var score int
		switch {
		case tried == 1:
			score = -s.search(-beta, -alpha, depth-1, ply+1, true)
		default:
			r := 0
			if depth >= 2 && tried > 2 && !threatened {
				r = int(reductions[min(depth, 63)][min(tried, 255)])
				if !calm {
					r--
				}
				r = max(0, min(r, depth-1))
			}
			score = -s.search(-alpha-1, -alpha, depth-1-r, ply+1, true)
			if r > 0 && score > alpha {
				score = -s.search(-alpha-1, -alpha, depth-1, ply+1, true)
			}
			if score > alpha && score < beta {
				score = -s.search(-beta, -alpha, depth-1, ply+1, true)
			}
		}
		b.undo()
		if s.halted {
			return 0
		}
		if score > best || bestMove == noCell {
			best, bestMove = max(score, best), c
			if score > alpha {
				s.setBest(ply, c)
				alpha = score
			}
		}
		if alpha >= beta {
			s.reward(c, depth, ply, p, tried)
			break
		}
	}
	if bestMove == noCell { // nothing is legal or possible here
		if threatened {
			return best
		}
		return s.evaluate()
	}
	e := entry{bestMove, toTable(best, ply), depth, exact}
	switch {
	case best >= beta:
		e.bound = lower
	case best <= start:
		e.bound = upper
	}
	s.table.put(b.hash, e)
	return best
}

// provedDepth is the depth of entries that no deeper search can better.
const provedDepth = 120

// leafFours is how many positions a look for continuous fours may take at the end of the search.
const leafFours = 30

// widePV is how many moves are looked at on the principal variation however quiet they are.
const widePV = 12

// futility is what a ply may gain without a threat.
const futility = 60

// overlook drops cells from a set as if they had not been thought of; it never drops all.
func (s *searcher) overlook(from set) set {
	left, any := from, false
	seed := s.chance()
	for c := range cell(cells) {
		if !from.has(c) {
			continue
		}
		if (seed^uint64(c)*0x2545f4914f6cdd1d)*0x9e3779b97f4a7c15>>40%100 < uint64(s.level.overlooks) {
			left.flip(c)
		} else {
			any = true
		}
	}
	if !any {
		return from
	}
	return left
}

// answerFour plays the only move against a four.
func (s *searcher) answerFour(alpha, beta, depth, ply int) int {
	b := s.board
	c := b.sets[b.turn^1][makesFive].first()
	if !b.legal(c) {
		return -win + ply + 2
	}
	if ply >= maxPly {
		return s.evaluate()
	}
	b.play(c)
	score := -s.search(-beta, -alpha, depth, ply+1, true)
	b.undo()
	s.setBest(ply, c)
	return score
}

// reward remembers a move that was good enough, and those before it that were not.
func (s *searcher) reward(c cell, depth, ply int, p *picker, tried int) {
	b := s.board
	if k := &s.killers[ply]; k[0] != c {
		k[0], k[1] = c, k[0]
	}
	if n := len(b.moves); n > 0 {
		s.counters[b.turn][b.moves[n-1]] = c
	}
	bonus := int32(min(depth*depth*32, 2048))
	h := &s.history[b.turn]
	h[c] += bonus - h[c]*bonus/16384
	for _, m := range p.list[:max(0, p.next-1)] {
		if m.cell != c {
			h[m.cell] -= bonus + h[m.cell]*bonus/16384
		}
	}
}

// setAllowed makes one of the cells all of the principal variation from ply, if renju allows any.
func (s *searcher) setAllowed(ply int, from set) {
	for c := from.first(); c != noCell; c = from.first() {
		if s.board.legal(c) {
			s.setOnly(ply, c)
			return
		}
		from.flip(c)
	}
}

// setBest makes c the first move of the principal variation from ply, before that of ply+1.
func (s *searcher) setBest(ply int, c cell) {
	s.best[ply][0] = c
	s.lengths[ply] = 1 + copy(s.best[ply][1:], s.best[ply+1][:s.lengths[ply+1]])
}

// setOnly makes c alone the principal variation from ply.
func (s *searcher) setOnly(ply int, c cell) {
	s.best[ply][0] = c
	s.lengths[ply] = 1
}

// setLine makes the line of the latest forced win the principal variation from ply.
func (s *searcher) setLine(ply int) { s.lengths[ply] = copy(s.best[ply][:], s.line) }

// toTable and fromTable convert proved scores between counting from the root and counting from
// the position.
func toTable(score, ply int) int {
	switch {
	case score >= certain:
		return score + ply
	case score <= -certain:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score >= certain:
		return score - ply
	case score <= -certain:
		return score + ply
	}
	return score
}
