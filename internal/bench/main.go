// Command bench races koth against reference programs in the same run, on the same bots.
//
// Machines differ and are shared, so what counts are ratios: each race is run several times, in
// turns, and the medians are compared. `make bench` runs it. The reference programs and the bots
// of the original challenges are not part of the project; without them (KOTH_SHARED, or
// ../shared) there is nothing to race, which is said.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"koth/sandbox"
)

func main() {
	sandbox.MaybeChild()
	shared := flag.String("shared", os.Getenv("KOTH_SHARED"), "folder with peers/ and seedbots/")
	koth := flag.String("koth", "bin/koth", "the program to measure")
	only := flag.String("only", "", "run this benchmark only")
	flag.Parse()
	if *shared == "" {
		*shared = "../shared"
	}
	b := bench{shared: *shared, koth: *koth}
	if err := b.run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench knows where the runners are.
type bench struct {
	shared string
	koth   string
}

// benchmarks in the order in which they are run.
var benchmarks = []struct {
	name  string
	run   func(bench) error
	races bool // against reference programs, which it needs
}{
	{"tokens-inprocess", bench.tokensInProcess, true},
	{"tokens-isolated", bench.tokensIsolated, true},
	{"pacman-rules", bench.pacmanRules, true},
	{"pacman-originals", bench.pacmanOriginals, true},
	{"programs-brains", bench.programsBrains, true},
	{"programs-turn", bench.programsTurn, false},
	{"programs-load", bench.programsLoad, true},
	{"gomoku-classic", bench.gomokuClassic, true},
	{"politics", bench.politics, true},
	{"blobs", bench.blobs, true},
	{"blobs-rules", bench.blobsRules, true},
	{"memory", bench.memory, true},
	{"gomoku-engine", bench.gomokuEngine, false},
}

func (b bench) run(only string) error {
	lacking := b.lacking()
	fmt.Printf("%d cores, %s/%s\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	found := false
	for _, x := range benchmarks {
		if only != "" && only != x.name {
			continue
		}
		found = true
		fmt.Printf("\n%s\n", x.name)
		if x.races && lacking != nil {
			if only != "" {
				return lacking
			}
			fmt.Printf("  skipped: %v\n", lacking)
			continue
		}
		if err := x.run(b); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
	}
	if !found {
		var names []string
		for _, x := range benchmarks {
			names = append(names, x.name)
		}
		return fmt.Errorf("no benchmark %q: want one of %s", only, strings.Join(names, ", "))
	}
	return nil
}

// lacking says what is missing for races against reference programs, nil for nothing.
func (b bench) lacking() error {
	if _, err := os.Stat(filepath.Join(b.shared, "peers")); err != nil {
		return fmt.Errorf("no reference programs to race: %w (set KOTH_SHARED)", err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		return errors.New("the reference programs need node, which is not here")
	}
	return nil
}
