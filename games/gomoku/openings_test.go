package gomoku

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

func TestParseOpenings(t *testing.T) {
	file := strings.Join([]string{
		"# offsets", "", "8,-3, 6,-4, 5,-4", " 0,0 ", "-1,2,3,4", "h8i9J10", "a1 o15, b2", `{"moves":[[0,0]],"size":5}`,
	}, "\r\n")
	got, err := Game{}.ParseOpenings([]byte(file), game.Options{optionSize: "20", optionRule: "freestyle"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"moves":[[18,7],[16,6],[15,6]]}`,
		`{"moves":[[10,10]]}`,
		`{"moves":[[9,12],[13,14]]}`,
		`{"moves":[[7,7],[8,8],[9,9]]}`,
		`{"moves":[[0,0],[14,14],[1,1]]}`,
		`{"moves":[[0,0]],"size":5}`,
	}
	if len(got) != len(want) {
		t.Fatalf("%d openings, want %d: %s", len(got), len(want), got)
	}
	for i := range want {
		if string(got[i]) != want[i] {
			t.Errorf("opening %d is %s, want %s", i, got[i], want[i])
		}
	}
	// A byte order mark, as editors of Windows write it.
	got, err = Game{}.ParseOpenings([]byte("\ufeffh8\r\n"), nil)
	if err != nil || len(got) != 1 || string(got[0]) != `{"moves":[[7,7]]}` {
		t.Errorf("with a byte order mark: %s, %v", got, err)
	}
	// On a board of odd size the middle is the middle.
	got, err = Game{}.ParseOpenings([]byte("-7,-7, 7,7"), nil)
	if err != nil || string(got[0]) != `{"moves":[[0,0],[14,14]]}` {
		t.Errorf("corners of a board of 15: %s, %v", got, err)
	}
}

func TestParseOpeningsErrors(t *testing.T) {
	for file, want := range map[string]string{
		"":                                    "no opening",
		"# nothing\n":                         "no opening",
		"0,0\n8,0":                            "line 2: bad setup: moves[0]: 15,7 is not on the board",
		"0,0, 0,0":                            "line 1: bad setup: moves[1]: 7,7 is taken",
		"0,0, 1":                              "3 numbers",
		"0,0, 1,x":                            `"x" is no offset`,
		"h8h":                                 `"h" is no place`,
		"h8-9":                                `"-9" is no place`,
		"h16":                                 "7,15 is not on the board",
		"h0":                                  "7,-1 is not on the board",
		"{":                                   "line 1: bad setup",
		"z1":                                  `"z1" is no offset`,
		"0,0,0,1,1,0,1,1,2,0,2,1,3,0,3,1,4,0": "wins",
	} {
		got, err := Game{}.ParseOpenings([]byte(file), nil)
		if !errors.Is(err, game.ErrSetup) || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("file %q: %s, %v; want an error that says %s", file, got, err, want)
		}
	}
}

func FuzzParseOpenings(f *testing.F) {
	f.Add([]byte("8,-3, 6,-4\nh8i9j10\n# x\n{\"moves\":[]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Game{}.ParseOpenings(data, nil)
		if err != nil {
			if list != nil || !errors.Is(err, game.ErrSetup) {
				t.Errorf("%q gives %s, %v", data, list, err)
			}
			return
		}
		for _, setup := range list {
			if _, err := (Game{}).New(seats, nil, setup, rand.New(rand.NewPCG(1, 2))); err != nil {
				t.Errorf("%q gives %s, which is refused: %v", data, setup, err)
			}
		}
	})
}
