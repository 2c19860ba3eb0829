package replaytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/replay"
)

// race is a game of one seat that counts said numbers up to a goal. Its rules can be changed.
type race struct{ version, goal, factor int }

func (g race) Info() game.Info {
	return game.Info{Name: "race", Version: g.version, MinSeats: 1, MaxSeats: 1}
}

func (g race) New(int, game.Options, []byte, *rand.Rand) (game.State, error) {
	return &raceState{race: g}, nil
}

func (g race) ParseAction(data []byte) (game.Action, error) {
	var s step
	return s, json.Unmarshal(data, &s)
}

type step int

func (s step) AppendJSON(dst []byte) []byte { return fmt.Appendf(dst, "%d", int(s)) }

type raceState struct {
	race
	at, turns int
}

func (s *raceState) ToAct() []game.Seat {
	if s.End() != "" {
		return nil
	}
	return []game.Seat{0}
}

func (s *raceState) Observe(game.Seat) game.Observation { return step(s.at) }

func (s *raceState) Check(_ game.Seat, a game.Action) error {
	if a.(step) > 9 {
		return fmt.Errorf("%d is too far: %w", a, game.ErrIllegal)
	}
	return nil
}

func (s *raceState) Step(moves []game.Move) error {
	if a := moves[0].Action; a != nil {
		s.at += s.factor * int(a.(step))
	}
	s.turns++
	return nil
}

func (s *raceState) Scores() []float64 { return []float64{float64(s.at)} }

func (s *raceState) End() string {
	switch {
	case s.at >= s.goal:
		return "goal"
	case s.turns >= 20:
		return "tired"
	}
	return ""
}

func (s *raceState) Chance() []byte { return nil }

// recorded returns the replay of a match under g, of a bot that also faults.
func recorded(t *testing.T, g game.Game) []byte {
	t.Helper()
	fault := &game.Fault{Kind: game.FaultTimeout, Text: "late", Count: 2}
	s := &script{seats: []scriptSeat{{
		start:   bot.Reply{Debug: []byte("hello")},
		replies: []bot.Reply{{Action: step(3)}, {Fault: fault}, {Action: step(10)}, {Action: step(4), Fault: fault, Debug: []byte("x")}, {Action: step(5)}},
	}}}
	m := match.Match{Game: g, Seed: 1, Bots: []bot.Spec{{Name: "runner", Kind: bot.JavaScript, Source: []byte("x")}}}
	var out bytes.Buffer
	w := replay.NewWriter(&out, nil, replay.HeaderOf(m))
	r := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: s}, Recorder: w}
	if _, err := r.Run(m); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPlayAgain(t *testing.T) {
	now := race{version: 1, goal: 12, factor: 1}
	file := recorded(t, now)
	if err := check(now, file); err != nil { // it has a fault, a refused action, and a fault beside an action
		t.Errorf("check of what was just recorded: %v", err)
	}
	again, err := PlayAgain(now, file)
	if err != nil {
		t.Fatal(err)
	}
	if err := replay.Compare(bytes.NewReader(file), bytes.NewReader(again)); err != nil || !bytes.Equal(file, again) {
		t.Errorf("played again under the same rules: %v", err)
	}
}

func TestChangedRules(t *testing.T) {
	file := recorded(t, race{version: 1, goal: 12, factor: 1})
	tests := []struct {
		name         string
		rules        race
		check, again string // errors; "" for none
	}{
		{"other scores", race{version: 1, goal: 24, factor: 2}, "the scores are [24]", ""},
		{"new version", race{version: 2, goal: 24, factor: 2}, "version 1 of the rules", ""},
		{"sooner over", race{version: 1, goal: 7, factor: 1}, "turn 5: differs", ""},
		{"goes on", race{version: 1, goal: 13, factor: 1}, "the rules go on", "record a new match"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := check(tt.rules, file); err == nil || !strings.Contains(err.Error(), tt.check) {
				t.Errorf("check = %v, want %q", err, tt.check)
			}
			again, err := PlayAgain(tt.rules, file)
			if tt.again != "" {
				if err == nil || !strings.Contains(err.Error(), tt.again) {
					t.Errorf("PlayAgain = %v, want %q", err, tt.again)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := check(tt.rules, again); err != nil {
				t.Errorf("check of the rewritten replay: %v", err)
			}
		})
	}
}
