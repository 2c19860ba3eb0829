package pacman

import (
	"slices"
	"testing"

	"koth/game"
)

// TestCheck is section 5 of the rules, case by case. All players and ghosts stand on square 4,4 of a
// maze for three, unless they are said to be away.
func TestCheck(t *testing.T) {
	tests := []struct {
		name       string
		invincible []int // counters by player
		ghosts     int   // on the square
		dead       []game.Seat
		away       []game.Seat
		item       byte
		scores     []float64
		counters   []int
		dies       []game.Seat
		left       byte // of the item
		teleports  int
	}{
		{name: "one takes a pellet", away: []game.Seat{1, 2}, item: pellet, scores: []float64{10, 0, 0}, left: nothing},
		{name: "one takes a fruit", away: []game.Seat{1, 2}, item: fruit, scores: []float64{100, 0, 0}, left: nothing},
		{name: "one takes a power pellet", away: []game.Seat{1, 2}, item: power, scores: []float64{50, 0, 0}, counters: []int{10, 0, 0}, left: nothing},
		{name: "a power pellet is not added", invincible: []int{7, 0, 0}, away: []game.Seat{1, 2}, item: power, scores: []float64{50, 0, 0}, counters: []int{10, 0, 0}, left: nothing},
		{name: "nothing there", away: []game.Seat{1, 2}, item: nothing, scores: []float64{0, 0, 0}, left: nothing},
		{name: "two vulnerable: lost", away: []game.Seat{2}, item: fruit, scores: []float64{0, 0, 0}, left: nothing},
		{name: "one of two invincible takes it", invincible: []int{0, 3, 0}, away: []game.Seat{2}, item: fruit, scores: []float64{0, 100, 0}, counters: []int{0, 3, 0}, left: nothing},
		{name: "one of three invincible takes power", invincible: []int{0, 0, 1}, item: power, scores: []float64{0, 0, 50}, counters: []int{0, 0, 10}, left: nothing},
		{name: "two invincible: lost", invincible: []int{2, 3, 0}, item: fruit, scores: []float64{0, 0, 0}, counters: []int{2, 3, 0}, left: nothing},
		{name: "caught", away: []game.Seat{1, 2}, ghosts: 1, item: fruit, scores: []float64{0, 0, 0}, dies: []game.Seat{0}, left: fruit},
		{name: "all are caught", ghosts: 1, item: power, scores: []float64{0, 0, 0}, dies: []game.Seat{0, 1, 2}, left: power},
		{name: "caught by a dead player", dead: []game.Seat{2}, away: []game.Seat{0}, item: pellet, scores: []float64{0, 0, 0}, dies: []game.Seat{1}, left: pellet},
		{name: "a ghost is eaten", invincible: []int{1, 0, 0}, away: []game.Seat{1, 2}, ghosts: 1, item: fruit, scores: []float64{200, 0, 0}, counters: []int{1, 0, 0}, left: fruit, teleports: 1},
		{name: "company is spared", invincible: []int{0, 5, 0}, ghosts: 1, item: fruit, scores: []float64{0, 200, 0}, counters: []int{0, 5, 0}, left: fruit, teleports: 1},
		{name: "three ghosts", invincible: []int{4, 0, 0}, away: []game.Seat{1, 2}, ghosts: 3, item: pellet, scores: []float64{600, 0, 0}, counters: []int{4, 0, 0}, left: pellet, teleports: 3},
		{name: "a dead player is eaten", invincible: []int{4, 0, 0}, dead: []game.Seat{1}, away: []game.Seat{2}, scores: []float64{200, 0, 0}, counters: []int{4, 0, 0}, left: nothing, teleports: 1},

		// Two invincible Pac-Men on a square with ghosts: by hand, for no recorded game has it with a third,
		// vulnerable one. Each of them is paid for every ghost, the third is spared, nothing is taken.
		{name: "two invincible, two ghosts", invincible: []int{2, 9, 0}, ghosts: 2, item: fruit, scores: []float64{400, 400, 0}, counters: []int{2, 9, 0}, left: fruit, teleports: 2},
		{name: "two invincible, a ghost and a dead player", invincible: []int{2, 9, 0}, dead: []game.Seat{2}, ghosts: 1, item: power, scores: []float64{400, 400, 0}, counters: []int{2, 9, 0}, left: power, teleports: 2},
		{name: "three invincible, one ghost", invincible: []int{1, 1, 1}, ghosts: 1, item: pellet, scores: []float64{200, 200, 200}, counters: []int{1, 1, 1}, left: pellet, teleports: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sc := scene{players: [][2]int{{0, 0}, {0, 0}, {0, 0}}, given: map[string]any{"teleports": [][2]int{{9, 1}, {9, 2}, {9, 3}}}}
			for range tt.ghosts {
				sc.ghosts = append(sc.ghosts, placedAt{Blinky, 1, 8})
			}
			s := sc.open(t)
			if tt.item == 0 {
				tt.item = nothing
			}
			square := s.maze.At(4, 4)
			s.items[square] = tt.item
			if tt.item == pellet {
				s.pellets++
			}
			for i := range tt.ghosts {
				s.putGhost(i, 4, 4)
			}
			s.dying = append(s.dying[:0], tt.dead...)
			s.die()
			for seat := range game.Seat(3) {
				if slices.Contains(tt.away, seat) {
					s.put(seat, 8+int(seat), 8)
				} else {
					s.put(seat, 4, 4)
				}
			}
			for i, counter := range tt.invincible {
				s.pacs[i].invincible = counter
			}
			alive := len(s.alive)
			s.check()
			if got := s.Scores(); !slices.Equal(got, tt.scores) {
				t.Errorf("scores %v, want %v", got, tt.scores)
			}
			if tt.counters == nil {
				tt.counters = []int{0, 0, 0}
			}
			for i, want := range tt.counters {
				if got := s.pacs[i].invincible; got != want {
					t.Errorf("player %d is invincible for %d, want %d", i, got, want)
				}
			}
			for _, seat := range tt.dies {
				if p := s.pacs[seat]; !p.dead || s.xy(seat) != [2]int{4, 4} {
					t.Errorf("player %d: %+v, want it dead where it was", seat, p)
				}
			}
			if len(s.alive) != alive-len(tt.dies) {
				t.Errorf("alive are %v", s.alive)
			}
			if s.items[square] != tt.left {
				t.Errorf("the square holds %c, want %c", s.items[square], tt.left)
			}
			moved := 0
			for i := range s.ghosts {
				if s.ghostXY(i) != [2]int{4, 4} {
					moved++
					if g := s.ghosts[i]; !g.skips || g.previous != int32(square) || g.eaten {
						t.Errorf("ghost %d after it was eaten: %+v", i, g)
					}
				}
			}
			for _, seat := range tt.dead {
				if s.xy(seat) != [2]int{4, 4} {
					moved++
					if p := s.pacs[seat]; !p.skips || p.eaten {
						t.Errorf("player %d after it was eaten: %+v", seat, p)
					}
				}
			}
			if moved != tt.teleports {
				t.Errorf("%d ghosts were put elsewhere, want %d", moved, tt.teleports)
			}
		})
	}
}

// TestTeleportOrder: computer ghosts in their order, then dead players in the order of their deaths.
func TestTeleportOrder(t *testing.T) {
	s := scene{
		players: [][2]int{{4, 4}, {1, 1}, {1, 1}},
		ghosts:  []placedAt{{Blinky, 9, 9}, {Pinky, 9, 9}},
		given:   map[string]any{"teleports": [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}}},
	}.open(t)
	for _, seat := range []game.Seat{2, 1} { // 2 dies first
		s.dying = append(s.dying[:0], seat)
		s.die()
		s.put(seat, 4, 4)
	}
	s.putGhost(0, 4, 4)
	s.putGhost(1, 4, 4)
	s.pacs[0].invincible = 5
	s.check()
	got := [][2]int{s.ghostXY(0), s.ghostXY(1), s.xy(2), s.xy(1)}
	if want := [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}}; !slices.Equal(got, want) {
		t.Errorf("put on %v, want %v", got, want)
	}
	if s.pacs[0].score != 800 {
		t.Errorf("%d points for four ghosts", s.pacs[0].score)
	}
}
