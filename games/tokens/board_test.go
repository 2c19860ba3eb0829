package tokens

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

// script returns a generator of given numbers, and counts them.
func script(t *testing.T, numbers ...float64) (random func() float64, used *int) {
	used = new(int)
	return func() float64 {
		if *used == len(numbers) {
			t.Fatalf("more than %d numbers drawn", len(numbers))
		}
		*used++
		return numbers[*used-1]
	}, used
}

// TestDrawOrder pins the order and the meaning of the draws (rules, Board generation): size, start
// x and y, then ten times x, points, colour, y.
func TestDrawOrder(t *testing.T) {
	random, used := script(t,
		0.05,      // size floor(0.55 + 5) = 5
		0.99, 0.2, // start 4, 1
		0.0, 0.0, 0.0, 0.99, // 0,4 red 1
		0.2, 0.34, 0.34, 0.0, // 1,0 green 2
		0.4, 0.99, 0.99, 0.4, // 2,2 blue 3
		0.41, 0.5, 0.2, 0.41, // 2,2 again: red 2 replaces it
		0.8, 0.7, 0.7, 0.2, // 4,1 blue 3, on the start cell
		0.6, 0.1, 0.1, 0.6, // 3,3 red 1
		0.6, 0.1, 0.4, 0.79, // 3,3 again: green 1
		0.6, 0.4, 0.1, 0.8, // 3,4 red 2
		0.19, 0.1, 0.1, 0.19, // 0,0 red 1
		0.0, 0.7, 0.4, 0.0, // 0,0 again: green 3
	)
	b, err := draw(random, setup{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"size":5,"start":[4,1],"tokens":[[0,0,"G",3],[0,4,"R",1],[1,0,"G",2],[2,2,"R",2],[3,3,"G",1],[3,4,"R",2],[4,1,"B",3]]}`
	if got := string(b.appendJSON(nil)); got != want {
		t.Errorf("board\n%s, want\n%s", got, want)
	}
	if *used != 43 {
		t.Errorf("%d numbers drawn, want 43", *used)
	}
}

// TestDrawBounds draws boards at both ends of [0, 1).
func TestDrawBounds(t *testing.T) {
	const below1 = 1 - 1.0/(1<<53)
	for _, tt := range []struct {
		random float64
		want   string
	}{
		{0, `{"size":5,"start":[0,0],"tokens":[[0,0,"R",1]]}`},
		{below1, `{"size":15,"start":[14,14],"tokens":[[14,14,"B",3]]}`},
	} {
		draws := 0
		b, err := draw(func() float64 { draws++; return tt.random }, setup{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(b.appendJSON(nil)); got != tt.want {
			t.Errorf("all numbers %v: %s, want %s", tt.random, got, tt.want)
		}
		if want := 3 + 4*2*b.size; draws != want {
			t.Errorf("size %d: %d numbers drawn, want %d", b.size, draws, want)
		}
	}
}

// TestGivenReplacesDrawn: what a setup gives does not shift the draws of the rest.
func TestGivenReplacesDrawn(t *testing.T) {
	opening := func(setup string) (o struct {
		Size   int
		Start  [2]int
		Tokens json.RawMessage
	}) {
		s, err := Game{}.New(seats, nil, []byte(setup), rand.New(rand.NewPCG(5, 6)))
		if err == nil {
			err = json.Unmarshal(s.Chance(), &o)
		}
		if err != nil {
			t.Fatalf("setup %s: %v", setup, err)
		}
		return o
	}
	drawn := opening("")
	moved := opening(`{"start":[0,4]}`)
	if moved.Start != [2]int{0, 4} || moved.Size != drawn.Size || string(moved.Tokens) != string(drawn.Tokens) {
		t.Errorf("with a start given %+v, else %+v", moved, drawn)
	}
	sparse := opening(`{"tokens":[[0,0,"R",1]]}`)
	if sparse.Start != drawn.Start || sparse.Size != drawn.Size || string(sparse.Tokens) != `[[0,0,"R",1]]` {
		t.Errorf("with tokens given %+v, else %+v", sparse, drawn)
	}
}

// TestDrawnTokens checks the figures that the rules give: 1 to twice the size, and on average 9 %
// of the draws lost to replacement.
func TestDrawnTokens(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draws, left := 0, 0
	sizes := make(map[int]int)
	for range 5000 {
		b, err := draw(rng.Float64, setup{})
		if err != nil {
			t.Fatal(err)
		}
		n := len(b.list())
		if n < 1 || n > 2*b.size {
			t.Fatalf("%d tokens on a board of size %d", n, b.size)
		}
		sizes[b.size]++
		draws += 2 * b.size
		left += n
	}
	if lost := 1 - float64(left)/float64(draws); lost < 0.08 || lost > 0.10 {
		t.Errorf("%.3f of the draws lost, want about 0.09", lost)
	}
	for size := MinSize; size <= MaxSize; size++ {
		if n := sizes[size]; n < 350 || n > 560 { // 5000/11 is 455, its standard deviation 20
			t.Errorf("size %d came %d times of 5000", size, n)
		}
	}
}

func TestSetupErrors(t *testing.T) {
	tests := []struct {
		name, setup string
		want        []string // in the text: the member and the value
	}{
		{"unknown member", `{"sise":5}`, []string{`"sise"`, "size, start, tokens"}},
		{"seeds are the match's", `{"seeds":[1,2]}`, []string{`"seeds"`}},
		{"size too small", `{"size":4}`, []string{"size", "4", "5 to 15"}},
		{"size too big", `{"size":16}`, []string{"size", "16"}},
		{"size no whole number", `{"size":5.5}`, []string{"size", "5.5"}},
		{"size text", `{"size":"5"}`, []string{"size", `"5"`}},
		{"size null", `{"size":null}`, []string{"size", "null"}},
		{"start short", `{"size":5,"start":[1]}`, []string{"start", "[1]"}},
		{"start long", `{"size":5,"start":[1,2,3]}`, []string{"start", "[1,2,3]"}},
		{"start null", `{"size":5,"start":null}`, []string{"start", "null"}},
		{"start with null", `{"size":5,"start":[null,1]}`, []string{"start", "[null,1]"}},
		{"start off the board", `{"size":5,"start":[5,0]}`, []string{"start", "[5,0]", "size 5"}},
		{"start negative", `{"size":5,"start":[0,-1]}`, []string{"start", "[0,-1]"}},
		{"start off a drawn board", `{"start":[15,0]}`, []string{"start", "[15,0]", "give size"}},
		{"tokens no list", `{"size":5,"tokens":{}}`, []string{"tokens", "{}"}},
		{"tokens null", `{"size":5,"tokens":null}`, []string{"tokens", "null"}},
		{"token short", `{"size":5,"tokens":[[1,1,"R"]]}`, []string{"tokens[0]", `[1,1,"R"]`}},
		{"token long", `{"size":5,"tokens":[[1,1,"R",1,1]]}`, []string{"tokens[0]", `[1,1,"R",1,1]`}},
		{"token null", `{"size":5,"tokens":[[0,0,"R",1],null]}`, []string{"tokens[1]", "null"}},
		{"token cell", `{"size":5,"tokens":[[1,"1","R",1]]}`, []string{"tokens[0]", `"1"`}},
		{"token off the board", `{"size":5,"tokens":[[1,1,"R",1],[1,5,"R",1]]}`, []string{"tokens[1]", "[1,5]", "size 5"}},
		{"token color", `{"size":5,"tokens":[[1,1,"Y",1]]}`, []string{"tokens[0]", "color", `"Y"`}},
		{"token no color", `{"size":5,"tokens":[[1,1,"-",1]]}`, []string{"tokens[0]", "color", `"-"`}},
		{"token color number", `{"size":5,"tokens":[[1,1,1,1]]}`, []string{"tokens[0]", "color"}},
		{"token points 0", `{"size":5,"tokens":[[1,1,"R",0]]}`, []string{"tokens[0]", "points 0"}},
		{"token points 4", `{"size":5,"tokens":[[1,1,"R",4]]}`, []string{"tokens[0]", "points 4"}},
		{"token points null", `{"size":5,"tokens":[[1,1,"R",null]]}`, []string{"tokens[0]", "points null"}},
		{"two on a cell", `{"size":5,"tokens":[[1,1,"R",1],[2,2,"R",1],[1,1,"G",2]]}`, []string{"tokens[2]", "[1,1]", "second"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Game{}.New(seats, nil, []byte(tt.setup), rand.New(rand.NewPCG(1, 2)))
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

func TestSetupTokensInAnyOrderAndNumber(t *testing.T) {
	var cells []string
	for x := range 5 {
		for y := range 5 {
			cells = append(cells, `[`+string(rune('4'-x))+`,`+string(rune('4'-y))+`,"R",1]`)
		}
	}
	s := newMatch(t, `{"tokens":[`+strings.Join(cells, ",")+`],"start":[0,0],"size":5}`)
	if n := len(s.now.list); n != 25 {
		t.Errorf("%d tokens, want one on each of 25 cells", n)
	}
	first, last := s.now.list[0], s.now.list[24]
	if first.x != 0 || first.y != 0 || last.x != 4 || last.y != 4 {
		t.Errorf("the list begins with %v and ends with %v, want x, then y ascending", first, last)
	}
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(`{"size":5,"start":[4,1],"tokens":[[0,0,"G",3],[0,4,"R",1]]}`))
	f.Add([]byte(`{"start":[0,0]}`))
	f.Add([]byte(`{"tokens":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Game{}.New(seats, nil, data, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			if !errors.Is(err, game.ErrSetup) || s != nil {
				t.Fatalf("New with setup %q = %v, %v", data, s, err)
			}
			return
		}
		opening := s.Chance()
		again, err := Game{}.New(seats, nil, opening, rand.New(rand.NewPCG(3, 4)))
		if err != nil {
			t.Fatalf("setup %q opens as %s, which is refused: %v", data, opening, err)
		}
		if got := again.Chance(); string(got) != string(opening) {
			t.Errorf("opening %s given as setup comes back as %s", opening, got)
		}
	})
}
