package pacman

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

func TestSide(t *testing.T) {
	for n, want := range map[int]int{1: 10, 2: 15, 3: 18, 4: 20, 7: 27, 10: 32, 100: 100} {
		if got := sideFor(n); got != want {
			t.Errorf("the side for %d players is %d, want %d", n, got, want)
		}
	}
}

// TestDrawnMazes: walls agree, no dead ends are left, all squares are connected, and a few passages
// cross the edges (rules, Maze generation).
func TestDrawnMazes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const mazes = 200
	crossings := 0
	for range mazes {
		m := drawMaze(27, rng)
		if _, err := parseMaze(string(m.appendText(nil)), 27); err != nil {
			t.Fatal(err)
		}
		for at := range m.walls {
			if m.openings(at) < 2 {
				t.Fatalf("a dead end at %d", at)
			}
		}
		if n := m.reached(); n != 27*27 {
			t.Fatalf("%d squares of 729 are connected", n)
		}
		for i := range 27 {
			if _, open := m.Next(m.At(i, 0), North); open {
				crossings++
			}
			if _, open := m.Next(m.At(0, i), West); open {
				crossings++
			}
		}
	}
	if mean := float64(crossings) / mazes; mean < 4.5 || mean > 7.5 { // about 6
		t.Errorf("%.1f passages over the edges", mean)
	}
}

// TestTree: before braiding a maze is a spanning tree that does not cross the edges.
func TestTree(t *testing.T) {
	m := newMaze(15)
	m.grow(rand.New(rand.NewPCG(3, 4)))
	ways := 0
	for at := range m.walls {
		ways += m.openings(at)
	}
	if ways != 2*(15*15-1) || m.reached() != 15*15 {
		t.Errorf("%d ways, %d squares connected", ways, m.reached())
	}
	for i := range 15 {
		if m.walls[m.At(i, 0)]&1 == 0 || m.walls[m.At(0, i)]&8 == 0 {
			t.Errorf("row or column %d crosses the edge", i)
		}
	}
}

// reached counts the squares that can be reached from the first.
func (m *Maze) reached() int {
	seen := make([]bool, len(m.walls))
	seen[0] = true
	list := []int{0}
	for i := 0; i < len(list); i++ {
		for d := North; d <= West; d++ {
			if to, open := m.Next(list[i], d); open && !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return len(list)
}

func TestApart(t *testing.T) {
	m := newMaze(10)
	for _, tt := range []struct{ x, y, toX, toY, dx, dy int }{
		{0, 0, 3, 4, 3, 4}, {0, 0, 9, 9, -1, -1}, {9, 9, 0, 0, 1, 1}, {0, 0, 5, 5, 5, 5}, {5, 5, 0, 0, 5, 5}, {2, 3, 2, 3, 0, 0}, {1, 1, 7, 7, -4, -4},
	} {
		if dx, dy := m.Apart(m.At(tt.x, tt.y), m.At(tt.toX, tt.toY)); dx != tt.dx || dy != tt.dy {
			t.Errorf("from %d,%d to %d,%d it is %d,%d, want %d,%d", tt.x, tt.y, tt.toX, tt.toY, dx, dy, tt.dx, tt.dy)
		}
	}
}

// TestContents: section 2.2 of the rules, over many openings.
func TestContents(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var lengths [maxPhase + 1]int
	var ofKind [kinds]int
	ghosts := 0
	for range 100 {
		for _, n := range []int{1, 2, 7, 10} {
			o, err := open(n, setup{}, rng)
			if err != nil {
				t.Fatal(err)
			}
			count := make(map[byte]int)
			for _, item := range o.items {
				count[item]++
			}
			if size := sideFor(n); count[power] != 4*n || count[fruit] != 2*n || count[nothing] != 3*n || count[pellet] != size*size-9*n {
				t.Fatalf("%d players: %v", n, count)
			}
			taken := make(map[int32]bool)
			for _, g := range o.ghosts {
				if taken[g.at] || o.items[g.at] != nothing || g.length < minPhase || g.length > maxPhase {
					t.Fatalf("ghost %+v", g)
				}
				taken[g.at] = true
				lengths[g.length]++
				ofKind[g.kind]++
				ghosts++
			}
			for _, at := range o.players {
				for d := North; d <= West; d++ {
					if to, open := o.maze.Next(int(at), d); open && o.items[to] != pellet {
						t.Fatalf("a Pac-Man beside %c", o.items[to])
					}
				}
				if taken[at] || o.items[at] != nothing {
					t.Fatalf("a Pac-Man on %c", o.items[at])
				}
				taken[at] = true
			}
		}
	}
	for length := minPhase; length <= maxPhase; length++ {
		if share := float64(lengths[length]) * 7 / float64(ghosts); math.Abs(share-1) > 0.2 {
			t.Errorf("phases of %d come %.2f times as often as they should", length, share)
		}
	}
	for k, n := range ofKind {
		if share := float64(n) * 4 / float64(ghosts); math.Abs(share-1) > 0.15 {
			t.Errorf("%v comes %.2f times as often as it should", Kind(k), share)
		}
	}
}

func TestSetupErrors(t *testing.T) {
	open10 := strings.Repeat("0", 100)
	tests := []struct {
		name, setup string
		want        []string // in the text: the member and the value
	}{
		{"no object", `[1]`, []string{"object"}},
		{"unknown member", `{"wals":"0"}`, []string{"wals", "walls"}},
		{"seeds are the match's", `{"seeds":[1]}`, []string{"seeds"}},
		{"walls no text", `{"walls":7}`, []string{"walls", "7"}},
		{"walls short", `{"walls":"000"}`, []string{"walls", "3 digits", "100"}},
		{"walls no digit", `{"walls":"` + strings.Repeat("0", 99) + `g"}`, []string{"walls", `"g"`, "[9,9]"}},
		{"walls on one side", `{"walls":"2` + strings.Repeat("0", 99) + `"}`, []string{"walls", "E", "[0,0]", "one side"}},
		{"items short", `{"items":"oo"}`, []string{"items", "2 letters", "100"}},
		{"items letter", `{"items":"` + strings.Repeat("o", 98) + `Go"}`, []string{"items", `"G"`, "[8,9]"}},
		{"items null", `{"items":null}`, []string{"items", "null"}},
		{"too few players", `{"players":[]}`, []string{"players", "1 players", "have 0"}},
		{"player off the board", `{"players":[[10,0]]}`, []string{"players", "element 0", "[10,0]", "9"}},
		{"player no square", `{"players":[[1]]}`, []string{"players", "[1]"}},
		{"ghost kind", `{"ghosts":[["Sue",1,1,5]]}`, []string{"ghosts", `"Sue"`, "Blinky"}},
		{"ghost off the board", `{"ghosts":[["Inky",-1,1,5]]}`, []string{"ghosts", "-1"}},
		{"ghost phase", `{"ghosts":[["Inky",1,1,5],["Inky",1,1,12]]}`, []string{"ghosts", "element 1", "phase length", "12"}},
		{"ghost short", `{"ghosts":[["Inky",1,1]]}`, []string{"ghosts", "phase length"}},
		{"steps letters", `{"steps":["NX"]}`, []string{"steps", `"X"`}},
		{"steps for other ghosts", `{"steps":["NN","N"]}`, []string{"steps[1]", "1 letters", "2 ghosts"}},
		{"targets", `{"targets":[1]}`, []string{"targets", "1", "0 to 0"}},
		{"references", `{"references":[0,"p1"]}`, []string{"references", "element 1", `"p1"`}},
		{"teleports", `{"teleports":[[0,10]]}`, []string{"teleports", "[0,10]"}},
		{"no room for ghosts", `{"items":"o` + strings.Repeat("X", 99) + `"}`, []string{"ghosts", "1 pellets", "give ghosts"}},
		{"no room for players", `{"walls":"` + open10 + `","items":"oo` + strings.Repeat("X", 98) + `","ghosts":[]}`, []string{"players", "player 0", "give players"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Game{}.New(1, defaults(t), []byte(tt.setup), rand.New(rand.NewPCG(1, 2)))
			if !errors.Is(err, game.ErrSetup) || s != nil {
				t.Fatalf("New = %v, %v, want ErrSetup", s, err)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not name %s", err, part)
				}
			}
		})
	}
}

// TestSetupInParts: what is left out is drawn, and lies as the rules have it.
func TestSetupInParts(t *testing.T) {
	s, err := Game{}.New(1, defaults(t), []byte(`{"players":[[3,4]],"ghosts":[["Clyde",1,1,9]]}`), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	var o struct{ Items string }
	if err := json.Unmarshal(s.Chance(), &o); err != nil {
		t.Fatal(err)
	}
	if strings.Count(o.Items, "O") != 4 || strings.Count(o.Items, "F") != 2 || o.Items[43] == 'o' || o.Items[11] == 'o' {
		t.Errorf("items %s", o.Items)
	}
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(`{"players":[[3,4]],"ghosts":[["Clyde",1,1,9]],"steps":["N","-"]}`))
	f.Add([]byte(`{"targets":[0],"references":[0,"p0"],"teleports":[[1,2]]}`))
	f.Add([]byte(`{"walls":"` + strings.Repeat("0", 100) + `","items":"` + strings.Repeat("o", 100) + `"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Game{}.New(1, defaults(t), data, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			if !errors.Is(err, game.ErrSetup) || s != nil {
				t.Fatalf("New with setup %q = %v, %v", data, s, err)
			}
			return
		}
		opening := s.Chance()
		again, err := Game{}.New(1, defaults(t), opening, rand.New(rand.NewPCG(3, 4)))
		if err != nil {
			t.Fatalf("setup %q opens as %s, which is refused: %v", data, opening, err)
		}
		if got := again.Chance(); string(got) != string(opening) {
			t.Errorf("opening %s given as setup comes back as %s", opening, got)
		}
	})
}
