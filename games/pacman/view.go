package pacman

import (
	"strconv"

	"koth/game"
)

// View is what a player is told when it has to move (rules, Turn line), and the maze. It is valid
// until the moves are made.
type View struct {
	Maze  *Maze    // not to be changed
	Me    Square   // its letter is G, P or X: dead, alive with company, alive
	Sight []Square // what the player sees, in the order of the rules; a square can be there twice
}

// Square is a square as a player sees it.
type Square struct {
	At     int  // the square's number, see Maze
	Letter byte // G, P, O, F, o or X
}

// Dead tells whether the player is a ghost.
func (v *View) Dead() bool { return v.Me.Letter == 'G' }

// AppendJSON appends the view as one object: size and walls of the maze, the player's own square
// and what it sees, each as [x,y,letter].
func (v *View) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"size":`...)
	dst = strconv.AppendInt(dst, int64(v.Maze.size), 10)
	dst = append(dst, `,"walls":"`...)
	dst = v.Maze.appendText(dst)
	dst = append(dst, `","me":`...)
	dst = v.appendSquareJSON(dst, v.Me)
	dst = append(dst, `,"sight":[`...)
	for i, q := range v.Sight {
		dst = v.appendSquareJSON(appendComma(dst, i), q)
	}
	return append(dst, "]}"...)
}

func (v *View) appendSquareJSON(dst []byte, q Square) []byte {
	dst = appendSquare(append(dst, '['), v.Maze, int32(q.At))
	return append(dst, ',', '"', q.Letter, '"', ']')
}

// Observe returns a *View.
func (s *state) Observe(seat game.Seat) game.Observation {
	v := &s.shown[seat]
	v.Maze = s.maze
	p := &s.pacs[seat]
	v.Me = Square{At: int(p.at), Letter: nothing}
	switch {
	case p.dead:
		v.Me.Letter = 'G'
		v.Sight = s.around(v.Sight[:0], p.at)
		return v
	case s.pacsOn[p.at] > 1:
		v.Me.Letter = 'P'
	}
	if p.facing == Stay {
		v.Sight = s.lookAround(v.Sight[:0], p.at)
	} else {
		v.Sight = s.lookAhead(v.Sight[:0], p.at, p.facing)
	}
	return v
}
