package main

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"koth/bots/gomoku/engine"
)

// gomokuEngine says how many positions the gomoku engine looks at in a second of processor time, by
// rule and by threads: what else runs on the machine does not count.
func (b bench) gomokuEngine() error {
	const (
		times = 3
		nodes = 500_000
	)
	opening := []engine.Point{{X: 7, Y: 7}, {X: 8, Y: 8}, {X: 6, Y: 8}, {X: 8, Y: 6}, {X: 9, Y: 7}, {X: 5, Y: 5}}
	rules := []struct {
		name    string
		rule    engine.Rule
		threads int
	}{
		{"freestyle", engine.Freestyle, 1}, {"standard", engine.Standard, 1}, {"renju", engine.Renju, 1}, {"freestyle, 2 threads", engine.Freestyle, 2},
	}
	for _, r := range rules {
		e, err := engine.New(engine.Config{Size: 15, Rule: r.rule, Threads: r.threads})
		if err != nil {
			return err
		}
		var speeds []time.Duration // for a million positions
		depth := 0
		for range times {
			e.Reset()
			for _, p := range opening {
				if err := e.Play(p); err != nil {
					return err
				}
			}
			began := processorTime()
			found, err := e.Think(context.Background(), engine.Limits{Nodes: nodes}, nil)
			if err != nil {
				return err
			}
			speeds = append(speeds, (processorTime()-began)*1_000_000/time.Duration(found.Nodes))
			depth = found.Depth
		}
		fmt.Printf("  %-20s %8.0f positions a second, depth %d with %d\n", r.name, 1e6/median(speeds).Seconds(), depth, nodes)
	}
	return nil
}

// processorTime returns what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // the arguments are right
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
