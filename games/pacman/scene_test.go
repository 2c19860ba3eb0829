package pacman

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

// scene is a position for a test, in a maze without walls and with nothing on it, unless it says so.
// Squares are [x, y]; a letter of fill lies on all squares that nothing else is said of.
type scene struct {
	players [][2]int
	ghosts  []placedAt
	items   map[[2]int]byte
	fill    byte
	walls   []wallAt
	strict  bool
	turns   int // 0 is 500
	given   map[string]any
}

type placedAt struct {
	kind Kind
	x, y int
}

type wallAt struct {
	x, y int
	d    Action
}

// open makes the position, after the ghosts' first move: they have walked north unless given says
// otherwise. Where nothing holds a pellet the square at the bottom right does, so that the game goes on.
func (sc scene) open(t testing.TB) *state {
	t.Helper()
	n := len(sc.players)
	size := sideFor(n)
	walls := make([]byte, size*size)
	at := func(x, y int) int { return modulo(y, size)*size + modulo(x, size) }
	for _, w := range sc.walls {
		to := [...]int{at(w.x, w.y-1), at(w.x+1, w.y), at(w.x, w.y+1), at(w.x-1, w.y)}[w.d]
		walls[at(w.x, w.y)] |= 1 << w.d
		walls[to] |= 1 << w.d.back()
	}
	for i := range walls {
		walls[i] = hexDigits[walls[i]]
	}
	if sc.fill == 0 {
		sc.fill = nothing
	}
	items := []byte(strings.Repeat(string(sc.fill), size*size))
	items[size*size-1] = pellet
	for square, letter := range sc.items {
		items[at(square[0], square[1])] = letter
	}
	ghosts := [][4]any{}
	for _, g := range sc.ghosts {
		ghosts = append(ghosts, [4]any{g.kind.String(), g.x, g.y, minPhase})
	}
	setup := map[string]any{
		"walls": string(walls), "items": string(items), "players": sc.players, "ghosts": ghosts,
		"steps": []string{strings.Repeat("N", len(ghosts))},
	}
	for name, value := range sc.given {
		setup[name] = value
	}
	data, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	opts := defaults(t, "turns=500")
	if sc.strict {
		opts = defaults(t, "ghosts=strict")
	}
	if sc.turns > 0 {
		opts[optTurns] = jsonOf(sc.turns)
	}
	s, err := Game{}.New(n, opts, data, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

func defaults(t testing.TB, settings ...string) game.Options {
	t.Helper()
	opts, err := Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

func jsonOf(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// put moves a player, whatever is between.
func (s *state) put(seat game.Seat, x, y int) {
	p := &s.pacs[seat]
	leaves, enters := s.pacLeaves, s.pacEnters
	if p.dead {
		leaves, enters = s.ghostLeaves, s.ghostEnters
	}
	leaves(p.at)
	p.at = int32(s.maze.At(x, y))
	enters(p.at)
}

// putGhost moves a computer ghost.
func (s *state) putGhost(i, x, y int) {
	g := &s.ghosts[i]
	s.ghostLeaves(g.at)
	g.at = int32(s.maze.At(x, y))
	s.ghostEnters(g.at)
}

// do plays a round: a letter for each seat that is to act, "t", "c", "m" and "i" for faults.
func (s *state) do(t testing.TB, letters string) {
	t.Helper()
	kinds := map[rune]game.FaultKind{'t': game.FaultTimeout, 'c': game.FaultCrash, 'm': game.FaultMalformed, 'i': game.FaultIllegal}
	var moves []game.Move
	for i, letter := range letters {
		if i == len(s.toAct) {
			t.Fatalf("%q for seats %v", letters, s.toAct)
		}
		m := game.Move{Seat: s.toAct[i]}
		if kind, ok := kinds[letter]; ok {
			m.Fault = &game.Fault{Kind: kind}
		} else {
			m.Action, _ = parseLetter(byte(letter))
		}
		moves = append(moves, m)
	}
	if err := s.Step(moves); err != nil {
		t.Fatal(err)
	}
}

// xy returns where a player is.
func (s *state) xy(seat game.Seat) [2]int {
	x, y := s.maze.XY(int(s.pacs[seat].at))
	return [2]int{x, y}
}

// ghostXY returns where a computer ghost is.
func (s *state) ghostXY(i int) [2]int {
	x, y := s.maze.XY(int(s.ghosts[i].at))
	return [2]int{x, y}
}
