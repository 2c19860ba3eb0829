package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// sixBots are the bots of the original challenge that the tokens races are run with.
var sixBots = []string{"hungry-bot", "naive-ai", "kinda-random-ai", "mirror-bot-controller", "lazy-bot", "one-target"}

func (b bench) tokenFiles() []string { return b.seedBots("tokens", sixBots) }

func (b bench) kothTokens(rounds int, flags ...string) runner {
	command := append([]string{b.koth, "tournament", "tokens"}, b.tokenFiles()...)
	command = append(command, "--rounds", strconv.Itoa(rounds), "--seed", "1", "--json")
	return runner{name: "koth", command: append(command, flags...), matches: member("matches")}
}

func (b bench) peerTokens(file string, rounds int, count string, flags ...string) runner {
	command := []string{"node", filepath.Join(b.shared, "peers", file), "--bots", strings.Join(b.tokenFiles(), ","), "--rounds", strconv.Itoa(rounds), "--seed", "1"}
	return runner{name: strings.TrimSuffix(file, ".js"), command: append(command, flags...), matches: member(count)}
}

// tokensInProcess: 1000 rounds of six bots, 30 000 matches, against a Node program that calls the
// bots in its own process, without isolation, clock or confinement.
func (b bench) tokensInProcess() error {
	return race(5, b.kothTokens(1000), b.peerTokens("tokens_inprocess.js", 1000, "matches"))
}

// tokensIsolated: against a Node program with a fresh vm context for each bot and match, which
// gets fewer rounds to be done in time.
func (b bench) tokensIsolated() error {
	return race(3, b.kothTokens(1000), b.peerTokens("tokens_isolated.js", 50, "games", "--json"))
}

// memory: 300 000 matches; the memory of koth and its workers after the first 10 000 and at the end.
func (b bench) memory() error {
	const rounds, matches, early = 10_000, 300_000, 10_000
	samples, err := sampleMemory(b.kothTokens(rounds))
	if err != nil {
		return err
	}
	first, last := samples[len(samples)*early/matches+1], samples[len(samples)-1]
	fmt.Printf("  %d matches: %d MiB after the first %d, %d MiB at the end (%+.1f %%)\n", matches, first>>20, early, last>>20, 100*(float64(last)/float64(first)-1))
	return nil
}
