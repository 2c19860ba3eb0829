// A bot for pacman: of the squares around it, it goes where it has been least often, prefers pellets
// and keeps away from ghosts.
package main

import "encoding/json"

// observation is what the bot may know.
type observation struct {
	Size  int
	Walls string // a hexadecimal digit for each square, row by row: the sum of its walls' bits
	Me    square // its letter is G if the bot has been caught
	Sight []square
}

// square has a letter: G ghost, P Pac-Man, o O F to eat, X nothing.
type square struct {
	x, y   int
	letter string
}

// UnmarshalJSON reads a square, such as [3,4,"o"].
func (s *square) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[...]any{&s.x, &s.y, &s.letter})
}

var ways = []struct {
	name   string
	dx, dy int
	wall   byte // its bit
}{{"N", 0, -1, 1}, {"E", 1, 0, 2}, {"S", 0, 1, 4}, {"W", -1, 0, 8}}

var visits = make(map[int]int) // how often it was on a square

// choose returns "N", "E", "S", "W" or "X", which is to stay.
func choose(o observation) string {
	number := func(x, y int) int { // the maze goes on at the other side
		return (y+o.Size)%o.Size*o.Size + (x+o.Size)%o.Size
	}
	seen := make(map[int]string)
	for _, s := range o.Sight {
		seen[number(s.x, s.y)] = s.letter
	}
	here := number(o.Me.x, o.Me.y)
	visits[here]++
	best, most := "X", 0
	for _, way := range ways {
		if digit(o.Walls[here])&way.wall != 0 {
			continue
		}
		to := number(o.Me.x+way.dx, o.Me.y+way.dy)
		worth := -visits[to]
		switch what := seen[to]; {
		case o.Me.letter == "G": // caught: the bot is a ghost itself now, and hunts
			if what == "P" {
				worth += 50
			}
		case what == "G":
			worth -= 1000
		case what == "o" || what == "O" || what == "F":
			worth += 2
		}
		if best == "X" || worth > most {
			best, most = way.name, worth
		}
	}
	return best
}

// digit is the value of a hexadecimal digit.
func digit(c byte) byte {
	if c >= 'A' {
		return c - 'A' + 10
	}
	return c - '0'
}
