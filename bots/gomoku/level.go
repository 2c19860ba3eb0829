package gomoku

import (
	"context"
	"math/rand/v2"
	"time"

	"koth/bot"
	"koth/bot/native"
	"koth/bots/gomoku/engine"
	"koth/game"
	"koth/games/gomoku"
)

// Level plays with the engine, at one of its levels.
//
// It thinks about a number of positions and not for a time, so that a match can be played again:
// time only breaks it off where the limit of a move is too short for them, on this machine at its ease.
type Level struct {
	name    string
	now     func() time.Duration
	worked  func() time.Duration
	account bot.Account
	seed    uint64
	engine  *engine.Engine
	stones  []engine.Stone
}

// Limits of a Level.
const (
	levelNodes  = 400_000  // positions a move
	levelMemory = 16 << 20 // bytes of its engine
	keepShare   = 8        // one part in so many of a move's time is not used
	keepLeast   = 5 * time.Millisecond
)

// NewLevel returns the constructor of the engine's level of that name. The bot draws one random
// number, for the mistakes of weak levels.
func NewLevel(name string) native.Constructor {
	return func(s bot.Seating, rng *rand.Rand) native.Bot {
		l := &Level{name: name, now: s.Now, worked: s.Worked, account: bot.NewAccount(s.Limits), seed: rng.Uint64()}
		rule, err := gomoku.ParseRule(s.Options["rule"])
		if err == nil { // what takes time is done before the first move
			l.prepare(s.Options.Int("size"), rule)
		}
		return l
	}
}

// prepare makes the engine for a board and a rule, unless it is there.
func (l *Level) prepare(size int, rule gomoku.Rule) {
	if e := l.engine; e != nil && e.Config().Size == size && e.Config().Rule == engine.Rule(rule.Number()) {
		return
	}
	e, err := engine.New(engine.Config{Size: size, Rule: engine.Rule(rule.Number()), Level: l.name, Memory: levelMemory, Seed: l.seed})
	if err != nil {
		panic(err) // the game has a board or a rule that the engine does not know
	}
	l.engine = e
}

// Act plays the engine's move, or settles an opening with it.
func (l *Level) Act(obs game.Observation) game.Action {
	v := obs.(*gomoku.View)
	began, worked := l.now(), l.worked()
	limit := l.account.Limit()
	defer func() {
		used := l.now() - began
		if used >= limit {
			used = l.worked() - worked
		}
		l.account.Spend(used)
	}()
	l.prepare(v.Board.Size(), v.Rule) // a setup can have another board than the options
	limits := engine.Limits{Nodes: levelNodes, Now: l.worked, Hard: worked + limit - max(limit/keepShare, keepLeast)}
	if v.Phase != gomoku.PhaseMove {
		return l.settle(v, limits)
	}
	l.stones = l.stones[:0]
	for _, s := range v.Stones {
		l.stones = append(l.stones, engine.Stone{At: engine.Point(s.Point), White: s.Stone == gomoku.White})
	}
	if err := l.engine.Set(l.stones, v.Me == gomoku.White); err != nil {
		panic(err)
	}
	found, err := l.engine.Think(context.Background(), limits, nil)
	if err != nil {
		panic(err)
	}
	return gomoku.Move(gomoku.Point(found.Move))
}

// settle makes the choice of swap2.
func (l *Level) settle(v *gomoku.View, limits engine.Limits) game.Action {
	points := make([]engine.Point, len(v.Stones))
	for i, s := range v.Stones {
		points[i] = engine.Point(s.Point)
	}
	limits.Soft = limits.Hard
	choice, err := l.engine.Swap2(context.Background(), points, limits, l.seed)
	if err != nil {
		panic(err)
	}
	if choice.Swap {
		return gomoku.Swap()
	}
	moves := make([]gomoku.Point, len(choice.Moves))
	for i, p := range choice.Moves {
		moves[i] = gomoku.Point(p)
	}
	return gomoku.Put(moves...)
}
