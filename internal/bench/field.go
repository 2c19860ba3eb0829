package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// politicsBots are the seven bots of the original challenge.
var politicsBots = []string{"abotcus", "example", "greedy-campaign-9", "landgrab", "leftist-policy", "liberal-agenda", "randgrab"}

// blobsBots are the six bots in JavaScript of the original challenge that say what they do.
var blobsBots = []string{"example-blob", "introvert", "animated-meal", "bloblib-tester", "greedy-coward", "safety-blob"}

// seedBots returns the files of original bots.
func (b bench) seedBots(game string, names []string) []string {
	var files []string
	for _, name := range names {
		files = append(files, filepath.Join(b.shared, "seedbots", game, name+".js"))
	}
	return files
}

// always is the number of matches of a runner that does not say it.
func always(n int) func([]byte) (int, error) {
	return func([]byte) (int, error) { return n, nil }
}

// politics: the 42 games between two of the seven original bots, once from cold, against a Node
// program without isolation. Most of it is what a start costs.
func (b bench) politics() error {
	files := b.seedBots("politics", politicsBots)
	koth := append([]string{b.koth, "tournament", "politics"}, files...)
	koth = append(koth, "--format", "both-seats", "--rounds", "1", "--seed", "1", "--json")
	peer := []string{"node", filepath.Join(b.shared, "peers", "politics.js"), "--bots", strings.Join(files, ","), "--rounds", "1", "--seed", "1", "--json"}
	return race(5, runner{"koth", koth, member("matches")}, runner{"politics", peer, always(len(files) * (len(files) - 1))})
}

// blobsRules: what the rules alone cost for each decision of a blob, in rounds of 200 families of a
// trivial bot in Go.
func (b bench) blobsRules() error {
	cmd := exec.Command("go", "test", "./games/blobs", "-run", "^$", "-bench", "^BenchmarkDecisions$")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// blobs: 200 rounds of the six original bots, against a Node program without isolation.
func (b bench) blobs() error {
	const rounds = 200
	files := b.seedBots("blobs", blobsBots)
	koth := append([]string{b.koth, "tournament", "blobs"}, files...)
	koth = append(koth, "--rounds", strconv.Itoa(rounds), "--seed", "1", "--json")
	peer := append([]string{"node", filepath.Join(b.shared, "peers", "blobs.js"), "--rounds", strconv.Itoa(rounds), "--seed", "1"}, files...)
	return race(3, runner{"koth", koth, member("matches")}, runner{"blobs", peer, always(rounds)})
}
