package js

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
	"koth/games/tokens"
	"koth/match"
)

// cpuTime returns the CPU time that this process has used, which a busy machine disturbs less than
// the clock on the wall.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// What a turn costs before the bot does anything.
func BenchmarkTurn(b *testing.B) {
	r := newRuntime(b)
	p, start := seat(b, r, "function () { return 'PASS' }", bottest.Generous)
	if start.Fault != nil {
		b.Fatal(bottest.Show(start))
	}
	b.ReportAllocs()
	begin := cpuTime()
	for b.Loop() {
		p.Ask(bottest.Turn(1))
		p.realm.turn(p.dialect.AppendTurn(p.realm.input(), p.obs), limit{p.limits.Move, p.limits.Clock})
	}
	b.ReportMetric(float64(cpuTime()-begin)/float64(b.N), "cpu-ns/op")
}

// What it costs to end a match and begin the next: for a bot that leaves nothing, a name, or a
// method on a prototype.
func BenchmarkReset(b *testing.B) {
	for _, bb := range []struct{ name, source string }{
		{"nothing", "function () { return 'PASS' }"},
		{"a name", "function () { globalThis.leak = 1; return 'PASS' }"},
		{"a method", "function () { Array.prototype.last = 1; return 'PASS' }"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			r := newRuntime(b)
			begin := cpuTime()
			for b.Loop() {
				p, _ := seat(b, r, bb.source, bottest.Generous)
				bottest.Ask(p, 1)
				p.Close()
			}
			b.ReportMetric(float64(cpuTime()-begin)/float64(b.N), "cpu-ns/op")
		})
	}
}

// seedBots are bots written for the original challenge; KOTH_SHARED or a folder shared beside
// the checkout holds them.
func seedBots(b *testing.B, names ...string) []bot.Spec {
	b.Helper()
	root := os.Getenv("KOTH_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	var specs []bot.Spec
	for _, name := range names {
		path := filepath.Join(root, "seedbots", "tokens", name+".js")
		source, err := os.ReadFile(path)
		if err != nil {
			b.Skipf("no seed bots to play with: %v", err)
		}
		specs = append(specs, bot.Spec{Name: name, Kind: bot.JavaScript, Path: path, Source: source})
	}
	return specs
}

// What a turn of tokens costs with all that belongs to it: rules, hand-over, the bot, faults, and
// its share of beginning and ending matches.
func BenchmarkTokens(b *testing.B) {
	all := seedBots(b, "hungry-bot", "kinda-random-ai", "lazy-bot", "mirror-bot", "naive-ai", "one-target")
	bench := func(bots []bot.Spec) func(*testing.B) {
		return func(b *testing.B) {
			r := newRuntime(b)
			runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: r}}
			var g game.Game = tokens.Game{}
			opts, err := g.Info().ParseOptions(nil)
			if err != nil {
				b.Fatal(err)
			}
			turns, round := 0, uint64(0)
			play := func() {
				round++
				for i := range bots {
					for j := range bots {
						if i == j && len(bots) > 1 {
							continue
						}
						res, err := runner.Run(match.Match{Game: g, Options: opts, Seed: round, Board: round, Bots: []bot.Spec{bots[i], bots[j]}})
						if err != nil {
							b.Fatal(err)
						}
						for _, s := range res.Seats {
							if len(s.First) > 0 && s.Faults.Timeout+s.Faults.Crash > 0 {
								b.Fatalf("%s: %s", bots[i].Name, s.First[0].Text)
							}
						}
						turns += res.Turns
					}
				}
			}
			for range 600 / len(bots) {
				play()
			}
			turns = 0
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b.ResetTimer()
			begin := cpuTime()
			for b.Loop() {
				play()
			}
			used := cpuTime() - begin
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(used)/float64(turns), "cpu-ns/turn")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(turns), "ns/turn")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(turns), "allocs/turn")
		}
	}
	for _, s := range all {
		b.Run(fmt.Sprintf("%s against itself", s.Name), bench([]bot.Spec{s}))
	}
	b.Run("all", bench(all))
}
