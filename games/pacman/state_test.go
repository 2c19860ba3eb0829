package pacman

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"koth/game"
)

func TestMoves(t *testing.T) {
	tests := []struct {
		name   string
		letter string
		want   [2]int
		facing Action
		gone   bool
	}{
		{"north", "N", [2]int{0, 9}, North, false}, // over the edge
		{"east", "E", [2]int{1, 0}, East, false},
		{"south", "S", [2]int{0, 1}, South, false},
		{"into a wall", "W", [2]int{0, 0}, Stay, false},
		{"stay", "X", [2]int{0, 0}, Stay, false},
		{"malformed", "m", [2]int{0, 0}, Stay, false}, // rules, Answer
		{"illegal", "i", [2]int{0, 0}, Stay, false},
		{"late", "t", [2]int{0, 0}, North, true}, // rules, Time
		{"crashed", "c", [2]int{0, 0}, North, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := scene{players: [][2]int{{0, 0}}, walls: []wallAt{{0, 0, West}}}.open(t)
			s.do(t, tt.letter)
			if s.xy(0) != tt.want || s.pacs[0].facing != tt.facing || s.pacs[0].gone != tt.gone {
				t.Errorf("at %v, %+v; want %v, facing %v, gone %t", s.xy(0), s.pacs[0], tt.want, tt.facing, tt.gone)
			}
			if (s.End() == "dead") != tt.gone {
				t.Errorf("end %q", s.End())
			}
		})
	}
}

// TestMovesAreAtOnce: two Pac-Men that swap places meet nobody.
func TestMovesAreAtOnce(t *testing.T) {
	s := scene{players: [][2]int{{3, 3}, {4, 3}}, items: map[[2]int]byte{{3, 3}: fruit, {4, 3}: fruit}}.open(t)
	if got := s.Scores(); !slices.Equal(got, []float64{100, 100}) { // the first check of turn 1
		t.Errorf("scores %v before the first move", got)
	}
	s.items[s.maze.At(3, 3)], s.items[s.maze.At(4, 3)] = power, pellet
	s.do(t, "EW")
	if got := s.Scores(); !slices.Equal(got, []float64{110, 150}) {
		t.Errorf("scores %v, want 110 and 150", got)
	}
}

// TestCaughtBeforeItLeaves: a ghost that steps onto a Pac-Man catches it in step 3, before it moves.
func TestCaughtBeforeItLeaves(t *testing.T) {
	s := scene{
		players: [][2]int{{3, 3}, {9, 9}},
		ghosts:  []placedAt{{Blinky, 3, 6}},
		given:   map[string]any{"steps": []string{"N", "N", "N", "N"}},
	}.open(t)
	s.do(t, "XX") // turn 1: the ghost is on 3,5, then on 3,4
	if !slices.Equal(s.toAct, []game.Seat{0, 1}) || s.turn != 2 {
		t.Fatalf("turn %d, to move %v", s.turn, s.toAct)
	}
	s.do(t, "XX")
	if !slices.Equal(s.toAct, []game.Seat{1}) || s.turn != 3 || !s.pacs[0].dead {
		t.Fatalf("turn %d, to move %v, %+v", s.turn, s.toAct, s.pacs[0])
	}
	s.do(t, "X")
	if s.turn != 4 || s.phase != deadMove || !slices.Equal(s.toAct, []game.Seat{0}) { // as a ghost from the next turn on
		t.Fatalf("turn %d, to move %v", s.turn, s.toAct)
	}
	s.do(t, "E")
	if s.turn != 4 || s.phase != livingMove || s.xy(0) != [2]int{4, 3} {
		t.Errorf("turn %d, to move %v, the ghost on %v", s.turn, s.toAct, s.xy(0))
	}
}

// TestInvincibility counts turns (rules, Check): after a power pellet taken in step 5 of turn 1 a
// Pac-Man is invincible in both checks of turns 2 to 10 and in the first of turn 11.
func TestInvincibility(t *testing.T) {
	for _, dies := range []bool{false, true} {
		s := scene{players: [][2]int{{3, 3}, {9, 9}}, items: map[[2]int]byte{{3, 2}: power}, ghosts: []placedAt{{Clyde, 12, 12}}}.open(t)
		s.do(t, "NX")
		for s.turn < 11 {
			if s.pacs[0].invincible != 12-s.turn {
				t.Fatalf("turn %d: invincible for %d", s.turn, s.pacs[0].invincible)
			}
			s.do(t, "XX") // it counts down whether it moves or not
		}
		if s.pacs[0].invincible != 1 { // it counts in the first check of turn 11, which has been made
			t.Fatalf("turn %d: invincible for %d", s.turn, s.pacs[0].invincible)
		}
		if !dies {
			s.putGhost(0, 3, 2)
			s.check()
			if s.pacs[0].dead || s.pacs[0].score != 250 {
				t.Errorf("in the first check of turn 11: %+v", s.pacs[0])
			}
			continue
		}
		s.putGhost(0, 3, 3)
		s.do(t, "SX") // onto it, in the tenth move
		if !s.pacs[0].dead {
			t.Errorf("after the second check of turn 11: %+v", s.pacs[0])
		}
	}
}

// TestLostMove: a teleported ghost does not move once, a dead player gets no line.
func TestLostMove(t *testing.T) {
	s := scene{players: [][2]int{{3, 3}, {9, 9}}, given: map[string]any{"teleports": [][2]int{{0, 5}, {0, 6}}}}.open(t)
	s.dying = append(s.dying, 1)
	s.die()
	s.toAct = slices.Clone(s.alive)
	s.put(1, 3, 3)
	s.pacs[0].invincible = 5
	s.do(t, "X") // eaten in step 5; it skips turn 2
	if s.turn != 2 || s.phase != livingMove || s.xy(1) != [2]int{0, 5} || s.pacs[0].score != 200 {
		t.Fatalf("turn %d, phase %d, %v, %d points", s.turn, s.phase, s.xy(1), s.pacs[0].score)
	}
	s.put(1, 3, 3)
	s.pacs[1].skips = true
	s.check() // eaten again before it lost its move: still one
	s.do(t, "X")
	if s.turn != 3 || s.phase != livingMove || s.pacs[1].skips {
		t.Fatalf("turn %d, phase %d, %+v", s.turn, s.phase, s.pacs[1])
	}
	s.do(t, "X")
	if s.turn != 4 || s.phase != deadMove {
		t.Fatalf("turn %d, phase %d", s.turn, s.phase)
	}
}

func TestEnds(t *testing.T) {
	t.Run("pellets", func(t *testing.T) {
		s := scene{players: [][2]int{{8, 9}}, items: map[[2]int]byte{{1, 1}: power, {2, 2}: fruit}}.open(t)
		s.do(t, "E") // onto the last pellet; the others do not count
		if s.End() != "pellets" || s.Turn() != 1 || len(s.ToAct()) != 0 || s.Scores()[0] != 10 {
			t.Errorf("end %q after %d turns, %v", s.End(), s.Turn(), s.Scores())
		}
	})
	t.Run("turns", func(t *testing.T) {
		s := scene{players: [][2]int{{1, 1}}, turns: 2}.open(t)
		s.do(t, "X")
		s.do(t, "X")
		if s.End() != "turns" || s.Turn() != 2 {
			t.Errorf("end %q after %d turns", s.End(), s.Turn())
		}
	})
	t.Run("dead, in a turn without moves", func(t *testing.T) {
		s := scene{players: [][2]int{{3, 3}}, ghosts: []placedAt{{Blinky, 3, 5}}, given: map[string]any{"steps": []string{"N", "N"}}}.open(t)
		s.do(t, "X")
		if s.End() != "dead" || s.Turn() != 2 {
			t.Errorf("end %q after %d turns", s.End(), s.Turn())
		}
	})
	t.Run("at once", func(t *testing.T) {
		s := scene{players: [][2]int{{3, 3}}, items: map[[2]int]byte{{9, 9}: fruit}}.open(t)
		if s.End() != "pellets" || s.Turn() != 0 {
			t.Errorf("end %q after %d turns", s.End(), s.Turn())
		}
	})
}

// TestTerminated: a player is off the board at once, keeps its points and is not asked again; nobody
// who dies or is terminated collects the pellet any more.
func TestTerminated(t *testing.T) {
	s := scene{players: [][2]int{{3, 3}, {6, 6}, {9, 9}}, items: map[[2]int]byte{{3, 3}: fruit}}.open(t)
	s.do(t, "tXX")
	if !s.Left(0) || s.Left(1) {
		t.Errorf("left: %t, %t, want only the one that was late", s.Left(0), s.Left(1))
	}
	if !slices.Equal(s.toAct, []game.Seat{1, 2}) || s.pacsOn[s.maze.At(3, 3)] != 0 || s.Scores()[0] != 100 {
		t.Errorf("to move %v, scores %v", s.toAct, s.Scores())
	}
	s.dying = append(s.dying[:0], 1)
	s.die()
	s.toAct = slices.Clone(s.alive)
	s.do(t, "X")
	if s.do(t, "c"); s.ghostsOn[s.maze.At(6, 6)] != 0 || len(s.dead) != 0 || !slices.Equal(s.toAct, []game.Seat{2}) {
		t.Errorf("dead %v, to move %v", s.dead, s.toAct)
	}
	if err := s.Check(0, North); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("Check of a terminated player = %v", err)
	}
}

// TestLine is section 3.2 of the rules.
func TestLine(t *testing.T) {
	// The example of the rules, facing North: two squares West, two North, none East; North-West is free
	// through West, North-East through North.
	//	|I I|V|I|
	//	|I V|V V|
	//	|V V P|I|
	//	|I I|I|I|
	walls := []wallAt{
		{2, 2, East}, {2, 1, West}, {0, 2, West}, {2, 0, North}, {2, 0, West}, {2, 0, East},
		{3, 1, East}, {0, 1, West}, {2, 3, West}, {2, 3, East},
	}
	tests := []struct {
		name string
		sc   scene
		do   func(s *state)
		want string
	}{
		{"the example", scene{players: [][2]int{{2, 2}}, walls: walls}, nil, "2,2X 1,2X 0,2X 2,1X 2,0X 1,1X 3,1X"},
		{"letters", scene{
			players: [][2]int{{2, 2}, {1, 2}, {2, 1}}, ghosts: []placedAt{{Inky, 2, 1}, {Inky, 3, 2}}, walls: walls,
			items: map[[2]int]byte{{0, 2}: power, {1, 1}: fruit},
			given: map[string]any{"steps": []string{"NS"}},
		}, nil, "2,2X 1,2P 0,2O 2,1P 2,0G 1,1F 3,1X"},
		{"a ghost hides a Pac-Man and company is told", scene{players: [][2]int{{2, 2}, {2, 2}, {2, 1}}, walls: walls}, func(s *state) {
			s.ghostEnters(int32(s.maze.At(2, 1)))
		}, "2,2P 1,2X 0,2X 2,1G 2,0X 1,1X 3,1X"},
		{"no direction", scene{players: [][2]int{{2, 2}}, walls: append(walls, wallAt{2, 3, South})}, func(s *state) {
			s.pacs[0].facing = Stay
		}, "2,2X 2,1X 2,0X 2,3X 1,2X 0,2X 1,1X 3,1X 1,3X"},
		{"facing West", scene{players: [][2]int{{2, 2}}, walls: append(walls, wallAt{2, 3, South})}, func(s *state) {
			s.pacs[0].facing = West
		}, "2,2X 2,3X 1,2X 0,2X 2,1X 2,0X 1,3X 1,1X"},
		{"a row without walls is sent twice", scene{players: [][2]int{{0, 0}}, walls: []wallAt{{0, 0, North}, {0, 0, South}}}, nil,
			"0,0X 9,0X 8,0X 7,0X 6,0X 5,0X 4,0X 3,0X 2,0X 1,0X 1,0X 2,0X 3,0X 4,0X 5,0X 6,0X 7,0X 8,0X 9,0X 9,9o 1,9X"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := tt.sc.open(t)
			if tt.do != nil {
				tt.do(s)
			}
			if got := s.Observe(0).(*View).line(); got != tt.want {
				t.Errorf("line\n%s, want\n%s", got, tt.want)
			}
		})
	}
}

// TestDeadSight: a dead player sees 11 x 11 squares in reading order, over the edges and walls.
func TestDeadSight(t *testing.T) {
	s := scene{players: [][2]int{{0, 0}, {5, 5}}, walls: []wallAt{{0, 0, North}, {0, 0, East}}}.open(t)
	s.dying = append(s.dying, 0)
	s.die()
	v := s.Observe(0).(*View)
	items := strings.Fields(v.line())
	if len(items) != 121 || !v.Dead() || items[0] != "0,0G" || items[1] != "10,10X" || items[2] != "11,10X" || items[120] != "5,5P" {
		t.Errorf("%d items, %v ... %v", len(items), items[:3], items[len(items)-1])
	}
}
