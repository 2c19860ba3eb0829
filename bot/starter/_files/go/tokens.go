// A bot for tokens: it walks to the nearest token and eats it.
package main

import "encoding/json"

// observation is what the bot may know.
type observation struct {
	Seat             int
	Player1, Player2 player
	Tokens           [][]token // [x][y]
}

type player struct {
	Pos        [2]int
	Score      int
	ColorBonus int
	LastColor  string
}

// token is what lies on a cell; its points are 0 where there is none.
type token struct {
	Color  string
	Points int
}

// UnmarshalJSON reads a token, which is false where there is none.
func (t *token) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		return nil
	}
	type plain token
	return json.Unmarshal(data, (*plain)(t))
}

// choose returns "UP", "DOWN", "LEFT", "RIGHT", "EAT" or "PASS".
func choose(o observation) string {
	me := o.Player1
	if o.Seat == 1 {
		me = o.Player2
	}
	x, y := me.Pos[0], me.Pos[1]
	least, toX, toY := -1, 0, 0
	for i, column := range o.Tokens {
		for j, t := range column {
			steps := abs(i-x) + abs(j-y)
			if t.Points > 0 && (least < 0 || steps < least) {
				least, toX, toY = steps, i, j
			}
		}
	}
	switch {
	case least < 0:
		return "PASS"
	case toX > x:
		return "RIGHT"
	case toX < x:
		return "LEFT"
	case toY > y:
		return "DOWN"
	case toY < y:
		return "UP"
	}
	return "EAT"
}

func abs(n int) int { return max(n, -n) }
