package brain

import (
	"context"
	"fmt"
	"strings"
	"time"

	"koth/bots/gomoku/engine"
)

// What is kept in hand of a move's time for the way to the manager and back, for a busy machine
// and for a search that looks at the clock late.
const (
	baseMargin  = 10 * time.Millisecond
	shareMargin = 40 // one part in so many of the move's time
	mostMargin  = 2  // but never more than one part in so many
	saySlower   = 250 * time.Millisecond
)

// margin returns what to keep in hand: more where searches were late of late.
func (b *Brain) margin() time.Duration {
	turn := b.settings.times.Turn
	return min(baseMargin+turn/shareMargin+2*b.late, turn/mostMargin)
}

// limits returns the limits of a search that began with the command that came at a time.
func (b *Brain) limits(at time.Duration) engine.Limits {
	soft, hard := b.settings.times.Budget(len(b.stones), b.margin())
	return engine.Limits{Now: b.clock, Soft: at + soft, Hard: at + hard}
}

// clock is the engine's: the end of the conversation is the end of time.
func (b *Brain) clock() time.Duration {
	if b.lines.ended.Load() {
		return 1 << 62
	}
	return b.Now()
}

// overdue remembers how late a search was; what was long ago counts less and less.
func (b *Brain) overdue(l engine.Limits) {
	b.late = max(b.late*7/8, b.Now()-l.Hard)
	b.late = max(0, min(b.late, time.Second))
}

// move answers with a move in the position of the stones.
func (b *Brain) move(_ context.Context, at time.Duration, white bool) error {
	if err := b.place(white); err != nil {
		return err
	}
	if len(b.stones) == b.size*b.size {
		return refuse("the board is full")
	}
	l := b.limits(at)
	said := at
	result, err := b.engine.Think(l, func(i engine.Info) {
		if now := b.Now(); now-said >= saySlower {
			said = now
			b.say(i, now-at)
			_ = b.out.Flush() // the answer will show it
		}
	})
	if err != nil {
		return refuse("%v", err)
	}
	b.overdue(l)
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
func (b *Brain) swap2(ctx context.Context, _ string, at time.Duration) error {
	var points []engine.Point
	b.stones = b.stones[:0]
	at, err := b.block(ctx, "SWAP2BOARD", at, func(args string) error {
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
	l := b.limits(at)
	choice, err := b.engine.Swap2(points, l, b.Seed)
	if err != nil {
		return refuse("%v", err)
	}
	b.overdue(l)
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
