package cli

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"koth/bots/gomoku/brain"
	"koth/bots/gomoku/engine"
)

type brainCmd struct {
	Game    string  `arg:"" enum:"gomoku" help:"The game: gomoku."`
	Level   string  `default:"master" placeholder:"LEVEL" help:"How strong it plays: easy, medium, hard or master (master)."`
	Threads int     `default:"1" help:"Threads that think together, unless the manager says how many."`
	Seed    *uint64 `placeholder:"N" help:"Seed of the weaker levels' mistakes; a random one if left out."`
}

// Run answers a manager until it ends the conversation.
func (c *brainCmd) Run(ctx context.Context, s streams) error {
	if err := engine.CheckLevel(c.Level); err != nil {
		return usage(err)
	}
	if c.Threads < 1 {
		return usage(fmt.Errorf("--threads %d: want 1 or more", c.Threads))
	}
	most := max(runtime.GOMAXPROCS(0), c.Threads)
	// A thread that thinks holds a processor of Go's: with one more for the clock and one for the
	// manager's lines, nothing has to wait until it is taken away from it.
	runtime.GOMAXPROCS(most + 2)
	b := brain.Brain{In: s.in, Out: s.out.Writer, Level: c.Level, Threads: c.Threads, MaxThreads: most}
	zero := time.Now()
	b.Now = func() time.Duration { return time.Since(zero) }
	if c.Seed != nil {
		b.Seed = *c.Seed
	} else {
		b.Seed = randomSeed()
	}
	return b.Run(ctx)
}
