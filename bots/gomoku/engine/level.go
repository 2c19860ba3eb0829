package engine

import (
	"fmt"
	"strings"
)

// level is how much an engine does.
type level struct {
	name      string
	depth     int    // plies; 0 is any depth
	nodes     uint64 // positions a move; 0 is any number
	fours     int    // positions of each look for a win by fours, for each ply of depth; 0 looks for none
	threes    int    // positions of the look for a win by threes and fours before the search; 0 looks for none
	blind     int    // of 100 positions, in how many an open three is overlooked
	overlooks int    // of 100 moves, how many it does not think of
	noise     int32  // added to evaluations, up to so much either way
}

var levels = []level{
	{name: "easy", depth: 1, noise: 3000, blind: 80, overlooks: 75},
	{name: "medium", depth: 1, noise: 2000, blind: 55},
	{name: "hard", nodes: 30_000, fours: 100, threes: 5_000},
	{name: "master", fours: 100, threes: 100_000},
}

// Levels returns the names of the levels, from weak to strong.
func Levels() []string {
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.name
	}
	return names
}

func levelOf(name string) (level, error) {
	if name == "" {
		name = "master"
	}
	for _, l := range levels {
		if l.name == name {
			return l, nil
		}
	}
	return level{}, fmt.Errorf("%.40q: want one of %s: %w", name, strings.Join(Levels(), ", "), ErrLevel)
}

// CheckLevel returns nil for a level's name, else an error wrapping ErrLevel that lists them.
func CheckLevel(name string) error {
	_, err := levelOf(name)
	return err
}

// chance returns a number that looks random but is always the same for a position and a seed.
func (s *searcher) chance() uint64 { return (s.board.hash ^ s.seed) * 0x9e3779b97f4a7c15 >> 40 }
