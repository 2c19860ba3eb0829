package gomoku

import (
	"fmt"
	"strconv"
	"strings"

	"koth/game"
)

var _ game.Opened = Game{}

// ParseOpenings reads a file of openings (rules, Files of openings), one a line: offsets of the
// stones from the middle ("2,-3, 1,0, -1,-4"), their places ("h8i9j10"), or a setup as JSON. A byte
// order mark before the first is passed over.
func (Game) ParseOpenings(data []byte, opts game.Options) ([][]byte, error) {
	var setups [][]byte
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		setup, err := parseOpening(line, opts)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		setups = append(setups, setup)
	}
	if len(setups) == 0 {
		return nil, fmt.Errorf("no opening in it: %w", game.ErrSetup)
	}
	return setups, nil
}

// parseOpening returns the setup of a line, if a match can start from it.
func parseOpening(line string, opts game.Options) ([]byte, error) {
	text := []byte(line)
	if line[0] != '{' {
		empty, err := (&setup{}).position(opts)
		if err != nil {
			return nil, err
		}
		points, err := parseOffsets(line, empty.board.Size())
		if isPlace(line[0]) {
			points, err = parsePlaces(line)
		}
		if err != nil {
			return nil, err
		}
		text = append(appendPoints([]byte(`{"moves":`), points), '}')
	}
	given, err := parseSetup(text)
	if err == nil {
		_, err = given.position(opts)
	}
	return text, err
}

// parseOffsets reads columns and rows of stones, counted from the middle cell, which of a board of
// even size is the one right of and below the true middle.
func parseOffsets(line string, size int) ([]Point, error) {
	fields := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	var numbers []int
	for _, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || !inRange(n) {
			return nil, game.SetupError("%.20q is no offset from the middle (want pairs such as 3,-2)", f)
		}
		numbers = append(numbers, n+size/2)
	}
	if len(numbers)%2 != 0 {
		return nil, game.SetupError("%d numbers: want two for each stone", len(numbers))
	}
	points := make([]Point, len(numbers)/2)
	for i := range points {
		points[i] = Point{numbers[2*i], numbers[2*i+1]}
	}
	return points, nil
}

// isPlace reports whether a byte is the letter of a column.
func isPlace(c byte) bool { return c|0x20 >= 'a' && c|0x20 < 'a'+MaxSize }

// parsePlaces reads stones as a letter for the column and a number, from 1 at the top, for the row.
func parsePlaces(line string) ([]Point, error) {
	var points []Point
	rest := line
	for rest != "" {
		if !isPlace(rest[0]) {
			return nil, game.SetupError("%.20q is no place (want a letter and a number, such as h8)", rest)
		}
		digits := 1
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		row, err := strconv.Atoi(rest[1:digits])
		if err != nil || !inRange(row) {
			return nil, game.SetupError("%.20q is no place (want a letter and a number, such as h8)", rest)
		}
		points = append(points, Point{int(rest[0] | 0x20 - 'a'), row - 1})
		rest = strings.TrimLeft(rest[digits:], " ,\t")
	}
	return points, nil
}
