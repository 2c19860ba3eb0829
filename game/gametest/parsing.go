package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"koth/game"
)

// checkActions sends the actions of a few matches through JSON, whole and damaged.
func (s *suite) checkActions() error {
	for _, p := range s.plans(3) {
		p.visit = func(rng *rand.Rand, _ int, state game.State) error {
			moves, err := s.choose(rng, state, nil)
			if err != nil {
				return err
			}
			for _, m := range moves {
				if err := s.roundTrip(state, m); err != nil {
					return err
				}
				if err := s.parseAny(damage(rng, show(m.Action))); err != nil {
					return err
				}
			}
			return s.parseAny(noise(rng, 40))
		}
		if _, err := s.play(p); err != nil {
			return err
		}
	}
	for _, bad := range []string{"", " ", "{", "nonsense", `"an action of no game"`, "\x00", `"`, "1e999", `{"a":{"a":{}}}`} {
		if a, err := s.game.ParseAction([]byte(bad)); err == nil {
			return fmt.Errorf("ParseAction(%q) = %s", bad, show(a))
		}
		if err := s.parseAny([]byte(bad)); err != nil {
			return err
		}
	}
	return nil
}

// roundTrip sends a good move's action through JSON.
func (s *suite) roundTrip(state game.State, m game.Move) error {
	data := m.Action.AppendJSON(nil)
	if err := oneLine(data); err != nil {
		return fmt.Errorf("an action of seat %d: %w", m.Seat, err)
	}
	again, err := s.game.ParseAction(data)
	if err != nil {
		return fmt.Errorf("ParseAction(%s): %w", data, err)
	}
	if got := again.AppendJSON(nil); !bytes.Equal(got, data) {
		return fmt.Errorf("ParseAction(%s) comes back as %s", data, got)
	}
	if err := state.Check(m.Seat, again); err != nil {
		return fmt.Errorf("%s may be done, but not after ParseAction: %w", data, err)
	}
	return nil
}

// parseAny parses what a bot might write: it gives an error and nothing else, or an action that
// round-trips.
func (s *suite) parseAny(data []byte) error {
	a, err := s.game.ParseAction(data)
	if err != nil {
		return refused("ParseAction", data, a, err)
	}
	once := a.AppendJSON(nil)
	b, err := s.game.ParseAction(once)
	if err != nil {
		return fmt.Errorf("ParseAction takes %q, but not its own %q: %w", data, once, err)
	}
	if twice := b.AppendJSON(nil); !bytes.Equal(once, twice) {
		return fmt.Errorf("ParseAction turns %q into %q into %q", data, once, twice)
	}
	return nil
}

// refused checks how something was refused: as malformed, and without an action.
func refused(who string, data []byte, a game.Action, err error) error {
	if !errors.Is(err, game.ErrMalformed) {
		return fmt.Errorf("%s(%q): error %q does not wrap ErrMalformed", who, data, err)
	}
	if a != nil {
		return fmt.Errorf("%s(%q) gives an action beside the error %q", who, data, err)
	}
	return nil
}

// checkScript plays a few matches with dialects beside them, which are asked to read anything.
func (s *suite) checkScript() error {
	js, ok := s.game.(game.JavaScripted)
	if !ok {
		return nil
	}
	for _, p := range s.plans(3) {
		dialects := make([]game.ScriptDialect, p.seats)
		for i := range dialects {
			dialects[i] = js.JavaScript(game.Seat(i))
			if dialects[i].Prelude() == "" {
				return fmt.Errorf("seat %d of %d: empty prelude", i, p.seats)
			}
		}
		p.visit = func(rng *rand.Rand, _ int, state game.State) error {
			for _, seat := range state.ToAct() {
				if err := readAny(rng, state, seat, dialects[seat]); err != nil {
					return err
				}
			}
			return nil
		}
		if _, err := s.play(p); err != nil {
			return err
		}
	}
	return nil
}

// readAny hands over an observation and reads noise for an answer to it.
func readAny(rng *rand.Rand, state game.State, seat game.Seat, d game.ScriptDialect) error {
	obs := state.Observe(seat)
	const prefix = "before"
	turn, ok := bytes.CutPrefix(d.AppendTurn([]byte(prefix), obs), []byte(prefix))
	if !ok || len(turn) == 0 {
		return fmt.Errorf("seat %d: AppendTurn appends nothing", seat)
	}
	answers := [][]byte{nil, {0}, {255}, noise(rng, 8), noise(rng, 64), noise(rng, 2000), turn}
	for _, answer := range answers {
		a, err := d.ParseAnswer(obs, answer)
		if err != nil {
			if err := refused("ParseAnswer", answer, a, err); err != nil {
				return err
			}
			continue
		}
		if isNil(a) {
			return fmt.Errorf("ParseAnswer(%q) gives neither action nor error", answer)
		}
		if err := oneLine(a.AppendJSON(nil)); err != nil {
			return fmt.Errorf("ParseAnswer(%q): %w", answer, err)
		}
		if err := state.Check(seat, a); err != nil && !errors.Is(err, game.ErrIllegal) && !errors.Is(err, game.ErrMalformed) {
			return fmt.Errorf("state.Check of %s = %w, want ErrIllegal or ErrMalformed", show(a), err)
		}
	}
	return nil
}

// checkSetup opens matches from openings that were drawn, and from damaged ones.
func (s *suite) checkSetup() error {
	for _, bad := range []string{"null", "7", "[]", `""`, "{", `{"nonsense":1}`, "{} {}", "nonsense"} {
		for _, seats := range s.Seats {
			state, err := s.open(plan{seats: seats, setup: []byte(bad)})
			if !errors.Is(err, game.ErrSetup) || state != nil {
				return fmt.Errorf("setup %s for %d players: error %v, want ErrSetup", bad, seats, err)
			}
		}
	}
	for _, p := range s.plans(s.Matches) {
		opening, err := s.opening(p)
		if err != nil {
			return err
		}
		empty := p
		empty.setup = []byte("{}")
		if drawn, err := s.opening(empty); err != nil || !bytes.Equal(drawn, opening) {
			return fmt.Errorf("setup {} gives %.200s (error %v), no setup %.200s", drawn, err, opening)
		}
		given := plan{seats: p.seats, opts: p.opts, setup: opening, seed: p.seed + 1000}
		again, err := s.opening(given)
		if err != nil {
			return err
		}
		if !bytes.Equal(again, opening) {
			return fmt.Errorf("an opening given as setup comes back changed, %s", difference(opening, again))
		}
		if _, err := s.play(given); err != nil {
			return err
		}
	}
	for _, p := range s.plans(2) {
		opening, err := s.opening(p)
		if err == nil {
			err = s.repeatMembers(p, opening)
		}
		if err == nil {
			err = s.damageSetup(p, opening)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// opening returns what a state draws before its first turn.
func (s *suite) opening(p plan) ([]byte, error) {
	state, err := s.open(p)
	if err != nil {
		return nil, err
	}
	drawn := bytes.Clone(state.Chance())
	if len(drawn) == 0 || drawn[0] != '{' {
		return nil, fmt.Errorf("the first Chance gives %.80q, want the opening as a JSON object", drawn)
	}
	return drawn, nil
}

// repeatMembers gives each member of an opening twice, which must be refused: nobody can know which
// of the two is meant.
func (s *suite) repeatMembers(p plan, opening []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(opening, &members); err != nil {
		return err
	}
	for name, value := range members {
		p.setup = fmt.Appendf(nil, "{%q:%s,%q:%s}", name, value, name, value)
		if state, err := s.open(p); !errors.Is(err, game.ErrSetup) || state != nil {
			return fmt.Errorf("a setup with %s twice: error %v, want ErrSetup", name, err)
		}
	}
	return nil
}

// damageSetup leaves out and spoils each member of an opening in turn: New gives a state or an
// ErrSetup.
func (s *suite) damageSetup(p plan, opening []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(opening, &members); err != nil {
		return err
	}
	values := []string{"", "null", "true", "-1", "0", "1.5", "1e9", "1e99", `"x"`, "[]", "{}", "[null]", "[[]]", "[[null]]", "[-1,-1]", "[[-1,-1]]"}
	for name := range members {
		for _, value := range values {
			spoilt := maps.Clone(members)
			if value == "" {
				delete(spoilt, name)
			} else {
				spoilt[name] = json.RawMessage(value)
			}
			setup, err := json.Marshal(spoilt)
			if err != nil {
				return err
			}
			p.setup = setup
			state, err := s.open(p)
			if err != nil && (!errors.Is(err, game.ErrSetup) || state != nil) {
				return fmt.Errorf("%w: does not wrap ErrSetup", err)
			}
			if err == nil {
				if _, err := s.play(p); err != nil {
					return fmt.Errorf("setup %.200s: %w", setup, err)
				}
			}
		}
	}
	return nil
}

// noise returns fewer than n random bytes, half of the time those that JSON is made of.
func noise(rng *rand.Rand, n int) []byte {
	const plain = `[]{}",:0123456789.-eEtrufalsn NESWUPLDRIHTOA`
	out := make([]byte, rng.IntN(n))
	text := rng.IntN(2) == 0
	for i := range out {
		out[i] = byte(rng.IntN(256))
		if text {
			out[i] = plain[rng.IntN(len(plain))]
		}
	}
	return out
}

// damage returns text with some bytes changed, put in or left out.
func damage(rng *rand.Rand, text string) []byte {
	out := []byte(text)
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(out) + 1)
		switch rng.IntN(3) {
		case 0:
			out = slices.Insert(out, at, noise(rng, 4)...)
		case 1:
			out = slices.Delete(out, at, min(at+1, len(out)))
		default:
			if at < len(out) {
				out[at] = byte(rng.IntN(256))
			}
		}
	}
	return out
}
