package pacman

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"koth/game"
)

// setup is what a given starting position fixes of what chance decides. What is left out is drawn,
// and so is all that comes after the end of a list.
type setup struct {
	maze    *Maze
	items   string
	players []int32  // squares
	ghosts  []placed // not nil, but perhaps empty, if given

	steps      []string // by turn: a letter for each computer ghost, "-" for none
	targets    []int    // seats, in the order in which they are drawn
	references []ghostID
	teleports  []int32 // squares
}

// maxGhosts is how many computer ghosts a setup may have: more than the rules have for any number
// of players.
const maxGhosts = 1000

// ghostID names a ghost: a computer ghost by its number, a dead player by its seat.
type ghostID struct {
	dead   bool
	number int
}

func (id ghostID) appendJSON(dst []byte) []byte {
	if id.dead {
		return fmt.Appendf(dst, `"p%d"`, id.number)
	}
	return strconv.AppendInt(dst, int64(id.number), 10)
}

// parseSetup reads a setup for n players (rules, Setup). Empty data gives nothing.
func parseSetup(data []byte, n int) (given setup, err error) {
	err = game.ReadSetup(data, func(name string, value json.RawMessage) error {
		if err := given.set(name, value, n); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
	if err != nil {
		return setup{}, err
	}
	return given, nil
}

// set reads one member.
func (s *setup) set(name string, value json.RawMessage, n int) (err error) {
	size := sideFor(n)
	switch name {
	case "walls":
		var text string
		if text, err = stringOf(value); err == nil {
			s.maze, err = parseMaze(text, size)
		}
	case "items":
		s.items, err = parseItems(value, size)
	case "players":
		if s.players, err = listOf(value, func(raw json.RawMessage) (int32, error) { return parseSquare(raw, size) }); err == nil && len(s.players) != n {
			err = fmt.Errorf("want one for each of %d players, have %d", n, len(s.players))
		}
	case "ghosts":
		if s.ghosts, err = listOf(value, func(raw json.RawMessage) (placed, error) { return parseGhost(raw, size) }); err == nil && len(s.ghosts) > maxGhosts {
			err = fmt.Errorf("want at most %d, have %d", maxGhosts, len(s.ghosts))
		}
	case "steps":
		s.steps, err = listOf(value, parseSteps)
	case "targets":
		s.targets, err = listOf(value, func(raw json.RawMessage) (int, error) { return whole(raw, 0, n-1) })
	case "references":
		s.references, err = listOf(value, func(raw json.RawMessage) (ghostID, error) { return parseGhostID(raw, n) })
	case "teleports":
		s.teleports, err = listOf(value, func(raw json.RawMessage) (int32, error) { return parseSquare(raw, size) })
	default:
		err = fmt.Errorf("no such member (have ghosts, items, players, references, steps, targets, teleports, walls)")
	}
	return err
}

// checkSteps makes sure that given steps are for as many ghosts as there are.
func (s *setup) checkSteps(ghosts int) error {
	for i, turn := range s.steps {
		if len(turn) != ghosts {
			return game.SetupError("steps[%d]: %d letters for %d ghosts", i, len(turn), ghosts)
		}
	}
	return nil
}

// stringOf reads a string.
func stringOf(raw json.RawMessage) (string, error) {
	var text *string
	if json.Unmarshal(raw, &text) != nil || text == nil {
		return "", fmt.Errorf("%.40s is not a text", raw)
	}
	return *text, nil
}

// parseItems reads a letter for each square, row by row.
func parseItems(raw json.RawMessage, size int) (string, error) {
	items, err := stringOf(raw)
	if err != nil {
		return "", err
	}
	if len(items) != size*size {
		return "", fmt.Errorf("%d letters, want %d for a maze of %d squares a side", len(items), size*size, size)
	}
	for i := range items {
		if !strings.ContainsRune("oOFX", rune(items[i])) {
			return "", fmt.Errorf("%.4q at [%d,%d] is none of o, O, F, X", items[i:i+1], i%size, i/size)
		}
	}
	return items, nil
}

// parseSquare reads [x,y].
func parseSquare(raw json.RawMessage, size int) (int32, error) {
	parts, err := array(raw)
	if err != nil || len(parts) != 2 {
		return 0, fmt.Errorf("%.40s is not [x,y]", raw)
	}
	x, errX := whole(parts[0], 0, size-1)
	y, errY := whole(parts[1], 0, size-1)
	if errX != nil || errY != nil {
		return 0, fmt.Errorf("%.40s is not [x,y] with numbers from 0 to %d", raw, size-1)
	}
	return int32(y*size + x), nil
}

// parseGhost reads [kind,x,y,phase length].
func parseGhost(raw json.RawMessage, size int) (g placed, err error) {
	parts, err := array(raw)
	if err != nil || len(parts) != 4 {
		return placed{}, fmt.Errorf("%.40s is not [kind,x,y,phase length]", raw)
	}
	name, err := stringOf(parts[0])
	kind := slices.Index(kindNames[:], name)
	if err != nil || kind < 0 {
		return placed{}, fmt.Errorf("kind %.40s is none of %s", parts[0], strings.Join(kindNames[:], ", "))
	}
	x, errX := whole(parts[1], 0, size-1)
	y, errY := whole(parts[2], 0, size-1)
	if errX != nil || errY != nil {
		return placed{}, fmt.Errorf("[%.20s,%.20s] is no square: numbers go from 0 to %d", parts[1], parts[2], size-1)
	}
	length, err := whole(parts[3], minPhase, maxPhase)
	if err != nil {
		return placed{}, fmt.Errorf("phase length %w", err)
	}
	return placed{Kind(kind), int32(y*size + x), length}, nil
}

// parseSteps reads the letters of one turn.
func parseSteps(raw json.RawMessage) (string, error) {
	text, err := stringOf(raw)
	if err != nil {
		return "", err
	}
	for i := range text {
		if !strings.ContainsRune("NESW-", rune(text[i])) {
			return "", fmt.Errorf("%.4q is none of N, E, S, W, -", text[i:i+1])
		}
	}
	return text, nil
}

// parseGhostID reads the number of a computer ghost, or "p" and the seat of a dead player.
func parseGhostID(raw json.RawMessage, n int) (ghostID, error) {
	if number, err := whole(raw, 0, maxGhosts-1); err == nil {
		return ghostID{number: number}, nil
	}
	text, _ := stringOf(raw)
	if digits, ok := strings.CutPrefix(text, "p"); ok {
		if seat, err := whole(json.RawMessage(digits), 0, n-1); err == nil {
			return ghostID{dead: true, number: seat}, nil
		}
	}
	return ghostID{}, fmt.Errorf(`%.40s is neither the number of a ghost nor "p" and a seat`, raw)
}

// array reads a JSON array; null is none.
func array(raw json.RawMessage) ([]json.RawMessage, error) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, fmt.Errorf("%.40s is not a list", raw)
	}
	return list, nil
}

// listOf reads a JSON array of elements of one form.
func listOf[T any](raw json.RawMessage, parse func(json.RawMessage) (T, error)) ([]T, error) {
	list, err := array(raw)
	if err != nil {
		return nil, err
	}
	out := make([]T, len(list))
	for i, raw := range list {
		if out[i], err = parse(raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return out, nil
}

// whole reads a whole number from low to high; null is none.
func whole(raw json.RawMessage, low, high int) (int, error) {
	var n *int
	if json.Unmarshal(raw, &n) != nil || n == nil || *n < low || *n > high {
		return 0, fmt.Errorf("%.40s is not a whole number from %d to %d", raw, low, high)
	}
	return *n, nil
}
