package politics

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"koth/game"
)

func TestSetupErrors(t *testing.T) {
	row := "[" + strings.Repeat("0,", Size-1) + "0]"
	rows := strings.Repeat(row+",", Size-1) // and one to come
	tests := []struct {
		name, setup string
		want        []string // in the text: the member and the value
	}{
		{"unknown member", `{"mony":[1,1]}`, []string{"mony", "people, regions, bribes, money"}},
		{"seeds are the match's", `{"seeds":[1,2]}`, []string{"seeds"}},

		{"money null", `{"money":null}`, []string{"money", "null"}},
		{"money short", `{"money":[1]}`, []string{"money", "[1]"}},
		{"money long", `{"money":[1,2,3]}`, []string{"money", "[1,2,3]"}},
		{"money below 0", `{"money":[5,-1]}`, []string{"money", "-1"}},
		{"money broken", `{"money":[5,1.5]}`, []string{"money", "1.5"}},
		{"money text", `{"money":["5",1]}`, []string{"money", `"5"`}},
		{"money of null", `{"money":[null,1]}`, []string{"money", "null"}},
		{"money beyond all bounds", `{"money":[1000000001,1]}`, []string{"money", "1000000001"}},

		{"people null", `{"people":null}`, []string{"people", "null"}},
		{"people short", `{"people":[` + strings.TrimSuffix(rows, ",") + `]}`, []string{"people", "16 columns"}},
		{"people long", `{"people":[` + rows + row + `,` + row + `]}`, []string{"people", "16 columns"}},
		{"people column short", `{"people":[` + rows + `[0,0]]}`, []string{"people", "column 15", "[0,0]"}},
		{"people column null", `{"people":[` + rows + `null]}`, []string{"people", "column 15", "null"}},
		{"people no number", `{"people":[` + rows + strings.Replace(row, "0", `"1"`, 1) + `]}`, []string{"people", "column 15", `"1"`}},
		{"people null number", `{"people":[` + rows + strings.Replace(row, "0", `null`, 1) + `]}`, []string{"people", "column 15", "null"}},
		{"people too large", `{"people":[` + rows + strings.Replace(row, "0", `1e999`, 1) + `]}`, []string{"people", "column 15", "1e999"}},

		{"bribes null", `{"bribes":null}`, []string{"bribes", "null"}},
		{"bribes short", `{"bribes":[[0,0,0,0]]}`, []string{"bribes", "4 columns"}},
		{"bribes column short", `{"bribes":[[0,0,0,0],[0,0,0],[0,0,0,0],[0,0,0,0]]}`, []string{"bribes", "column 1", "[0,0,0]"}},
		{"bribes below 0", `{"bribes":[[0,0,0,0],[0,0,-1,0],[0,0,0,0],[0,0,0,0]]}`, []string{"bribes", "column 1", "-1"}},
		{"bribes broken", `{"bribes":[[0.5,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}`, []string{"bribes", "column 0", "0.5"}},

		{"regions null", `{"regions":null}`, []string{"regions", "[0,0]", "in none"}},
		{"regions no list", `{"regions":{}}`, []string{"regions", "{}"}},
		{"regions empty", `{"regions":[]}`, []string{"regions", "[0,0]", "in none"}},
		{"region empty", `{"regions":[[],` + usualRegions[1:] + `}`, []string{"regions", "[0]", "[]"}},
		{"region null", `{"regions":[null,` + usualRegions[1:] + `}`, []string{"regions", "[0]", "null"}},
		{"block no point", `{"regions":[[[0]],` + usualRegions[1:] + `}`, []string{"regions", "[0][0]", "[0]"}},
		{"block off the grid of blocks", `{"regions":[[[2,0]],` + usualRegions[1:] + `}`, []string{"regions", "[0][0]", "[2,0]"}},
		{"block off the city", `{"regions":[[[16,0]],` + usualRegions[1:] + `}`, []string{"regions", "[0][0]", "[16,0]"}},
		{"block below 0", `{"regions":[[[-4,0]],` + usualRegions[1:] + `}`, []string{"regions", "[0][0]", "[-4,0]"}},
		{"block twice", `{"regions":[[[4,0]],` + usualRegions[1:] + `}`, []string{"regions", "[2][0]", "[4,0]", "second"}},
		{"block missing", `{"regions":` + strings.Replace(usualRegions, "[[8,4]],", "", 1) + `}`, []string{"regions", "[8,4]", "in none"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opts, err := Game{}.Info().ParseOptions(nil)
			if err != nil {
				t.Fatal(err)
			}
			s, err := Game{}.New(seats, opts, []byte(tt.setup), nil)
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

// TestSetupMembers reads each member, in the order of its indexes.
func TestSetupMembers(t *testing.T) {
	s := newMatch(t, `{"bribes":[[0,1,0,0],[2,0,0,0],[0,0,0,0],[0,0,0,3]],"money":[7,8]}`)
	if s.city.Money != [seats]int{7, 8} {
		t.Errorf("money %v", s.city.Money)
	}
	for block, want := range map[Point]int{{0, 4}: 1, {4, 0}: 2, {12, 12}: 3, {0, 0}: 0} {
		if got := s.city.Bribes[BlockOf(block)]; got != want {
			t.Errorf("bribes in block %v: %d, want %d", block, got, want)
		}
	}
	s = newMatch(t, people(`[1,2]`, map[Point]float64{{3, 5}: 0.1, {15, 0}: -1e300, {0, 15}: math.SmallestNonzeroFloat64}))
	for p, want := range map[Point]float64{{3, 5}: 0.1, {15, 0}: -1e300, {0, 15}: math.SmallestNonzeroFloat64, {5, 3}: 0} {
		if got := s.city.Support[p.X][p.Y]; got != want {
			t.Errorf("support of %v = %v, want %v", p, got, want)
		}
	}
}

// TestSetupHasNoMinusZero: there is one kind of neutral.
func TestSetupHasNoMinusZero(t *testing.T) {
	setup := strings.Replace(people(`[1,1]`, nil), "0", "-0", 1)
	s := newMatch(t, setup)
	if v := s.city.Support[0][0]; v != 0 || math.Signbit(v) {
		t.Errorf("support %v, sign %v", v, math.Signbit(v))
	}
}

// TestOpening: the opening is told once, as a setup.
func TestOpening(t *testing.T) {
	s := newMatch(t, "")
	zeros := strings.TrimSuffix(strings.Repeat("["+strings.TrimSuffix(strings.Repeat("0,", Size), ",")+"],", Size), ",")
	want := fmt.Sprintf(`{"people":[%s],"regions":%s,"bribes":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],"money":[100,100]}`, zeros, usualRegions)
	play(t, s, `["campaign",[0,0],[9,9]]`, "null") // it is the opening all the same
	if got := string(s.Chance()); got != want {
		t.Errorf("opening %s, want %s", got, want)
	}
	if again := s.Chance(); again != nil {
		t.Errorf("told again: %s", again)
	}
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(`{"money":[1,2],"bribes":[[0,1,0,0],[2,0,0,0],[0,0,0,0],[0,0,0,3]]}`))
	f.Add([]byte(mapped(`[[[0,0],[4,0]],[[8,0],[12,0]]`)))
	f.Add([]byte(people(`[1,1]`, map[Point]float64{{3, 5}: 0.1, {15, 0}: -1e300})))
	opts, err := Game{}.Info().ParseOptions(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Game{}.New(seats, opts, data, nil)
		if err != nil {
			if !errors.Is(err, game.ErrSetup) || s != nil {
				t.Fatalf("New with setup %q = %v, %v", data, s, err)
			}
			return
		}
		opening := s.Chance()
		again, err := Game{}.New(seats, opts, opening, nil)
		if err != nil {
			t.Fatalf("setup %q opens as %s, which is refused: %v", data, opening, err)
		}
		if got := again.Chance(); string(got) != string(opening) {
			t.Errorf("opening %s given as setup comes back as %s", opening, got)
		}
	})
}
