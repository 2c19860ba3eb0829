package pacman

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// stalker is a scene with a ghost on 5,5 of a maze of 15 squares a side and players on squares.
func stalker(t *testing.T, kind Kind, strict bool, players ...[2]int) *state {
	t.Helper()
	s := scene{players: [][2]int{{14, 0}, {14, 0}}, ghosts: []placedAt{{kind, 5, 6}}, strict: strict}.open(t)
	for seat, at := range players {
		s.put(game.Seat(seat), at[0], at[1])
	}
	if s.ghostXY(0) != [2]int{5, 5} || s.ghosts[0].previous != int32(s.maze.At(5, 6)) {
		t.Fatalf("the ghost is on %v: %+v", s.ghostXY(0), s.ghosts[0])
	}
	return s
}

// TestSwitch: on the move in which it switches to chase a ghost looks for a target and turns back;
// without one it goes on walking at random (rules, Computer ghosts).
func TestSwitch(t *testing.T) {
	tests := []struct {
		name    string
		kind    Kind
		players [][2]int
		target  int // nowhere: none
	}{
		{"the nearest", Blinky, [][2]int{{5, 10}, {7, 7}}, 1},
		{"in the corner of the box", Pinky, [][2]int{{10, 10}, {14, 0}}, 0},
		{"over the edges", Blinky, [][2]int{{0, 0}, {0, 10}}, 0},
		{"too far", Inky, [][2]int{{5, 11}, {11, 5}}, nowhere},
		{"Clyde sees farther", Clyde, [][2]int{{5, 11}, {5, 7}}, 0}, // and takes the farthest
		{"Clyde alone in his box", Clyde, [][2]int{{12, 12}, {5, 6}}, 0},
		{"the first wins no tie", Blinky, [][2]int{{5, 7}, {14, 1}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := stalker(t, tt.kind, false, tt.players...)
			g := &s.ghosts[0]
			g.count = g.length - 1
			d := s.decide(0, g)
			if g.chasing != (tt.target != nowhere) || g.count != 0 || g.chasing && g.target != tt.target {
				t.Errorf("%+v, want the target %d", g, tt.target)
			}
			if turned := d == South; turned != g.chasing {
				t.Errorf("it steps %v", d)
			}
		})
	}
}

// TestPhases: the first scatter phase has L-1 moves, every later phase L.
func TestPhases(t *testing.T) {
	s := stalker(t, Blinky, false, [2]int{5, 4})
	g := &s.ghosts[0]
	g.count, g.length = 0, 7
	var got []bool
	for range 7 - 1 + 7 + 7 + 1 {
		s.put(0, modulo(s.ghostXY(0)[0]+2, 15), s.ghostXY(0)[1])
		s.moveGhosts()
		got = append(got, g.chasing)
	}
	for i, chasing := range got {
		if want := i >= 6 && i < 13 || i >= 20; chasing != want {
			t.Fatalf("move %d: chasing %t; %v", i+1, chasing, got)
		}
	}
}

// TestGoal: where the personalities go. The ghost is on 5,5, its target faces East.
func TestGoal(t *testing.T) {
	tests := []struct {
		name      string
		kind      Kind
		target    [2]int
		facing    Action
		reference [2]int
		dx, dy    int
	}{
		{"Blinky", Blinky, [2]int{8, 4}, East, [2]int{}, 3, -1},
		{"Clyde", Clyde, [2]int{8, 4}, East, [2]int{}, 3, -1},
		{"Pinky, ahead", Pinky, [2]int{8, 4}, East, [2]int{}, 7, -1},
		{"Pinky, nobody moving", Pinky, [2]int{8, 4}, Stay, [2]int{}, 3, -1},
		{"Pinky, north", Pinky, [2]int{8, 4}, North, [2]int{}, 3, -5}, // the arcade's slip is not copied
		{"Pinky, the shorter way round", Pinky, [2]int{10, 4}, East, [2]int{}, -6, -1},
		{"Inky", Inky, [2]int{8, 4}, East, [2]int{9, 6}, 6, -3},                          // a = 10,4; a - r = 1,-2
		{"Inky, reference over the edge", Inky, [2]int{8, 4}, Stay, [2]int{8, 13}, 3, 5}, // a - r = 0,6
		{"over the edge", Blinky, [2]int{14, 14}, East, [2]int{}, -6, -6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := stalker(t, tt.kind, false, tt.target, tt.reference)
			s.dying = append(s.dying[:0], 1) // the reference is a dead player
			s.die()
			s.pacs[0].facing = tt.facing
			g := &s.ghosts[0]
			g.chasing, g.target, g.reference = true, 0, ghostID{dead: true, number: 1}
			if dx, dy := s.goal(g); dx != tt.dx || dy != tt.dy {
				t.Errorf("goal %d,%d away, want %d,%d", dx, dy, tt.dx, tt.dy)
			}
		})
	}
}

// TestReference: an Inky goes by the nearest other ghost, and by the target alone if there is none.
func TestReference(t *testing.T) {
	s := scene{players: [][2]int{{8, 4}, {9, 4}}, ghosts: []placedAt{{Inky, 5, 6}, {Blinky, 5, 10}, {Inky, 14, 6}}}.open(t)
	g := &s.ghosts[0]
	if s.findReference(0, g); g.reference != (ghostID{number: 1}) || g.alone {
		t.Errorf("reference %+v, want ghost 1", g.reference)
	}
	s.dying = append(s.dying[:0], 0)
	s.die()
	s.put(0, 4, 4)
	if s.findReference(0, g); g.reference != (ghostID{dead: true, number: 0}) {
		t.Errorf("reference %+v, want the dead player", g.reference)
	}
	s = stalker(t, Inky, false, [2]int{8, 4})
	g = &s.ghosts[0]
	g.count = g.length - 1
	if s.decide(0, g); !g.chasing || !g.alone {
		t.Errorf("%+v", g)
	}
	if dx, dy := s.goal(g); dx != 3 || dy != -3 { // 2 ahead of 8,4, facing North
		t.Errorf("goal %d,%d away", dx, dy)
	}
}

func TestGreedy(t *testing.T) {
	tests := []struct {
		name   string
		walls  string // directions that are closed
		dx, dy int
		avoid  [2]int
		want   Action
	}{
		{"the longer part", "", 3, -1, [2]int{-1, -1}, East},
		{"N before E", "", 2, -2, [2]int{-1, -1}, North},
		{"E before S", "", 2, 2, [2]int{-1, -1}, East},
		{"S before W", "", -2, 2, [2]int{-1, -1}, South},
		{"on the goal", "", 0, 0, [2]int{-1, -1}, North},
		{"walled off", "NE", 3, -1, [2]int{-1, -1}, South}, // -1 for South, -3 for West
		{"back, if that is best", "NES", 3, -1, [2]int{-1, -1}, West},
		{"not back", "", 0, 5, [2]int{5, 6}, East},
		{"back, where nothing else is open", "NEW", 0, 5, [2]int{5, 6}, South},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sc := scene{players: [][2]int{{0, 0}}}
			for i := range tt.walls {
				d, _ := parseLetter(tt.walls[i])
				sc.walls = append(sc.walls, wallAt{5, 5, d})
			}
			s := sc.open(t)
			avoid := int32(nowhere)
			if tt.avoid[0] >= 0 {
				avoid = int32(s.maze.At(tt.avoid[0], tt.avoid[1]))
			}
			if got := s.greedy(int32(s.maze.At(5, 5)), tt.dx, tt.dy, avoid); got != tt.want {
				t.Errorf("step %v, want %v", got, tt.want)
			}
		})
	}
}

// TestStrict: in chase a ghost never goes back, but for the move in which it switches.
func TestStrict(t *testing.T) {
	for _, strict := range []bool{false, true} {
		s := stalker(t, Blinky, strict, [2]int{5, 9})
		g := &s.ghosts[0]
		g.count = g.length - 1
		if d := s.decide(0, g); d != South {
			t.Errorf("strict %t: the switch steps %v", strict, d)
		}
		back := South
		if strict {
			back = East
		}
		if d := s.decide(0, g); d != back { // it came from the South, where its target is
			t.Errorf("strict %t: in chase it steps %v, want %v", strict, d, back)
		}
	}
}

// TestWander: any way but back, each as likely; back at a dead end, nowhere in a closed square.
func TestWander(t *testing.T) {
	s := stalker(t, Blinky, false)
	s.chance.turn = "" // the steps given for the turn before
	counts := make(map[Action]int)
	for range 3000 {
		counts[s.wander(0, &s.ghosts[0])]++
	}
	for _, d := range []Action{North, East, West} {
		if counts[d] < 900 || counts[d] > 1100 { // the standard deviation is 26
			t.Errorf("ways %v", counts)
		}
	}
	if counts[South] > 0 {
		t.Errorf("it goes back: %v", counts)
	}
	end := scene{players: [][2]int{{0, 0}}, ghosts: []placedAt{{Pinky, 5, 6}}, walls: []wallAt{{5, 5, North}, {5, 5, East}, {5, 5, West}}}.open(t)
	if d := end.wander(0, &end.ghosts[0]); d != South {
		t.Errorf("at a dead end it steps %v", d)
	}
	closed := scene{players: [][2]int{{0, 0}}, ghosts: []placedAt{{Pinky, 5, 5}}, walls: []wallAt{{5, 5, North}, {5, 5, East}, {5, 5, West}, {5, 5, South}}}.open(t)
	for range 20 {
		closed.moveGhosts()
	}
	if closed.ghostXY(0) != [2]int{5, 5} {
		t.Errorf("it left a closed square: %v", closed.ghostXY(0))
	}
}

// TestTargetTies: all equally good targets are drawn, and all equally near references.
func TestTargetTies(t *testing.T) {
	s := scene{
		players: [][2]int{{5, 3}, {7, 5}, {9, 9}},
		ghosts:  []placedAt{{Inky, 5, 6}, {Blinky, 6, 6}, {Clyde, 4, 6}, {Blinky, 9, 9}},
	}.open(t)
	s.chance.rng = rand.New(rand.NewPCG(5, 6))
	targets, references := make(map[int]int), make(map[ghostID]int)
	for range 400 {
		if !s.findTarget(0, &s.ghosts[0]) {
			t.Fatal("no target")
		}
		targets[s.ghosts[0].target]++
		references[s.ghosts[0].reference]++
	}
	if targets[0] < 160 || targets[1] < 160 || len(targets) != 2 {
		t.Errorf("targets %v", targets)
	}
	if references[ghostID{number: 1}] < 160 || references[ghostID{number: 2}] < 160 || len(references) != 2 {
		t.Errorf("references %v", references)
	}
}
