// Package replaytest tests rules with whole matches: golden replays, kept in a game's testdata,
// that the rules must play through exactly as recorded.
//
//	func TestReplays(t *testing.T) {
//		replaytest.Golden(t, tokens.Game{}, "testdata/*.replay")
//	}
//
// A new one is made by `koth match GAME BOT... --replay games/GAME/testdata/NAME.replay`. After a
// wanted change of the rules, `go test ./games/GAME -update` plays the recorded moves again and
// rewrites the files; what changed first is in the output of `go test -v`.
package replaytest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/replay"
)

var update = flag.Bool("update", false, "rewrite the golden replays by playing their moves again")

// Golden plays the replays that match pattern through the rules of g, one subtest each. That
// there is none is a failure too.
func Golden(t *testing.T, g game.Game, pattern string) {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden replay %s (%v): make one with koth match %s BOT... --replay FILE", pattern, err, g.Info().Name)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				rewrite(t, g, path, file)
			} else if err := check(g, file); err != nil {
				t.Errorf("%v\nIf the change is wanted: raise the version of the rules and run the test with -update", err)
			}
		})
	}
}

func check(g game.Game, file []byte) error {
	r, err := replay.NewReader(bytes.NewReader(file), replay.Bounds{})
	if err != nil {
		return err
	}
	defer r.Close()
	return replay.Play(r, game.NewRegistry(g), nil)
}

// rewrite plays file again and stores what comes out, if it is something else.
func rewrite(t *testing.T, g game.Game, path string, file []byte) {
	again, err := PlayAgain(g, file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(file, again) {
		return
	}
	t.Logf("rewritten: %v", replay.Compare(bytes.NewReader(file), bytes.NewReader(again)))
	if err := replay.WriteFile(path, again); err != nil {
		t.Fatal(err)
	}
}

// PlayAgain plays the recorded moves of a replay under the rules as they are now, and returns the
// replay of that match. A move that is not legal any more becomes a fault; moves that are missing
// give an error.
func PlayAgain(g game.Game, file []byte) ([]byte, error) {
	r, err := replay.NewReader(bytes.NewReader(file), replay.Bounds{})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s := &script{seats: make([]scriptSeat, len(r.Header().Seats))}
	if err := s.read(g, r); err != nil {
		return nil, err
	}
	h := r.Header()
	h.Version = g.Info().Version
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{}}
	bots := make([]bot.Spec, len(h.Seats))
	for i, seat := range h.Seats {
		bots[i] = bot.Spec{Name: seat.Name, Kind: seat.Kind}
		runner.Runtimes[seat.Kind] = s
	}
	m, err := h.Match(game.NewRegistry(g), bots)
	if err != nil {
		return nil, err
	}
	h.Options = m.Options // with those that are new
	var out bytes.Buffer
	w := replay.NewWriter(&out, nil, h)
	runner.Recorder = w
	_, err = runner.Run(m)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	if s.missing {
		return nil, fmt.Errorf("the rules go on after the recorded moves: record a new match")
	}
	return out.Bytes(), nil
}

// script is the runtime of bots that do what a replay says.
type script struct {
	seats   []scriptSeat
	missing bool // a bot was asked for more moves than there are
}

// scriptSeat is the player of one seat.
type scriptSeat struct {
	script  *script
	start   bot.Reply
	replies []bot.Reply
}

func (s *script) read(g game.Game, r *replay.Reader) error {
	for {
		t, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for _, m := range t.Moves {
			reply := bot.Reply{Fault: m.Fault.Game(), Debug: []byte(m.Debug)}
			seat := &s.seats[m.Seat]
			if t.Turn == 0 {
				seat.start = reply
				continue
			}
			wanted := m.Action
			if m.Refused != nil { // let the rules judge it anew
				wanted, reply.Fault = m.Refused, nil
			}
			if string(wanted) != "null" {
				if reply.Action, err = g.ParseAction(wanted); err != nil {
					return fmt.Errorf("turn %d: seat %d: %w", t.Turn, m.Seat, err)
				}
			}
			seat.replies = append(seat.replies, reply)
		}
	}
}

func (s *script) Open(_ bot.Spec, at bot.Seating) (bot.Player, error) {
	seat := &s.seats[at.Seat]
	seat.script = s
	return seat, nil
}

func (s *script) Close() {}

func (p *scriptSeat) Start() bot.Reply { return p.start }

func (p *scriptSeat) Ask(game.Observation) {}

func (p *scriptSeat) Answer() bot.Reply {
	if len(p.replies) == 0 {
		p.script.missing = true
		return bot.Reply{Fault: &game.Fault{Kind: game.FaultCrash, Text: "no more recorded moves"}}
	}
	next := p.replies[0]
	p.replies = p.replies[1:]
	return next
}

func (p *scriptSeat) Draws() int { return -1 }

func (p *scriptSeat) Close() {}
