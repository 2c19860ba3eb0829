package play

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
)

// Opponent thinks for the other side, and about hints. It can be asked from several goroutines; it
// answers one at a time.
type Opponent struct {
	Now     func() time.Duration // a clock that only goes forward
	Time    time.Duration        // for a move
	Level   string               // of the engine
	Threads int                  // of the engine
	Seed    uint64               // of its mistakes

	mu      sync.Mutex
	stopped atomic.Uint64 // how often it was stopped
	engines map[bool]*engine.Engine
}

// hintLevel is the level of hints, whatever the opponent's.
const hintLevel = "master"

// Thought is what came of thinking.
type Thought struct {
	Move gomoku.Point
	Win  int // plies to a win that is proved, negative to a loss, else 0
	Err  error
}

// says tells what was proved, about who moves.
func (t Thought) says(who string) string {
	switch {
	case t.Win == 1:
		return ""
	case t.Win > 0 && who == "you":
		return fmt.Sprintf(": you win in %d", (t.Win+1)/2)
	case t.Win > 0:
		return fmt.Sprintf(" and wins in %d", (t.Win+1)/2)
	}
	return ""
}

// Stop breaks off what is thought about now.
func (o *Opponent) Stop() { o.stopped.Add(1) }

// Think returns a move for the side that is to move in a view: the opponent's, or the best that is
// found for a hint. A Stop makes it answer at once.
func (o *Opponent) Think(v gomoku.View, hint bool) Thought {
	asked := o.stopped.Load()
	o.mu.Lock()
	defer o.mu.Unlock()
	e, err := o.engine(&v, hint)
	if err != nil {
		return Thought{Err: err}
	}
	stones := make([]engine.Stone, len(v.Stones))
	for i, s := range v.Stones {
		stones[i] = engine.Stone{At: engine.Point(s.Point), White: s.Stone == gomoku.White}
	}
	if err := e.Set(stones, v.Me == gomoku.White); err != nil {
		return Thought{Err: err}
	}
	hard := o.Now() + o.Time
	found, err := e.Think(context.Background(), engine.Limits{Hard: hard, Now: func() time.Duration {
		if o.stopped.Load() != asked {
			return hard
		}
		return o.Now()
	}}, nil)
	return Thought{Move: gomoku.Point(found.Move), Win: found.Win, Err: err}
}

// engine returns the engine for moves or for hints, made when it is first needed.
func (o *Opponent) engine(v *gomoku.View, hint bool) (*engine.Engine, error) {
	c := engine.Config{Size: v.Board.Size(), Rule: engine.Rule(v.Rule.Number()), Level: o.Level, Threads: o.Threads, Seed: o.Seed}
	if hint {
		c.Level = hintLevel
	}
	if e := o.engines[hint]; e != nil {
		return e, nil
	}
	e, err := engine.New(c)
	if err != nil {
		return nil, err
	}
	if o.engines == nil {
		o.engines = map[bool]*engine.Engine{}
	}
	o.engines[hint] = e
	return e, nil
}
