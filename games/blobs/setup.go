package blobs

import (
	"encoding/json"
	"fmt"
	"slices"

	"koth/game"
)

// setup is what a given starting position fixes of what chance decides, in the order in which it
// is drawn. nil members, and what comes after the last given wave or birth, are drawn.
type setup struct {
	slots  []int
	uids   []int
	waves  [][]givenPellet
	births []int
}

// givenPellet is a pellet of a given wave. It is placed if its cell is free by then.
type givenPellet struct{ x, y, energy int }

// parseSetup reads {"slots": [...], "uids": [...], "waves": [[[x,y,energy]...]...], "births": [...]}
// for n families, each member optional. Empty data gives nothing.
func parseSetup(data []byte, n int) (given setup, err error) {
	err = game.ReadSetup(data, func(name string, value json.RawMessage) error { return given.set(name, value, n) })
	if err != nil {
		return setup{}, err
	}
	seen := make(map[int]bool)
	for _, list := range [][]int{given.uids, given.births} {
		for _, uid := range list {
			if seen[uid] {
				return setup{}, game.SetupError("uids, births: %d is given twice", uid)
			}
			seen[uid] = true
		}
	}
	return given, nil
}

// set reads one member.
func (s *setup) set(name string, value json.RawMessage, n int) (err error) {
	switch name {
	case "slots":
		if s.slots, err = wholes(value, 0, n-1); err != nil {
			return fmt.Errorf("slots: %w", err)
		}
		sorted := slices.Sorted(slices.Values(s.slots))
		if len(slices.Compact(sorted)) != n || len(s.slots) != n {
			return fmt.Errorf("slots: want each number from 0 to %d once, have %.80s", n-1, value)
		}
	case "uids":
		if s.uids, err = wholes(value, 1, MaxUID); err != nil {
			return fmt.Errorf("uids: %w", err)
		}
		if len(s.uids) != n {
			return fmt.Errorf("uids: want one for each of %d families, have %d", n, len(s.uids))
		}
	case "births":
		if s.births, err = wholes(value, 1, MaxUID); err != nil {
			return fmt.Errorf("births: %w", err)
		}
	case "waves":
		list, err := array(value)
		if err != nil {
			return fmt.Errorf("waves: %w", err)
		}
		if q := firstWave(n); len(list) > q {
			return fmt.Errorf("waves: %d families have %d, not %d", n, q, len(list))
		}
		s.waves = make([][]givenPellet, len(list))
		for i, raw := range list {
			if s.waves[i], err = parseWave(raw, firstWave(n)-i, sideFor(n)); err != nil {
				return fmt.Errorf("waves[%d]: %w", i, err)
			}
		}
	default:
		return fmt.Errorf("%.40q: no such member (have births, slots, uids, waves)", name)
	}
	return nil
}

// parseWave reads [[x,y,energy]...]: at most quantity pellets, no two on one cell. Fewer will do,
// which the rules have only where cells are short: so a test can say how little there is to eat.
func parseWave(raw json.RawMessage, quantity, side int) ([]givenPellet, error) {
	list, err := array(raw)
	if err != nil {
		return nil, err
	}
	if len(list) > quantity {
		return nil, fmt.Errorf("this wave has at most %d pellets, not %d", quantity, len(list))
	}
	wave := make([]givenPellet, len(list))
	taken := make(map[point]bool)
	for i, raw := range list {
		parts, err := wholes(raw, 0, max(side, MaxPellet))
		if err != nil || len(parts) != 3 {
			return nil, fmt.Errorf("pellet %d: %.40s is not [x,y,energy]", i, raw)
		}
		p := givenPellet{parts[0], parts[1], parts[2]}
		switch {
		case p.x < 1 || p.y < 1 || p.x > side-2 || p.y > side-2:
			return nil, fmt.Errorf("pellet %d: x and y go from 1 to %d, not %.40s", i, side-2, raw)
		case p.energy < MinPellet || p.energy > MaxPellet:
			return nil, fmt.Errorf("pellet %d: energy goes from %d to %d, not %d", i, MinPellet, MaxPellet, p.energy)
		case taken[point{p.x, p.y}]:
			return nil, fmt.Errorf("pellet %d: a second one on [%d,%d]", i, p.x, p.y)
		}
		taken[point{p.x, p.y}] = true
		wave[i] = p
	}
	return wave, nil
}

// array reads a JSON array; null is none.
func array(raw json.RawMessage) ([]json.RawMessage, error) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, fmt.Errorf("%.40s is not a list", raw)
	}
	return list, nil
}

// wholes reads an array of whole numbers from low to high.
func wholes(raw json.RawMessage, low, high int) ([]int, error) {
	list, err := array(raw)
	if err != nil {
		return nil, err
	}
	out := make([]int, len(list))
	for i, raw := range list {
		var n *int
		if json.Unmarshal(raw, &n) != nil || n == nil || *n < low || *n > high {
			return nil, fmt.Errorf("%.40s is not a whole number from %d to %d", raw, low, high)
		}
		out[i] = *n
	}
	return out, nil
}
