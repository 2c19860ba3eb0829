package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"koth/bot"
	"koth/bot/native"
	"koth/game"
	"koth/games/pacman"
	"koth/match"
)

// sevenPacmen are the bots of the original challenge.
var sevenPacmen = []string{"avoider", "dumbpac", "ghostbuster", "myopic", "pathy", "physicist", "random"}

// pacmanRules: turns of the rules alone for a second of CPU time, on one core. Koth plays games of seven
// bots in Go that walk at random; the reference program plays games of its seven built-in walkers.
func (b bench) pacmanRules() error {
	const seconds = 3
	for range 3 {
		turns, games, spent, err := walkAlone(seconds * time.Second)
		if err != nil {
			return err
		}
		koth := float64(turns) / spent.Seconds()
		fmt.Printf("  %-18s %8.2f s CPU  %7d games  %10.0f turns a second\n", "koth", spent.Seconds(), games, koth)
		peer, err := b.peerTurns(seconds)
		if err != nil {
			return err
		}
		fmt.Printf("  %-18s %8.2f s CPU  %7d games  %10.0f turns a second: koth is %.0f times as fast\n", "pacman.py", peer.Seconds, peer.Games, float64(peer.Turns)/peer.Seconds, koth*peer.Seconds/float64(peer.Turns))
	}
	return nil
}

// walker steps in a random direction that is open.
type walker struct{ rng *rand.Rand }

func (w walker) Act(obs game.Observation) game.Action {
	v := obs.(*pacman.View)
	for {
		d := pacman.Action(w.rng.IntN(int(pacman.Stay)))
		if _, open := v.Maze.Next(v.Me.At, d); open {
			return d
		}
	}
}

// walkAlone plays games of seven walkers for a while and returns the CPU time of that.
func walkAlone(atLeast time.Duration) (turns, games int, spent time.Duration, err error) {
	opts, err := pacman.Game{}.Info().ParseOptions(nil)
	if err != nil {
		return 0, 0, 0, err
	}
	const path = "bench:walker"
	bots := make([]bot.Spec, 7)
	for i := range bots {
		bots[i] = bot.Spec{Name: "walker", Kind: bot.Native, Path: path}
	}
	walkers := native.New(native.Bots{path: func(_ bot.Seating, rng *rand.Rand) native.Bot { return walker{rng} }})
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.Native: walkers}}
	began := cpuTime()
	for spent < atLeast {
		games++
		seed := uint64(games)
		res, err := runner.Run(match.Match{Game: pacman.Game{}, Options: opts, Seed: seed, Board: seed, Bots: bots})
		if err != nil {
			return 0, 0, 0, err
		}
		turns += res.Turns
		spent = cpuTime() - began
	}
	return turns, games, spent, nil
}

// cpuTime returns the CPU time that this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // it has no reason to fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peerRun is what the reference program's walkers did.
type peerRun struct {
	Turns, Games int
	Seconds      float64
}

func (b bench) peerTurns(seconds int) (run peerRun, err error) {
	script := fmt.Sprintf(`
import json, sys, time
sys.path.insert(0, %q)
import pacman
began, turns, games = time.process_time(), 0, 0
while time.process_time() - began < %d:
    games += 1
    turns += pacman.run_synth(7, games)["nturns"]
print(json.dumps({"turns": turns, "games": games, "seconds": time.process_time() - began}))
`, filepath.Join(b.shared, "peers"), seconds)
	out, err := exec.Command("python3", "-c", script).Output()
	if err == nil {
		err = json.Unmarshal(out, &run)
	}
	return run, err
}

// pacmanOriginals: 50 games of the seven published bots, in processes of their own: the CPU time of
// everything, children too, and the wall time with all cores used. The reference program confines
// nothing and plays one game at a time.
func (b bench) pacmanOriginals() error {
	const games = 50
	dir, path, err := b.builtPacmen()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	koth := exec.Command(b.koth, "tournament", "pacman", "--bots", dir, "--rounds", strconv.Itoa(games), "--seed", "1", "--json")
	python3, err := realPython("python3") // a version manager's own would put another python first
	if err != nil {
		return err
	}
	peer := exec.Command(python3, filepath.Join(b.shared, "peers", "pacman.py"), "play", dir, strconv.Itoa(games), "1")
	var wall, cpu [2]time.Duration
	for i, cmd := range []*exec.Cmd{koth, peer} {
		cmd.Env = append(os.Environ(), "PATH="+path)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		began := time.Now()
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w: %.400s", cmd.Args[0], err, stderr.Bytes())
		}
		for line := range bytes.Lines(out) { // the peer goes on without bots that fail
			if lost := bytes.Index(line, []byte(`"gone": ["`)); i == 1 && lost >= 0 {
				fmt.Printf("  the peer lost %.60s\n", line[lost+9:])
			}
		}
		wall[i] = time.Since(began)
		cpu[i] = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		fmt.Printf("  %-18s %8.2f s wall  %8.2f s CPU\n", [...]string{"koth", "pacman.py"}[i], wall[i].Seconds(), cpu[i].Seconds())
	}
	fmt.Printf("  koth needs %.2f of the peer's CPU time and %.2f of its wall time\n", cpu[0].Seconds()/cpu[1].Seconds(), wall[0].Seconds()/wall[1].Seconds())
	return nil
}

// builtPacmen copies the published bots to a folder, with those built that have to be, and returns it
// with a PATH on which python is the old one that most of them need.
func (b bench) builtPacmen() (dir, path string, err error) {
	if dir, err = os.MkdirTemp("", "koth-bench-"); err != nil {
		return "", "", err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	for _, name := range sevenPacmen {
		to := filepath.Join(dir, name)
		if err := os.CopyFS(to, os.DirFS(filepath.Join(b.shared, "seedbots", "pacman", name))); err != nil {
			return "", "", err
		}
		if _, err := os.Stat(filepath.Join(to, "Makefile")); err != nil {
			continue
		}
		if out, err := exec.Command("make", "-C", to).CombinedOutput(); err != nil {
			fmt.Printf("  without %s, which does not build here: %.200s\n", name, bytes.TrimSpace(out))
			if err := os.RemoveAll(to); err != nil {
				return "", "", err
			}
		}
	}
	python, err := oldPython()
	if err != nil {
		return "", "", err
	}
	bin := filepath.Join(dir, ".bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return "", "", err
	}
	wrapper := fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", python)
	if err := os.WriteFile(filepath.Join(bin, "python"), []byte(wrapper), 0o755); err != nil {
		return "", "", err
	}
	return dir, bin + string(filepath.ListSeparator) + os.Getenv("PATH"), nil
}

// oldPython returns the path of Python 2.7, on the PATH or in a version manager's folder.
func oldPython() (string, error) {
	home, _ := os.UserHomeDir()
	places, _ := filepath.Glob(filepath.Join(home, ".pyenv", "versions", "2.7*", "bin", "python2.7"))
	for _, python := range append([]string{"python2.7"}, places...) {
		if path, err := realPython(python); err == nil {
			return path, nil
		}
	}
	return "", errors.New("most of the bots need python2.7, which is not here")
}

// realPython returns the path of an interpreter itself, where a version manager may stand before it.
func realPython(name string) (string, error) {
	out, err := exec.Command(name, "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}
