package gomoku

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"koth/game"
)

var names = game.Played{Names: []string{"first", `sec]ond\`}}

func export(t *testing.T, s *state, format string, m game.Played) string {
	t.Helper()
	text, err := s.Export(format, m)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// randomMatch plays random stones to the end.
func randomMatch(t *testing.T, setup string, seed uint64, settings ...string) *state {
	t.Helper()
	s := open(t, setup, settings...)
	rng := newRand(seed)
	for len(s.ToAct()) > 0 {
		seat := s.ToAct()[0]
		if err := s.Step([]game.Move{{Seat: seat, Action: randomAction(rng, s.Observe(seat))}}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// readPSQ reads the stones, players and result of a file as Piskvork would.
func readPSQ(t *testing.T, text string) (size int, stones []Placed, times []int, players []string, result string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if _, err := fmt.Sscanf(lines[0], "Piskvorky %dx%d, 11:11, 0", &size, &size); err != nil {
		t.Fatalf("head %q: %v", lines[0], err)
	}
	for i, line := range lines[1:] {
		var x, y, ms int
		if n, _ := fmt.Sscanf(line, "%d,%d,%d", &x, &y, &ms); n < 3 {
			if len(lines) != i+5 || lines[i+3] != "-1" {
				t.Fatalf("the end is %q", lines[i+1:])
			}
			return size, stones, times, lines[i+1 : i+3], lines[i+4]
		}
		stones = append(stones, Placed{Point{x - 1, y - 1}, []Stone{Black, White}[i%2]})
		times = append(times, ms)
	}
	t.Fatal("no end")
	return
}

var sgfProperty = regexp.MustCompile(`(;?)([A-Z]+)((?:\[(?:[^\]\\]|\\.)*\])+)`)

// readSGF reads the properties of the root, and all stones in order.
func readSGF(t *testing.T, text string) (root map[string]string, stones []Placed) {
	t.Helper()
	root = map[string]string{}
	colors := map[string]Stone{"B": Black, "W": White, "AB": Black, "AW": White}
	for _, m := range sgfProperty.FindAllStringSubmatch(text, -1) {
		values := strings.Split(m[3][1:len(m[3])-1], "][")
		color, isStone := colors[m[2]]
		if !isStone {
			root[m[2]] = regexp.MustCompile(`\\(.)`).ReplaceAllString(values[0], "$1")
			continue
		}
		for _, v := range values {
			stones = append(stones, Placed{Point{int(v[0] - 'a'), int(v[1] - 'a')}, color})
		}
	}
	if rest := strings.TrimSpace(sgfProperty.ReplaceAllString(text, "")); strings.Join(strings.Fields(rest), "") != "()" {
		t.Errorf("beside properties it has %q", rest)
	}
	return root, stones
}

// TestExportsReadBack: every stone of whole matches comes back, of all openings.
func TestExportsReadBack(t *testing.T) {
	for seed := range uint64(40) {
		opening := []string{"none", "random", "balanced", "swap2"}[seed%4]
		s := randomMatch(t, "", seed, "opening="+opening, fmt.Sprint("size=", 5+seed%16), "rule="+[]string{"freestyle", "renju", "standard"}[seed%3])
		size, stones, _, players, result := readPSQ(t, export(t, s, "psq", names))
		if size != s.now.Board.Size() || !slices.Equal(stones, s.now.Stones) {
			t.Errorf("seed %d: psq gives a board of %d and %v, want %v", seed, size, stones, s.now.Stones)
		}
		black, white := names.Names[s.sides[Black]], names.Names[s.sides[White]]
		if players[0] != black || players[1] != white {
			t.Errorf("seed %d: psq has players %q, want %s, %s", seed, players, black, white)
		}
		if want := fmt.Sprintf("%d,%s", s.winner(), map[Rule]string{Freestyle: "Freestyle", Standard: "Standard", Renju: "Renju"}[s.now.Rule]); result != want {
			t.Errorf("seed %d: psq ends in %s, want %s", seed, result, want)
		}
		root, stones := readSGF(t, export(t, s, "sgf", names))
		if !slices.Equal(stones, s.now.Stones) {
			t.Errorf("seed %d: sgf gives %v, want %v", seed, stones, s.now.Stones)
		}
		want := map[string]string{
			"GM": "4", "FF": "4", "CA": "UTF-8", "AP": "koth", "SZ": fmt.Sprint(size), "RU": s.now.Rule.String(), "PB": black, "PW": white,
			"RE": map[Stone]string{Black: "B+", White: "W+", Empty: "0"}[s.winner()],
		}
		for name, value := range want {
			if root[name] != value {
				t.Errorf("seed %d: sgf has %s[%s], want %s", seed, name, root[name], value)
			}
		}
	}
}

func TestExportTimes(t *testing.T) {
	s := open(t, `{"size":5,"moves":[[0,0],[1,1]]}`)
	if err := act(t, s, "[2,2]", "[3,3]"); err != nil {
		t.Fatal(err)
	}
	m := names
	m.Times = [][]time.Duration{nil, {1500 * time.Microsecond}, {20 * time.Millisecond}}
	if _, _, times, _, _ := readPSQ(t, export(t, s, "psq", m)); !slices.Equal(times, []int{0, 0, 1, 20}) {
		t.Errorf("times %v", times)
	}
}

func TestExportFaults(t *testing.T) {
	for kind, want := range map[game.FaultKind]string{game.FaultTimeout: "W+T", game.FaultIllegal: "W+F", game.FaultCrash: "W+F"} {
		s := open(t, "")
		if err := s.Step([]game.Move{{Seat: 0, Fault: &game.Fault{Kind: kind}}}); err != nil {
			t.Fatal(err)
		}
		if root, _ := readSGF(t, export(t, s, "sgf", names)); root["RE"] != want {
			t.Errorf("%s: RE[%s], want %s", kind, root["RE"], want)
		}
	}
}

func TestExportGivenBoard(t *testing.T) {
	s := open(t, `{"board":["XXX..",".....","..O..",".....","....."],"toMove":"O"}`)
	if err := act(t, s, "[3,0]", "[4,4]"); err != nil {
		t.Fatal(err)
	}
	root, stones := readSGF(t, export(t, s, "sgf", names))
	want := []Placed{{Point{0, 0}, Black}, {Point{1, 0}, Black}, {Point{2, 0}, Black}, {Point{2, 2}, White}, {Point{3, 0}, White}, {Point{4, 4}, Black}}
	if !slices.Equal(stones, want) || root["PL"] != "W" {
		t.Errorf("stones %v, PL %s", stones, root["PL"])
	}
	if text, err := s.Export("psq", names); err == nil || !strings.Contains(err.Error(), "colours alternate") || text != nil {
		t.Errorf("psq of three stones of one colour: %s, %v", text, err)
	}
	if _, err := s.Export("png", names); err == nil || !strings.Contains(err.Error(), "have psq, sgf") {
		t.Errorf("an unknown format: %v", err)
	}
}
