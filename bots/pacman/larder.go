package pacman

import (
	"math"

	"koth/games/pacman"
)

// Rivals eat too: after so many turns a thing that was seen, or a square that never was, has lost
// most of its hope.
const (
	staysFor = 150
	freshFor = 400
)

// saved is how many points a power pellet must bring in ghosts before it is worth taking: it is safer
// to have one beside one's way, and to take it when they come.
const saved = 80

// larder is what lies where, as far as one knows.
type larder struct {
	maze  *pacman.Maze
	items []byte // letters as last seen; nothing seen is a pellet
	when  []int  // the turn of that, 0 for never
	turn  int
}

func (l *larder) begin(m *pacman.Maze) {
	squares := m.Size() * m.Size()
	l.maze, l.items, l.when = m, make([]byte, squares), make([]int, squares)
	for i := range l.items {
		l.items[i] = 'o'
	}
}

// look takes in what is seen. Under a ghost lies what was there before; a Pac-Man takes what it stands
// on.
func (l *larder) look(v *pacman.View) {
	l.turn++
	for _, q := range v.Sight {
		if q.Letter == 'G' {
			continue
		}
		l.items[q.At], l.when[q.At] = q.Letter, l.turn
	}
	l.items[v.Me.At], l.when[v.Me.At] = 'X', l.turn
}

func (l *larder) letter(square int) byte  { return l.items[square] }
func (l *larder) seenNow(square int) bool { return l.when[square] == l.turn }

// hope returns the odds that what is thought to lie on a square still does.
func (l *larder) hope(square int) float64 {
	if l.when[square] == 0 {
		return 0.85 * math.Exp(-float64(l.turn)/freshFor)
	}
	return math.Exp(-float64(l.turn-l.when[square]) / staysFor)
}

// worth returns the points that a square promises to one who steps on it.
func (l *larder) worth(square int) float64 {
	switch l.items[square] {
	case 'o':
		return pacman.PelletPoints * l.hope(square)
	case 'O':
		return (pacman.PowerPoints - saved) * l.hope(square)
	case 'F':
		return pacman.FruitPoints * l.hope(square)
	}
	return 0
}

// lure returns the points that a square promises to one who comes near it.
func (l *larder) lure(square int) float64 {
	if l.items[square] == 'O' {
		return pacman.PowerPoints * l.hope(square)
	}
	return l.worth(square)
}
