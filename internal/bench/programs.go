package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/bot/bottest"
	"koth/bot/stdio"
	"koth/game"
	"koth/games/gomoku"
	"koth/match"
)

// instant is a program in JSON lines that answers at once, whatever it is asked.
const instant = `
#include <stdio.h>
static char line[1 << 16];
int main(void) {
	if (!fgets(line, sizeof line, stdin)) return 0;
	puts("{\"type\":\"ready\"}"); fflush(stdout);
	while (fgets(line, sizeof line, stdin)) { puts("{\"action\":1}"); fflush(stdout); }
}
`

// silent is a program that comes up and never answers.
const silent = `
#include <stdio.h>
static char line[1 << 20];
int main(void) {
	puts("{\"type\":\"ready\"}"); fflush(stdout);
	while (fgets(line, sizeof line, stdin)) ;
}
`

// errNoCompiler is why nothing that needs programs in C is measured.
var errNoCompiler = errors.New("the programs that are measured are in C, and there is no gcc here")

// compile builds a program in a folder of its own, from a file or from text.
func compile(source, text string) (exe string, err error) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return "", errNoCompiler
	}
	dir, err := os.MkdirTemp("", "koth-bench-")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // confined programs are another user's
		return "", err
	}
	if text != "" {
		source = filepath.Join(dir, "program.c")
		if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	exe = filepath.Join(dir, "program")
	if out, err := exec.Command(gcc, "-w", "-O2", "-o", exe, source).CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return "", fmt.Errorf("gcc %s: %w: %.400s", source, err, out)
	}
	return exe, nil
}

// brains makes two bots of the brain that answers at once with any empty cell, in the folder that
// the brain is in.
func (b bench) brains() (exe string, bots []string, err error) {
	exe, err = compile(filepath.Join(b.shared, "peers", "instant_brain.c"), "")
	if err != nil {
		return "", nil, err
	}
	program, err := os.ReadFile(exe)
	if err != nil {
		return "", nil, err
	}
	for i := 1; i <= 2; i++ {
		dir := filepath.Join(filepath.Dir(exe), fmt.Sprint("instant", i))
		manifest := fmt.Sprintf("command = \"./program %d\"\nprotocol = \"gomocup\"\nquirks = [\"no-swap2\"]\n", i)
		err := os.Mkdir(dir, 0o755)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "program"), program, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(manifest), 0o644)
		}
		if err != nil {
			return "", nil, err
		}
		bots = append(bots, dir)
	}
	return exe, bots, nil
}

// tournament is what koth says of one.
type tournament struct {
	Matches   int
	Standings []struct {
		Moves  int
		Faults match.FaultCount
		Time   struct {
			Max float64 `json:"max_ms"`
		}
	}
}

// moves and faults of all bots.
func (t tournament) total() (moves int, faults match.FaultCount, slowest time.Duration) {
	for _, s := range t.Standings {
		moves += s.Moves
		faults = faults.Plus(s.Faults)
		slowest = max(slowest, time.Duration(s.Time.Max*float64(time.Millisecond)))
	}
	return moves, faults, slowest
}

// gomoku plays games between two brains.
func (b bench) gomoku(bots []string, games, atOnce int, flags ...string) (t tournament, spent time.Duration, err error) {
	args := append([]string{"tournament", "gomoku"}, bots...)
	args = append(args, "--format", "both-seats", "--rounds", strconv.Itoa(games/2), "--workers", strconv.Itoa(atOnce), "--seed", "1", "--json")
	began := time.Now()
	out, err := exec.Command(b.koth, append(args, flags...)...).Output()
	if err == nil {
		err = json.Unmarshal(out, &t)
	}
	return t, time.Since(began), err
}

// programsBrains: 400 games of gomoku between two programs that answer at once, two games at a time,
// confined and with the processes kept from game to game, from koth's start to its end, against the
// same programs over bare pipes.
func (b bench) programsBrains() error {
	const (
		games  = 400
		atOnce = 2
		times  = 7
	)
	brain, bots, err := b.brains()
	if errors.Is(err, errNoCompiler) {
		fmt.Println("  skipped:", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Dir(brain))
	var perPly, perGame [2][]time.Duration
	note := func(i, plies int, d time.Duration) {
		perPly[i] = append(perPly[i], d/time.Duration(plies))
		perGame[i] = append(perGame[i], d/games)
		fmt.Printf("  %-18s %8.2f s  %7d plies  %6.1f us a ply  %6.2f ms a game\n", [...]string{"koth", "bare pipes"}[i], d.Seconds(), plies,
			float64(d.Microseconds())/float64(plies), float64(d.Microseconds())/games/1000)
	}
	for range times {
		t, spent, err := b.gomoku(bots, games, atOnce, "--reuse")
		if err != nil {
			return err
		}
		plies, faults, _ := t.total()
		if faults.Total() > 0 {
			return fmt.Errorf("faults: %+v", faults)
		}
		note(0, plies, spent)
		began := time.Now()
		if plies, err = bareGames(brain, games, atOnce); err != nil {
			return err
		}
		note(1, plies, time.Since(began))
	}
	x, y := median(perPly[0]), median(perPly[1])
	fmt.Printf("  medians: koth %v a ply and %v a game, bare pipes %v and %v: koth needs %.2f of their time\n",
		x, median(perGame[0]), y, median(perGame[1]), float64(x)/float64(y))
	return nil
}

// programsTurn: a turn of a game without rules between seven programs in JSON lines that answer at
// once, against a line to each of seven such programs and then a line from each, over bare pipes. Both
// sides' programs are confined.
func (b bench) programsTurn() error {
	const (
		seats = 7
		turns = 2000
		times = 15
	)
	exe, err := compile("", instant)
	if errors.Is(err, errNoCompiler) {
		fmt.Println("  skipped:", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Dir(exe))
	opts, err := bottest.Echo{}.Info().ParseOptions([]string{"turns=" + strconv.Itoa(turns)})
	if err != nil {
		return err
	}
	command := &bot.Command{Args: []string{exe}, Dir: filepath.Dir(exe)}
	bots := slices.Repeat([]bot.Spec{{Name: "instant", Kind: bot.Program, Path: exe, Command: command}}, seats)
	programs := stdio.New(stdio.Local{})
	defer programs.Close()
	runtime.LockOSThread() // as in a worker
	defer runtime.UnlockOSThread()
	var ours, bare []time.Duration
	for range times {
		rec := &stopwatch{}
		runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.Program: programs}, Recorder: rec}
		res, err := runner.Run(match.Match{Game: bottest.Echo{}, Options: opts, Bots: bots})
		if err != nil {
			return err
		}
		if f := res.Seats[0].First; len(f) > 0 {
			return fmt.Errorf("%+v", f)
		}
		trip, err := roundTrip(command, seats, turns)
		if err != nil {
			return err
		}
		ours, bare = append(ours, rec.spent/turns), append(bare, trip)
		fmt.Printf("  koth %8v a turn, bare pipes %8v\n", ours[len(ours)-1], trip)
	}
	x, y := median(ours), median(bare)
	fmt.Printf("  medians: koth %v a turn, bare pipes %v: koth needs %.2f of their time\n", x, y, float64(x)/float64(y))
	return nil
}

// stopwatch takes the time of a match from the moment when all bots are there.
type stopwatch struct {
	began time.Time
	spent time.Duration
}

var _ match.Recorder = (*stopwatch)(nil)

func (s *stopwatch) Opening([]byte, []bot.Reply)                { s.began = time.Now() }
func (s *stopwatch) Turn(int, []game.Move, []bot.Reply, []byte) {}
func (s *stopwatch) End(match.Result)                           { s.spent = time.Since(s.began) }

// roundTrip times a turn of the least that an arena can do: a line to each program, and then a line
// from each.
func roundTrip(c *bot.Command, seats, turns int) (time.Duration, error) {
	question := []byte(`{"type":"turn","turn":1234,"limit_ms":1000,"last_ms":0.123,"observation":{"turn":1234,"payload":567}}` + "\n")
	answer := make([]byte, 64)
	var streams []stdio.Streams
	turn := func() error {
		for _, s := range streams {
			if _, err := unix.Write(s.In, question); err != nil {
				return err
			}
		}
		for _, s := range streams {
			if _, err := unix.Read(s.Out, answer); err != nil {
				return err
			}
		}
		return nil
	}
	for range seats {
		p, err := stdio.Local{}.Start(c, bot.DefaultLimits)
		if err != nil {
			return 0, err
		}
		defer p.Finish()
		s := p.Streams()
		for _, fd := range []int{s.In, s.Out, s.Err} {
			defer unix.Close(fd)
			if err := unix.SetNonblock(fd, false); err != nil {
				return 0, err
			}
		}
		streams = append(streams, s)
	}
	if err := turn(); err != nil { // they come up
		return 0, err
	}
	began := time.Now()
	for range turns {
		if err := turn(); err != nil {
			return 0, err
		}
	}
	return time.Since(began) / time.Duration(turns), nil
}

// programsLoad: games between programs that answer at once, many more of them than cores. Nobody must
// be late. Meanwhile a program that never answers is asked again and again, and how much later than
// its limit each wait ended is the arena's own lateness.
func (b bench) programsLoad() error {
	brain, bots, err := b.brains()
	if errors.Is(err, errNoCompiler) {
		fmt.Println("  skipped:", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Dir(brain))
	exe, err := compile("", silent)
	if err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Dir(exe))
	for _, load := range []struct{ programs, games int }{{16, 200}, {64, 200}} {
		var late []time.Duration
		var trouble error
		stop, measured := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(measured)
			late, trouble = lateness(exe, stop)
		}()
		t, spent, err := b.gomoku(bots, load.games, load.programs/2)
		close(stop)
		<-measured
		if err = errors.Join(err, trouble); err != nil {
			return err
		}
		moves, faults, slowest := t.total()
		fmt.Printf("  %d programs at once, %d games in %.1f s: %d moves, %d time-outs, %d other faults, the slowest move %v\n",
			load.programs, t.Matches, spent.Seconds(), moves, faults.Timeout, faults.Total()-faults.Timeout, slowest)
		slices.Sort(late)
		fmt.Printf("    the arena was late by: p50 %v, p99 %v, max %v (%d times)\n", late[len(late)/2], late[len(late)*99/100], late[len(late)-1], len(late))
		if faults.Total() > 0 {
			return fmt.Errorf("false faults: %+v", faults)
		}
	}
	return nil
}

// lateness asks a program that never answers until it is told to stop, and returns how much later
// than its limit each wait ended.
func lateness(exe string, stop <-chan struct{}) (late []time.Duration, err error) {
	const limit = 10 * time.Millisecond
	r := stdio.New(stdio.Local{})
	defer r.Close()
	spec := bot.Spec{Name: "silent", Kind: bot.Program, Path: exe, Command: &bot.Command{Args: []string{exe}, Dir: filepath.Dir(exe)}}
	limits := bot.Limits{Start: time.Minute, Move: limit}.OrDefault()
	p, err := r.Open(spec, bot.Seating{Game: gomoku.Game{}, Seats: 2, Limits: limits})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if reply := p.Start(); reply.Fault != nil {
		return nil, errors.New(reply.Fault.Text)
	}
	for {
		asked := time.Now()
		p.Ask(&gomoku.View{Board: gomoku.NewBoard(boardSize)})
		reply := p.Answer()
		late = append(late, time.Since(asked)-limit)
		if f := reply.Fault; f == nil || f.Kind != game.FaultTimeout {
			return nil, fmt.Errorf("a program that never answers: %+v", f)
		}
		select {
		case <-stop:
			return late, nil
		default:
		}
	}
}
