package replay_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/replay"
)

func TestPlay(t *testing.T) {
	for _, names := range [][]string{{"nine", "wild"}, {"broken", "wild"}} {
		m := sumMatch(t, 5, names...)
		m.Setup = []byte(`{"first":3,"seeds":[1,2]}`)
		file, _ := record(t, m)
		var turns []int
		var last []float64
		r := open(t, file)
		err := replay.Play(r, registry(), func(turn replay.Turn, s game.State) error {
			turns = append(turns, turn.Turn)
			last = append(last[:0], s.Scores()...)
			return nil
		})
		if err != nil {
			t.Fatalf("%v: %v", names, err)
		}
		if want := []int{0, 1, 2, 3, 4, 5}; !cmp.Equal(turns, want) {
			t.Errorf("%v: visited turns %v, want %v", names, turns, want)
		}
		if want := r.End().Scores; !cmp.Equal(last, want) {
			t.Errorf("%v: last scores %v, want %v", names, last, want)
		}
	}
}

func TestPlayStopsForVisitor(t *testing.T) {
	file, _ := record(t, sumMatch(t, 5, "nine", "wild"))
	enough := errors.New("enough")
	if err := replay.Play(open(t, file), registry(), func(replay.Turn, game.State) error { return enough }); err != enough {
		t.Errorf("err = %v, want the visitor's own", err)
	}
}

func TestPlayFindsDifferences(t *testing.T) {
	tests := []struct {
		name     string
		old, now string
		want     error
		text     string
	}{
		{"draw of the opening", `"chance":{"first":`, `"chance":{"first":1`, replay.ErrDiffers, "turn 0: differs from the replay: drawn is"},
		{"draw of a turn", `"chance":[912]`, `"chance":[913]`, replay.ErrDiffers, "turn 1: differs from the replay: drawn is `[912]`, recorded is `[913]`"},
		{"no draw", `,"chance":[912]`, ``, replay.ErrDiffers, "turn 1: differs from the replay: drawn is `[912]`, recorded is nothing"},
		{"carried out", `"action":9`, `"action":+9`, replay.ErrDamaged, ""},
		{"written otherwise", `"action":9`, `"action":9 `, nil, ""},
		{"spelt otherwise", `"action":4`, `"action":"4"`, replay.ErrDamaged, "turn 3: seat 1: damaged: action \"4\": malformed action"},
		{"illegal", `"action":4`, `"action":40`, replay.ErrDamaged, "turn 3: seat 1: damaged: action 40: 40 is not from 1 to 9: illegal action"},
		{"allowed now", `"refused":10`, `"refused":9`, replay.ErrDiffers, "turn 1: seat 1: differs from the replay: the rules allow 9, which is recorded as refused"},
		{"no action refused", `"refused":10`, `"refused":"x"`, replay.ErrDamaged, "turn 1: seat 1: damaged: refused action \"x\": malformed action"},
		{"one seat", `,{"seat":1,"action":4}`, ``, replay.ErrDiffers, "turn 3: differs from the replay: to act are seats [0 1], recorded are [0]"},
		{"scores", `"scores":[1812,4]`, `"scores":[1813,4]`, replay.ErrDiffers, "turn 3: differs from the replay: the scores are [1812 4], recorded are [1813 4]"},
		{"end", `"end":"done"`, `"end":"idle"`, replay.ErrDiffers, `turn 3: differs from the replay: the end is "done", recorded is "idle"`},
		{"too short", `"turns":"3"`, `"turns":"4"`, replay.ErrDiffers, `turn 3: differs from the replay: the replay ends ("done"), and the rules go on with seats [0 1]`},
		{"too long", `"turns":"3"`, `"turns":"2"`, replay.ErrDiffers, "turn 3: differs from the replay: to act are seats [], recorded are [0 1]"},
		{"version", `"version":1`, `"version":2`, replay.ErrCannot, "cannot be played here: it is of version 2 of the rules of sum, and this koth plays version 1"},
		{"game", `"game":"sum"`, `"game":"chess"`, replay.ErrCannot, `cannot be played here: unknown game "chess" (have sum)`},
		{"option", `"turns":"3"`, `"turns":"x"`, replay.ErrDamaged, `option turns: "x" is not a number`},
		{"setup", `"limits"`, `"setup":[],"limits"`, replay.ErrDamaged, "bad setup"},
		{"seats", `"seats":[`, `"seats":[{"name":"third"},`, replay.ErrDamaged, "sum for 3 seats, want 2 to 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := replay.NewReader(bytes.NewReader(edited(t, tt.old, tt.now)), replay.Bounds{})
			if err == nil {
				defer r.Close()
				err = replay.Play(r, registry(), nil)
			}
			if !errors.Is(err, tt.want) || err != nil && !strings.Contains(err.Error(), tt.text) {
				t.Errorf("err = %v, want %v with %q", err, tt.want, tt.text)
			}
		})
	}
}

// verify plays with the bots of this package; find may give another one.
func verify(t *testing.T, file []byte, m match.Match, games *game.Registry) error {
	t.Helper()
	find := func(seat replay.Seat) (bot.Spec, error) {
		for _, b := range m.Bots {
			if b.Name == seat.Name {
				return b, nil
			}
		}
		return bot.Spec{}, fmt.Errorf("no bot %q here", seat.Name)
	}
	play := func(m match.Match) ([]byte, error) {
		again, _ := record(t, m)
		return again, nil
	}
	return replay.Verify(bytes.NewReader(file), games, find, play)
}

func TestVerify(t *testing.T) {
	m := sumMatch(t, 3, "nine", "wild")
	same := func(f []byte) []byte { return f }
	edit := func(old, now string) func([]byte) []byte {
		return func([]byte) []byte { return edited(t, old, now) }
	}
	tests := []struct {
		name string
		file func([]byte) []byte
		bots func(b []bot.Spec)
		want error
		text string
	}{
		{"same", same, nil, nil, ""},
		{"compressed by another hand", func(f []byte) []byte { return pack(t, unpack(t, f)) }, nil, nil, ""},
		{"moved", same, func(b []bot.Spec) { b[0].Path = "new.js" }, nil, ""},
		{"other moves", edit(`"action":4`, `"action":5`), nil, replay.ErrDiffers, "line 5 (turn 3): differs from the replay: is `…"},
		{"other seed", edit(`"seed":7,"board":18446744073709551615`, `"seed":7,"board":8`), nil, replay.ErrDiffers, "line 2 (turn 0): differs"},
		{"a space more", edit(`"turns":3,`, `"turns":3 ,`), nil, replay.ErrDiffers, "line 6: differs"},
		{"changed bot", same, func(b []bot.Spec) { b[1].Source = []byte("x") }, replay.ErrCannot, `seat 1: cannot be played here: bot "wild" (/some/where/wild.js) has changed: the sha256 of its source is 2d711642b726…, of the one that played 45286963e40b…`},
		{"other kind", same, func(b []bot.Spec) { b[1].Kind = bot.Native }, replay.ErrCannot, "of kind native"},
		{"no bot", same, func(b []bot.Spec) { b[1].Name = "tame" }, nil, `seat 1: no bot "wild" here`},
		{"damaged", func(f []byte) []byte { return f[:len(f)-10] }, nil, replay.ErrDamaged, "cut off"},
		{"changed", func(f []byte) []byte { return pack(t, strings.Replace(unpack(t, f), `"action":9`, `"action":8`, 1)) }, nil, replay.ErrDigest, "line 7"},
		{"version", edit(`"version":1`, `"version":2`), nil, replay.ErrCannot, "version 2 of the rules of sum"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			here := m
			here.Bots = append([]bot.Spec(nil), m.Bots...)
			if tt.bots != nil {
				tt.bots(here.Bots)
			}
			file, _ := record(t, m)
			err := verify(t, tt.file(file), here, registry())
			if tt.want == nil && tt.text == "" {
				if err != nil {
					t.Errorf("err = %v, want none", err)
				}
				return
			}
			if tt.want != nil && !errors.Is(err, tt.want) || err == nil || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("err = %v, want %v with %q", err, tt.want, tt.text)
			}
		})
	}
}

func TestShow(t *testing.T) {
	file, tm := record(t, sumMatch(t, 2, "nine", "wild"))
	times, err := replay.ReadTimes(bytes.NewReader(tm), replay.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	const with = `{"game":"sum","version":1,"seed":7,"options":{"turns":"2"},"seats":["nine","wild"],"end":"done","scores":[1161,0],` +
		`"opening":{"faults":[null,null],"chance":{"first":25}},"turns":[` +
		`{"turn":1,"moves":[{"seat":0,"action":9,"fault":null,"ms":0.0015},{"seat":1,"action":null,"fault":"illegal","ms":1}],"chance":[912]},` +
		`{"turn":2,"moves":[{"seat":0,"action":9,"fault":null,"ms":0.0015},{"seat":1,"action":null,"fault":"timeout","ms":2}],"chance":[231]}]}`
	without := strings.NewReplacer(`"ms":0.0015`, `"ms":null`, `"ms":1`, `"ms":null`, `"ms":2`, `"ms":null`).Replace(with)
	for _, tt := range []struct {
		times *replay.Times
		want  string
	}{{times, with}, {nil, without}} {
		s, err := replay.Show(open(t, file), tt.times)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, string(mustJSON(t, s))); diff != "" {
			t.Errorf("JSON (-want +got):\n%s", diff)
		}
	}
}

func TestShowDamaged(t *testing.T) {
	file, _ := record(t, sumMatch(t, 3, "nine", "wild"))
	changed := pack(t, strings.Replace(unpack(t, file), `"action":9`, `"action":8`, 1))
	s, err := replay.Show(open(t, changed), nil)
	if !errors.Is(err, replay.ErrDigest) || s == nil || len(s.Turns) != 3 || string(s.Turns[0].Moves[0].Action) != "8" {
		t.Errorf("changed replay: %+v, %v, want what is in it beside ErrDigest", s, err)
	}
	cut := pack(t, unpack(t, file)[:900])
	if s, err := replay.Show(open(t, cut), nil); !errors.Is(err, replay.ErrDamaged) || s != nil {
		t.Errorf("cut replay: %+v, %v, want ErrDamaged alone", s, err)
	}
}

func TestShowTimesOfAnotherMatch(t *testing.T) {
	file, _ := record(t, sumMatch(t, 3, "nine", "wild"))
	for name, m := range map[string]match.Match{"shorter": sumMatch(t, 2, "nine", "wild"), "other bots": sumMatch(t, 3, "wild", "nine")} {
		_, tm := record(t, m)
		times, err := replay.ReadTimes(bytes.NewReader(tm), replay.Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.Show(open(t, file), times); err == nil || !strings.Contains(err.Error(), "of another match") {
			t.Errorf("times of a match with %s: err = %v", name, err)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := dir + "/a.replay"
	for _, data := range []string{"first, longer", "second"} {
		if err := replay.WriteFile(path, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != data {
			t.Errorf("read %q, %v, want %q", got, err, data)
		}
	}
	for name, want := range map[string]string{
		dir:                "write " + dir + ": is a directory",
		dir + "/no/b":      "write " + dir + "/no/b: no such file or directory",
		path + "/b.replay": "write " + path + "/b.replay: not a directory",
	} {
		if err := replay.WriteFile(name, nil); err == nil || err.Error() != want {
			t.Errorf("err = %v, want %q", err, want)
		}
	}
	if err := replay.WriteFile(os.DevNull, []byte("x")); err != nil {
		t.Errorf("a device: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s after writing to it: %v, %v", os.DevNull, info, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left in the folder: %v, want one file", left)
	}
}

// A name that stands for another file goes on to: links stay links, and a stream of the process that
// goes to a file is written to where that ends.
func TestWriteFileKeepsNames(t *testing.T) {
	dir := t.TempDir()
	file, link := dir+"/file", dir+"/link"
	if err := os.WriteFile(file, []byte("before"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	stream, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for _, step := range []struct{ path, want string }{
		{fmt.Sprintf("/proc/self/fd/%d", stream.Fd()), "beforeafter"},
		{link, "after"},
	} {
		if err := replay.Writable(step.path); err != nil {
			t.Error(err)
		}
		if err := replay.WriteFile(step.path, []byte("after")); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != step.want {
			t.Errorf("after writing to %s the file holds %q, %v, want %q", step.path, got, err, step.want)
		}
	}
	if to, err := os.Readlink(link); err != nil || to != "file" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("left in the folder: %v, want two files", left)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
