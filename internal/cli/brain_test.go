package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"koth/games/gomoku"
)

// brainProcess is koth brain gomoku as a process, and the manager's side of the talk.
type brainProcess struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Reader
	moves []time.Duration // what it took for each move
}

func startBrain(t testing.TB, args ...string) *brainProcess {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &brainProcess{cmd: exec.Command(exe, append([]string{"brain", "gomoku"}, args...)...)}
	p.cmd.Env = append(os.Environ(), commandEnv+"=1")
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.lines = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// send sends a line as managers do.
func (p *brainProcess) send(format string, args ...any) { fmt.Fprintf(p.in, format+"\r\n", args...) }

// hear returns the next line that is no message.
func (p *brainProcess) hear() (string, error) {
	for {
		line, err := p.lines.ReadString('\n')
		if line = strings.TrimSpace(line); err != nil || !strings.HasPrefix(line, "MESSAGE") {
			return line, err
		}
	}
}

// move asks for a move and returns it with what it took.
func (p *brainProcess) move(format string, args ...any) (gomoku.Point, error) {
	began := time.Now()
	p.send(format, args...)
	line, err := p.hear()
	p.moves = append(p.moves, time.Since(began))
	var m gomoku.Point
	if err == nil {
		_, err = fmt.Sscanf(line, "%d,%d", &m.X, &m.Y)
	}
	if err != nil {
		return m, fmt.Errorf("%q: %w", line, err)
	}
	return m, nil
}

// playBrains plays games of two brain processes against each other, at a time for each move, and
// returns in how many moves the time was exceeded and what the slowest took. Everything that is no legal
// move in time fails the test; a late one on a busy machine does not.
func playBrains(t testing.TB, games int, rule gomoku.Rule, size int, turn time.Duration) (moves, late int, slowest time.Duration) {
	t.Helper()
	brains := []*brainProcess{startBrain(t), startBrain(t, "--threads", "2")}
	for _, p := range brains {
		p.send("INFO timeout_turn %d", turn.Milliseconds())
		p.send("INFO timeout_match 100000000")
		p.send("INFO time_left 2147483647")
		p.send("INFO max_memory 83886080")
		p.send("INFO game_type 1")
		p.send("INFO rule %d", rule.Number())
		p.send("START %d", size)
		if line, err := p.hear(); line != "OK" || err != nil {
			t.Fatalf("START: %q, %v", line, err)
		}
	}
	rng := rand.New(rand.NewPCG(3, uint64(rule)))
	for game := range games {
		if err := playGame(brains, game, rule, size, rng); err != nil {
			t.Fatalf("game %d: %v", game, err)
		}
	}
	for _, p := range brains {
		p.send("END")
		if rest, err := p.lines.ReadString('\n'); !errors.Is(err, io.EOF) {
			t.Errorf("after END it says %q, %v", rest, err)
		}
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("it ends with %v", err)
		}
		for _, d := range p.moves {
			moves++
			slowest = max(slowest, d)
			if d > turn {
				late++
			}
		}
	}
	return moves, late, slowest
}

// playGame plays a game from a few random stones, given by BOARD.
func playGame(brains []*brainProcess, game int, rule gomoku.Rule, size int, rng *rand.Rand) error {
	b := gomoku.NewBoard(size)
	var stones []gomoku.Placed
	for me := gomoku.Black; len(stones) < 2+game%4; me = me.Other() {
		p := gomoku.Point{X: size/2 - 2 + rng.IntN(5), Y: size/2 - 2 + rng.IntN(5)}
		if b.At(p.X, p.Y) != gomoku.Empty || me == gomoku.Black && b.Forbidden(p.X, p.Y) != gomoku.Allowed {
			me = me.Other()
			continue
		}
		b.Set(p.X, p.Y, me)
		stones = append(stones, gomoku.Placed{Point: p, Stone: me})
	}
	for _, p := range brains {
		p.send("RESTART")
		if line, err := p.hear(); line != "OK" || err != nil {
			return fmt.Errorf("RESTART: %q, %w", line, err)
		}
	}
	told := [2]bool{} // who has had the BOARD
	for me := stones[len(stones)-1].Stone.Other(); !b.Full(); me = me.Other() {
		who := (len(stones) + game) % 2
		p := brains[who]
		var m gomoku.Point
		var err error
		if told[who] {
			m, err = p.move("TURN %v", stones[len(stones)-1].Point)
		} else {
			var board strings.Builder
			for _, s := range stones {
				f := 1
				if s.Stone != me {
					f = 2
				}
				fmt.Fprintf(&board, "%v,%d\r\n", s.Point, f)
			}
			m, err = p.move("BOARD\r\n%sDONE", board.String())
			told[who] = true
		}
		switch {
		case err != nil:
			return err
		case !b.Has(m.X, m.Y) || b.At(m.X, m.Y) != gomoku.Empty:
			return fmt.Errorf("%v plays %v, after %v", me, m, stones)
		case rule == gomoku.Renju && me == gomoku.Black && b.Forbidden(m.X, m.Y) != gomoku.Allowed:
			return nil // black has nothing else left
		case b.WouldWin(rule, m.X, m.Y, me):
			return nil
		}
		b.Set(m.X, m.Y, me)
		stones = append(stones, gomoku.Placed{Point: m, Stone: me})
	}
	return nil
}

// TestBrainProcess plays some games by each rule. How many moves came late is said and not judged:
// it is the machine's as much as the brain's.
func TestBrainProcess(t *testing.T) {
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju} {
		moves, late, slowest := playBrains(t, 4, rule, 12, 20*time.Millisecond)
		t.Logf("%v: %d of %d moves took longer than 20 ms, the slowest %v", rule, late, moves, slowest)
	}
}

// TestBrainEndsWithItsManager closes a brain's input while it has an hour to think.
func TestBrainEndsWithItsManager(t *testing.T) {
	p := startBrain(t)
	p.send("INFO timeout_turn 3600000")
	p.send("START 15")
	if line, err := p.hear(); line != "OK" || err != nil {
		t.Fatalf("START: %q, %v", line, err)
	}
	p.send("BOARD\r\n7,7,1\r\n8,8,2\r\nDONE")
	p.in.Close()
	for {
		if _, err := p.lines.ReadString('\n'); err != nil {
			break
		}
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// TestBrainKeepsToItsMemory has one process play on boards of several sizes and by several rules, each
// with an engine of its own.
func TestBrainKeepsToItsMemory(t *testing.T) {
	const most = 120 << 20
	p := startBrain(t)
	p.send("INFO timeout_turn 300") // enough to write to all of its memory
	p.send("INFO max_memory %d", most)
	for _, rule := range []int{0, 1, 4} {
		p.send("INFO rule %d", rule)
		for _, size := range []int{15, 20, 15, 20} {
			p.send("START %d", size)
			if line, err := p.hear(); line != "OK" || err != nil {
				t.Fatalf("START: %q, %v", line, err)
			}
			if _, err := p.move("TURN 7,7"); err != nil {
				t.Fatal(err)
			}
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Skipf("no peak of memory to read: %v", err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	var kib int
	if _, err := fmt.Sscan(peak, &kib); err != nil {
		t.Fatalf("%q: %v", status, err)
	}
	if kib<<10 > most {
		t.Errorf("it took %d MiB, may take %d", kib>>10, most>>20)
	}
	p.send("END")
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// BenchmarkBrainGames is a game of two brains at 50 ms a move: -benchtime 300x plays 300, and says how
// many moves were late.
func BenchmarkBrainGames(b *testing.B) {
	const turn = 50 * time.Millisecond
	moves, late, slowest := playBrains(b, b.N, gomoku.Freestyle, 15, turn)
	b.ReportMetric(float64(late)/float64(moves)*1e6, "late/million")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
	b.ReportMetric(float64(slowest.Milliseconds()), "slowest-ms")
}
