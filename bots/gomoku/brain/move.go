package brain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"koth/bots/gomoku/engine"
)

// What is kept in hand of a move's time for the way to the manager and back, and for a busy machine.
const (
	baseMargin  = 10 * time.Millisecond
	shareMargin = 20 // one part in so many of the move's time
	lateMargin  = 2  // times the worst lateness: a move is one of several that can be late
	leastShare  = 10 // but never so much that less than one part in so many is left
	saySlower   = 250 * time.Millisecond
	grace       = 2 * time.Millisecond // in which a search that looks at the clock ends by itself
)

// margin returns what to keep in hand.
func (b *Brain) margin() time.Duration {
	turn := b.settings.times.Turn
	return min(baseMargin+turn/shareMargin+lateMargin*b.late.lately(b.Now()), turn-turn/leastShare)
}

// thinking returns the limits of a search for the command that came at a time, and the context that
// ends it. The search looks at the clock itself; where the machine does not let it, the context
// is done a little later, and at the end of the conversation. The function ends the thinking.
func (b *Brain) thinking(at time.Duration) (context.Context, context.CancelFunc, engine.Limits) {
	soft, hard := b.settings.left().Budget(len(b.stones), b.margin())
	l := engine.Limits{Now: b.Now, Soft: at + soft, Hard: at + hard, Nodes: b.settings.nodes, Depth: b.settings.depth}
	now := b.Now()
	b.late.owe(now)
	ctx, cancel := context.WithTimeout(b.lines.talk, l.Hard+grace-now)
	return ctx, func() { cancel(); b.late.settle() }, l
}

// answered notes what the answer to a command that came at a time took, and how late it is. What went by
// before the search began, as it does where an engine has to be made first, does not come again.
func (b *Brain) answered(at time.Duration, l engine.Limits) {
	now := b.Now()
	b.settings.spent += now - at
	b.late.note(now, now-max(l.Hard, b.late.since)-grace)
}

// move answers with a move in the position of the stones.
func (b *Brain) move(_ context.Context, at time.Duration, white bool) error {
	if err := b.place(white); err != nil {
		return err
	}
	if len(b.stones) == b.size*b.size {
		return refuse("the board is full")
	}
	ctx, cancel, l := b.thinking(at)
	defer cancel()
	said := at
	result, err := b.engine.Think(ctx, l, func(i engine.Info) {
		if now := b.Now(); now-said >= saySlower {
			said = now
			b.say(i, now-at)
			_ = b.out.Flush() // the answer will show it
		}
	})
	if err != nil {
		return refuse("%v", err)
	}
	b.answered(at, l)
	b.say(result, b.Now()-at)
	b.stones = append(b.stones, engine.Stone{At: result.Move, White: white})
	b.answer("%d,%d", result.Move.X, result.Move.Y)
	return nil
}

// say tells what the engine knows.
func (b *Brain) say(i engine.Info, spent time.Duration) {
	score := fmt.Sprint(i.Score)
	switch {
	case i.Win > 0:
		score = fmt.Sprintf("wins in %d", i.Win)
	case i.Win < 0:
		score = fmt.Sprintf("loses in %d", -i.Win)
	}
	var pv strings.Builder
	for k, p := range i.PV {
		if k == 10 {
			pv.WriteString(" ...")
			break
		}
		fmt.Fprintf(&pv, " %d,%d", p.X, p.Y)
	}
	b.answer("MESSAGE depth %d-%d score %s nodes %d time %d ms pv%s", i.Depth, i.Seldepth, score, i.Nodes, spent.Milliseconds(), pv.String())
}

// swap2 reads an opening and answers with stones or SWAP.
func (b *Brain) swap2(talk context.Context, _ string, at time.Duration) error {
	var points []engine.Point
	b.stones = b.stones[:0]
	at, err := b.block(talk, "SWAP2BOARD", at, func(args string) error {
		p, err := b.free(args)
		if err != nil {
			return err
		}
		points = append(points, p)
		b.stones = append(b.stones, engine.Stone{At: p, White: len(points)%2 == 0})
		return nil
	})
	b.stones = b.stones[:0]
	if err != nil {
		return err
	}
	if err := b.ready(); err != nil {
		return err
	}
	ctx, cancel, l := b.thinking(at)
	defer cancel()
	choice, err := b.engine.Swap2(ctx, points, l, b.Seed)
	if err != nil {
		return refuse("%v", err)
	}
	b.answered(at, l)
	if choice.Swap {
		b.answer("SWAP")
		return nil
	}
	var out []string
	for _, p := range choice.Moves {
		out = append(out, fmt.Sprintf("%d,%d", p.X, p.Y))
	}
	b.answer("%s", strings.Join(out, " "))
	return nil
}
