// Package engine plays gomoku: freestyle, standard and renju on boards from 5 to 20.
//
// An Engine holds a position and thinks about it. A board keeps the shapes of all lines up to date
// (board.go, shapes.go); forced wins are sought by fours (winbyfours.go), then by threes and
// fours (winbythrees.go); what is left is an alpha-beta search (search.go) that knows which
// answers a threat leaves (order.go). What positions are worth, and which moves come first, is learnt:
// command weigh makes what is in weights. The package knows no protocol, no clock of its own and no
// game of the arena: brains and house bots are made from it elsewhere.
package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Rule is what wins, in the numbers of the Gomocup protocol.
type Rule int

// The rules.
const (
	Freestyle Rule = 0 // five or more wins
	Standard  Rule = 1 // exactly five wins
	Renju     Rule = 4 // black wins with exactly five and may not make an overline, two fours or two threes; white wins with five or more
)

// Prepare makes the tables that engines of the rule share, which takes some 10 ms, unless they are
// there already. New does it too.
func (r Rule) Prepare() {
	if tables, ok := ruleTables[r]; ok {
		tables()
	}
}

// Point is a cell: X is the column, Y the row, from 0.
type Point struct{ X, Y int }

func (p Point) cell() cell { return cellAt(p.X, p.Y) }

func pointOf(c cell) Point { return Point{c.x(), c.y()} }

// Errors of moves and settings.
var (
	ErrSize  = errors.New("unsupported board size")
	ErrRule  = errors.New("unknown rule")
	ErrLevel = errors.New("unknown level")
	ErrMove  = errors.New("not a legal move")
)

// Config is what an engine is made with.
type Config struct {
	Size    int    // of the board, 5 to 20
	Rule    Rule   //
	Level   string // one of Levels; "" is master
	Memory  int    // bytes for everything that grows with it; 0 is DefaultMemory, the least is MinMemory
	Threads int    // that think together; 0 is 1. With more than one the result can differ from run to run
	Seed    uint64 // of the weaker levels' mistakes
}

// Memory of an engine, in bytes.
const (
	DefaultMemory = 64 << 20
	MinMemory     = 4 << 20
	MaxMemory     = 1 << 30
	threadBytes   = 2 << 20 // of a searcher, rounded up
)

// Engine is a position and what is known about it. It is for one goroutine.
type Engine struct {
	config    Config
	level     level
	board     *board
	table     *transpositions
	searchers []*searcher   // the first is the one that answers
	idle      chan struct{} // closed when all searchers have noticed that the latest search is over
}

// New returns an engine with an empty board. A Config out of range gives ErrSize, ErrRule or
// ErrLevel.
func New(c Config) (*Engine, error) {
	if c.Size < MinSize || c.Size > MaxSize {
		return nil, fmt.Errorf("board of %d: want %d to %d: %w", c.Size, MinSize, MaxSize, ErrSize)
	}
	if _, ok := ruleTables[c.Rule]; !ok {
		return nil, fmt.Errorf("rule %d: want 0 (freestyle), 1 (standard) or 4 (renju): %w", c.Rule, ErrRule)
	}
	l, err := levelOf(c.Level)
	if err != nil {
		return nil, err
	}
	c.Threads = max(1, c.Threads)
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	c.Memory = max(MinMemory, min(MaxMemory, c.Memory))
	e := &Engine{config: c, level: l, board: newBoard(c.Size, c.Rule), idle: make(chan struct{})}
	close(e.idle)
	e.table = newTranspositions(max(c.Memory-c.Threads*threadBytes, c.Memory/2))
	for range c.Threads {
		s := newSearcher(newBoard(c.Size, c.Rule), e.table)
		s.level, s.seed = l, c.Seed
		e.searchers = append(e.searchers, s)
	}
	return e, nil
}

// Reset empties the board and forgets the game.
func (e *Engine) Reset() {
	<-e.idle
	e.board.reset(e.config.Size, e.config.Rule)
	e.table.clear()
	for _, s := range e.searchers {
		s.forget()
	}
}

// Config returns what the engine was made with, complete.
func (e *Engine) Config() Config { return e.config }

// Moves returns how many stones are on the board.
func (e *Engine) Moves() int { return len(e.board.moves) }

// Play puts a stone of the side to move on a cell. A cell off the board or taken gives ErrMove; what
// renju forbids is the caller's business (Forbidden).
func (e *Engine) Play(p Point) error {
	if p.X < 0 || p.Y < 0 || p.X >= e.config.Size || p.Y >= e.config.Size {
		return fmt.Errorf("%d,%d is off the board: %w", p.X, p.Y, ErrMove)
	}
	if e.board.stones[p.cell()] != 0 {
		return fmt.Errorf("%d,%d is taken: %w", p.X, p.Y, ErrMove)
	}
	e.board.play(p.cell())
	return nil
}

// Stone is a stone on the board.
type Stone struct {
	At    Point
	White bool
}

// Set makes a position, of stones in the order in which they were put; their colours need not take
// turns. It keeps what the engine knows about the game. A stone off the board or on another gives
// ErrMove, and an empty board.
func (e *Engine) Set(stones []Stone, whiteToMove bool) error {
	e.board.reset(e.config.Size, e.config.Rule)
	for _, s := range stones {
		if s.White != e.WhiteToMove() {
			e.board.pass()
		}
		if err := e.Play(s.At); err != nil {
			e.board.reset(e.config.Size, e.config.Rule)
			return err
		}
	}
	if whiteToMove != e.WhiteToMove() {
		e.board.pass()
	}
	return nil
}

// Undo takes the last stone back; without any it does nothing.
func (e *Engine) Undo() {
	if len(e.board.moves) > 0 {
		e.board.undo()
	}
}

// Forbidden tells whether renju forbids black the empty cell.
func (e *Engine) Forbidden(p Point) bool { return e.board.foul(p.cell()) }

// Wins tells whether a stone of the side to move on the empty cell wins.
func (e *Engine) Wins(p Point) bool { return e.board.threat[e.board.turn][p.cell()] == makesFive }

// Limits bound one search. Nodes and Depth alone make it deterministic with one thread.
type Limits struct {
	Now   func() time.Duration // a clock that only goes forward; nil for no limit of time
	Soft  time.Duration        // on that clock: no deeper search begins after it; 0 is Hard
	Hard  time.Duration        // on that clock: by then the answer must be there
	Nodes uint64               // positions looked at by each thread; 0 is any number
	Depth int                  // plies; 0 is any depth
}

// Info is what the engine knows at some moment of its search, and Result at its end.
type Info struct {
	Move     Point
	Score    int     // to the side to move; a won position's is near 30000
	Win      int     // plies in which it wins at the latest, if that is proved; negative: in which it loses; else 0
	Depth    int     // plies searched; 0 for a forced win found by threats, or for a move without any search
	Seldepth int     // plies of the longest line looked at
	Nodes    uint64  // positions looked at, by all threads; of those that another one waits for no longer, up to a few hundred are not counted
	PV       []Point // what the engine expects, from Move on
}

// ErrOver means that there is nothing to think about.
var ErrOver = errors.New("no cell is left")

// Think returns the move for the side to move: when a limit is reached or nothing is left to find,
// or as soon as ctx is done. Then it waits for no thread, however long the machine keeps one from
// running: the move is the best of those found so far, or the one that looks best without any
// search. inform, which may be nil, is told when the engine knows more, before Think returns; what
// is overtaken by something better in the meantime is left out. The engine's board does not
// change. A full board gives ErrOver.
func (e *Engine) Think(ctx context.Context, l Limits, inform func(Info)) (Info, error) {
	if e.board.full() {
		return Info{}, ErrOver
	}
	if len(e.board.moves) == 0 {
		mid := Point{e.config.Size / 2, e.config.Size / 2}
		return Info{Move: mid, PV: []Point{mid}}, nil
	}
	guess := pointOf(e.board.obvious())
	select {
	case <-e.idle:
	case <-ctx.Done():
		return Info{Move: guess, PV: []Point{guess}}, nil
	}
	e.table.age = (e.table.age + 1) & 63
	r := e.newRun(l, guess)
	depth := maxPly / 2
	if l.Depth > 0 {
		depth = min(depth, l.Depth)
	}
	if e.level.depth > 0 {
		depth = min(depth, e.level.depth)
	}
	if inform == nil {
		inform = func(Info) {}
	}
	var threads sync.WaitGroup
	for i, s := range e.searchers {
		s.begin(e.board, &r.limit)
		if i > 0 {
			threads.Go(func() { s.deepen(depth, i, nil) })
		}
	}
	main := e.searchers[0]
	if ctx.Done() == nil { // nobody can want the answer before it is there
		main.deepen(depth, 0, func(i Info) {
			r.found.Store(&i)
			inform(i)
		})
	} else {
		answered := make(chan struct{})
		threads.Go(func() {
			main.deepen(depth, 0, r.tell)
			close(answered)
		})
		r.wait(ctx, answered, inform)
	}
	r.limit.stop.Store(true)
	e.idle = make(chan struct{})
	go func(idle chan<- struct{}) { // to wait here would make the answer as late as the latest thread
		threads.Wait()
		close(idle)
	}(e.idle)
	result := *r.found.Load()
	result.Nodes = r.limit.looked.Load()
	return result, nil
}

// run is one search of all threads, as it is for the one who waits for its answer.
type run struct {
	limit limit
	found atomic.Pointer[Info] // the best that the first searcher knows; never nil
	news  chan struct{}        // with room for one: found has changed
}

// newRun returns a run within limits that knows nothing better than a guess yet.
func (e *Engine) newRun(l Limits, guess Point) *run {
	r := &run{news: make(chan struct{}, 1)}
	r.found.Store(&Info{Move: guess, PV: []Point{guess}})
	r.limit.now, r.limit.soft, r.limit.hard, r.limit.nodes = l.Now, l.Soft, l.Hard, l.Nodes
	if l.Soft == 0 {
		r.limit.soft = l.Hard
	}
	if n := e.level.nodes; n > 0 && (l.Nodes == 0 || n < l.Nodes) {
		r.limit.nodes = n
	}
	return r
}

// tell makes i what was found.
func (r *run) tell(i Info) {
	r.found.Store(&i)
	select {
	case r.news <- struct{}{}:
	default: // what came before has not been heard either
	}
}

// wait informs of news until the search has answered or ctx is done.
func (r *run) wait(ctx context.Context, answered <-chan struct{}, inform func(Info)) {
	for {
		select {
		case <-r.news:
			inform(*r.found.Load())
		case <-answered:
			select {
			case <-r.news:
				inform(*r.found.Load())
			default:
			}
			return
		case <-ctx.Done():
			return
		}
	}
}

// Close waits until nothing of the last search runs any more. The engine can be used again.
func (e *Engine) Close() { <-e.idle }

// begin readies a searcher for another search.
func (s *searcher) begin(b *board, l *limit) {
	s.board.copyFrom(b)
	s.limit, s.halted, s.nodes, s.nextCheck, s.counted, s.selPly = l, false, 0, 0, 0, 0
	s.leastFour = fourPlus
	s.rootMove = noCell
	for i := range s.killers {
		s.killers[i] = [2]cell{noCell, noCell}
	}
	for i := range s.history {
		for j := range s.history[i] {
			s.history[i][j] /= 4
		}
	}
}

// deepen searches deeper and deeper until a limit or a proof ends it. Helpers start at different
// depths so that threads do not all look at the same.
func (s *searcher) deepen(last, helper int, inform func(Info)) {
	defer s.count()
	if helper == 0 && s.board.counts[s.board.turn][makesFive] == 0 {
		if n := s.winByThreats(); n > 0 {
			s.report(win-n, 0, inform)
			return
		}
	}
	score := 0
	for depth := 1 + helper%2; depth <= last && !s.halted; depth++ {
		got, ok := s.aspire(score, depth)
		if !ok {
			if s.lengths[0] > 0 { // the best move changed before time was up
				s.report(got, depth, inform)
			}
			return
		}
		score = got
		s.report(score, depth, inform)
		if score >= certain || score <= -certain || s.limit.late() {
			return
		}
	}
}

// winByThreats looks for a win by fours, the quickest first, and then by threes and fours, and
// returns in how many plies, or 0. The way is the principal variation from ply 0.
func (s *searcher) winByThreats() int {
	s.leastFour = makesFour
	left := s.limit.share(rootFours * s.level.fours)
	for depth := 3; depth <= maxFours && left > 0 && !s.halted; depth += 2 {
		before := s.nodes
		if n := s.winByFours(depth, left); n > 0 {
			s.setLine(0)
			return n
		}
		used := int(s.nodes - before)
		if left -= used; used == 0 && depth > 5 {
			break
		}
	}
	s.leastFour = fourPlus // the others hardly ever win, and are most
	if s.level.threes == 0 || s.board.counts[s.board.turn^1][makesFive] > 0 {
		return 0
	}
	return s.winByThrees(s.limit.share(s.level.threes))
}

// What the look for threats before the search takes: rootFours times as many positions as inside the
// search, and one part in rootShare of all at most.
const (
	rootFours = 50
	rootShare = 16
)

// share returns how many of positions a look for threats may take, so that most are left for the
// search; a position is taken to cost a microsecond.
func (l *limit) share(positions int) int {
	if l.nodes > 0 {
		positions = min(positions, int(l.nodes/rootShare))
	}
	if l.now != nil {
		positions = min(positions, int((l.hard-l.now())/time.Microsecond/rootShare))
	}
	return max(0, positions)
}

// aspire searches to a depth within a window around what is expected. ok is false if a limit
// ended it.
func (s *searcher) aspire(expected, depth int) (score int, ok bool) {
	width := 40
	alpha, beta := -win, win
	if depth > 3 {
		alpha, beta = max(-win, expected-width), min(win, expected+width)
	}
	for {
		score = s.search(alpha, beta, depth, 0, false)
		if s.halted {
			return expected, false
		}
		switch width *= 4; {
		case score <= alpha && alpha > -win:
			alpha = max(-win, score-width)
			if width > 1000 {
				alpha = -win
			}
		case score >= beta && beta < win:
			beta = min(win, score+width)
			if width > 1000 {
				beta = win
			}
		default:
			return score, true
		}
	}
}

// report tells inform, unless it is nil, the principal variation from ply 0 as what was found.
func (s *searcher) report(score, depth int, inform func(Info)) {
	if s.lengths[0] == 0 {
		return
	}
	s.rootMove = s.best[0][0]
	if inform == nil {
		return
	}
	i := Info{Move: pointOf(s.rootMove), Score: score, Depth: depth, Seldepth: s.selPly, Nodes: s.nodes}
	switch {
	case score >= certain:
		i.Win = win - score
	case score <= -certain:
		i.Win = -win - score
	}
	i.PV = make([]Point, s.lengths[0])
	for k := range i.PV {
		i.PV[k] = pointOf(s.best[0][k])
	}
	inform(i)
}

// WhiteToMove tells whose turn it is.
func (e *Engine) WhiteToMove() bool { return e.board.turn == white }
