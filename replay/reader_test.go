package replay_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"koth/game"
	"koth/match"
	"koth/replay"
)

// readAll reads a file to its end or its first error.
func readAll(file io.Reader, b replay.Bounds) ([]replay.Turn, error) {
	r, err := replay.NewReader(file, b)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var turns []replay.Turn
	for {
		t, err := r.Next()
		if err == io.EOF {
			return turns, nil
		}
		if err != nil {
			return turns, err
		}
		turns = append(turns, t)
	}
}

func TestReaderReadsWhatWasWritten(t *testing.T) {
	m := sumMatch(t, 3, "broken", "wild")
	m.Limits.Move = 1234567 * time.Nanosecond
	file, _ := record(t, m)
	r := open(t, file)
	if diff := cmp.Diff(replay.HeaderOf(m), r.Header()); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	turns, err := readAll(bytes.NewReader(file), replay.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	crash := &replay.Fault{Kind: game.FaultCrash, Text: "broken.js:1:2: SyntaxError: &", Count: 1}
	want := []replay.Turn{
		{Turn: 0, Moves: []replay.Move{{Seat: 0, Fault: crash}, {Seat: 1, Debug: "up"}}, Chance: turns[0].Chance},
		{Turn: 1, Moves: []replay.Move{
			{Seat: 0, Action: []byte("null"), Fault: crash},
			{Seat: 1, Action: []byte("null"), Refused: []byte("10"), Fault: &replay.Fault{Kind: game.FaultIllegal, Text: "10 is not from 1 to 9: illegal action", Count: 1}},
		}, Chance: turns[1].Chance},
		{Turn: 2, Moves: []replay.Move{
			{Seat: 0, Action: []byte("null"), Fault: crash},
			{Seat: 1, Action: []byte("null"), Fault: &replay.Fault{Kind: game.FaultTimeout, Text: "no answer", Count: 3}},
		}, Chance: turns[2].Chance},
		{Turn: 3, Moves: []replay.Move{{Seat: 0, Action: []byte("null"), Fault: crash}, {Seat: 1, Action: []byte("4")}}, Chance: turns[3].Chance},
	}
	if diff := cmp.Diff(want, turns); diff != "" {
		t.Errorf("turns (-want +got):\n%s", diff)
	}
	for i, turn := range turns {
		if len(turn.Chance) == 0 {
			t.Errorf("turn %d has no chance", i)
		}
	}
	for _, err := r.Next(); err != io.EOF; _, err = r.Next() {
		if err != nil {
			t.Fatal(err)
		}
	}
	end := r.End()
	if end.End != "done" || end.Turns != 3 || end.Ranks[0] != 1 || end.Faults[0] != (match.FaultCount{Crash: 3}) {
		t.Errorf("end = %+v", end)
	}
	if !strings.HasSuffix(unpack(t, file), fmt.Sprintf("{\"sha256\":%q}\n", r.Digest())) {
		t.Errorf("Digest = %s, not what the file ends with", r.Digest())
	}
}

// edited returns a replay of three turns with one text replaced by another, under a digest that
// is right again.
func edited(t testing.TB, old, now string) []byte {
	t.Helper()
	file, _ := record(t, sumMatch(t, 3, "nine", "wild"))
	text := unpack(t, file)
	if !strings.Contains(text, old) {
		t.Fatalf("no %q in\n%s", old, text)
	}
	text = strings.Replace(text, old, now, 1)
	body := text[:strings.LastIndex(text, `{"sha256"`)]
	return pack(t, fmt.Sprintf("%s{\"sha256\":\"%x\"}\n", body, sha256.Sum256([]byte(body))))
}

func TestReaderRefuses(t *testing.T) {
	whole, _ := record(t, sumMatch(t, 3, "nine", "wild"))
	text := unpack(t, whole)
	lines := strings.SplitAfter(text, "\n")
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"nothing", nil, "line 1: damaged: the file is cut off here"},
		{"no zstd", []byte(text), "line 1: damaged: not zstd data"},
		{"cut off file", whole[:len(whole)/2], "damaged: the file is cut off here"},
		{"no last line", pack(t, strings.Join(lines[:len(lines)-2], "")), "line 7: damaged: the file is cut off here"},
		{"half a line", pack(t, text[:len(text)-80]), "damaged: the file is cut off here"},
		{"more", pack(t, text+"{}\n"), "line 8: damaged: more after the digest"},
		{"two frames", append(bytes.Clone(whole), whole...), "line 8: damaged: more after the digest"},
		{"no JSON", pack(t, "GIF89a\n"), "line 1: damaged: not a header"},
		{"other JSON", pack(t, "{}\n"), "line 1: damaged: not a replay"},
		{"next format", edited(t, "koth-replay/1", "koth-replay/2"), `line 1: cannot be played here: the format is "koth-replay/2"`},
		{"no game", edited(t, `"game":"sum"`, `"game":""`), "line 1: damaged: the header names no game"},
		{"no seats", edited(t, `"seats"`, `"chairs"`), "line 1: damaged: the header has no seats"},
		{"three starts", edited(t, `{"seat":0},`, `{"seat":0},{"seat":0},`), "line 2: damaged: turn 0: 3 starts"},
		{"turn left out", edited(t, lines[3], ""), "line 4: damaged: turn 3: want turn 2"},
		{"no action", edited(t, `"action":9`, `"auction":9`), "line 3: damaged: turn 1: seat 0 has no action"},
		{"seat twice", edited(t, `{"seat":1,"action"`, `{"seat":0,"action"`), "line 3: damaged: turn 1: seat 0: want the seats ascending"},
		{"third seat", edited(t, `{"seat":1,"action"`, `{"seat":2,"action"`), "line 3: damaged: turn 1: seat 2: want the seats ascending, from 0 to 1"},
		{"new fault", edited(t, `"kind":"illegal"`, `"kind":"rude"`), `seat 1: fault "rude" is none of [timeout`},
		{"fault count", edited(t, `"count":3`, `"count":-3`), "a fault -3 times"},
		{"neither", edited(t, `{"end":"done"`, `{"e":"done"`), "line 6: damaged: neither a turn nor the end"},
		{"end counts", edited(t, `"turns":3,`, `"turns":5,`), "line 6: damaged: the end counts 5 turns after 3"},
		{"opening twice", edited(t, lines[2], lines[1]), "line 3: damaged: turn 0: want turn 1"},
		{"one rank", edited(t, `"ranks":[1,2]`, `"ranks":[1]`), "line 6: damaged: want 2 scores"},
		{"end first", pack(t, lines[0]+lines[5]), "line 2: damaged: the end before the opening"},
		{"no digest", pack(t, strings.Join(lines[:6], "")+"{}\n"), "line 7: damaged: want the digest"},
		{"changed", pack(t, strings.Replace(text, `"action":9`, `"action":8`, 1)), "line 7: damaged: digest does not match"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readAll(bytes.NewReader(tt.file), replay.Bounds{})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("err = %v, want %q", err, tt.want)
			}
			if !errors.Is(err, replay.ErrDamaged) && !errors.Is(err, replay.ErrCannot) {
				t.Errorf("%v wraps neither ErrDamaged nor ErrCannot", err)
			}
			if got, want := errors.Is(err, replay.ErrDigest), tt.name == "changed"; got != want {
				t.Errorf("ErrDigest = %t, want %t", got, want)
			}
		})
	}
}

// Any cut and any changed byte is noticed.
func TestReaderNoticesAnyDamage(t *testing.T) {
	whole, _ := record(t, sumMatch(t, 3, "nine", "wild"))
	for i := range whole {
		if _, err := readAll(bytes.NewReader(whole[:i]), replay.Bounds{}); err == nil {
			t.Errorf("cut after %d bytes of %d: no error", i, len(whole))
		}
		// Bits of the frame's header that mean nothing for this file may change.
		flipped := bytes.Clone(whole)
		flipped[i] ^= 0x40
		if turns, err := readAll(bytes.NewReader(flipped), replay.Bounds{}); err == nil && len(turns) != 4 {
			t.Errorf("byte %d changed: no error, and %d turns", i, len(turns))
		}
	}
}

func TestReaderBounds(t *testing.T) {
	file, _ := record(t, sumMatch(t, 1000, "nine", "wild"))
	tests := []struct {
		name   string
		file   []byte
		bounds replay.Bounds
		want   string
	}{
		{"line", file, replay.Bounds{Line: 100}, "line 1: damaged: longer than 100 bytes"},
		{"total", file, replay.Bounds{Total: 10000}, "damaged: the file holds more than 10000 bytes"},
		{"bomb", bomb(t, 1<<30), replay.Bounds{}, "line 1: damaged: longer than 16777216 bytes"},
		{"bomb of lines", pack(t, strings.Repeat("\n", 1<<20)), replay.Bounds{}, "line 1: damaged: not a header"},
		{"window", wide(t), replay.Bounds{}, "line 1: damaged: compressed with a window of more than 8 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readAll(bytes.NewReader(tt.file), tt.bounds)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("err = %v, want %q", err, tt.want)
			}
		})
	}
}

// bomb is a small file of a long line.
func bomb(t *testing.T, size int) []byte {
	var b bytes.Buffer
	enc, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	chunk := make([]byte, 1<<20)
	for ; size > 0; size -= len(chunk) {
		if _, err := enc.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wide is a file that asks its reader for 64 MiB.
func wide(t *testing.T) []byte {
	var b bytes.Buffer
	enc, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(64<<20), zstd.WithLowerEncoderMem(true))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // a frame of one write is made to measure
		if _, err := enc.Write([]byte("{}\n")); err != nil {
			t.Fatal(err)
		}
		if err := enc.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadTimes(t *testing.T) {
	_, file := record(t, sumMatch(t, 2, "nine", "wild"))
	got, err := replay.ReadTimes(bytes.NewReader(file), replay.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]time.Duration{{0, 2 * time.Millisecond}, {1500, time.Millisecond}, {1500, 2 * time.Millisecond}}
	if diff := cmp.Diff(want, got.Turns); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	for name, bad := range map[string]string{
		"":                                 "line 1: damaged: the file is cut off here",
		"{}\n":                             "line 1: damaged: want the format koth-times/1",
		`{"format":"koth-times/1"}` + "\n": "line 2: damaged: the file is cut off here",
		`{"format":"koth-times/1"}` + "\n{\"turn\":1,\"ms\":[]}\n":    "line 2: damaged: turn 1, want turn 0",
		`{"format":"koth-times/1"}` + "\n{\"replay\":\"ab\"}\nmore\n": "line 3: damaged: more after the last line",
	} {
		if times, err := replay.ReadTimes(bytes.NewReader(pack(t, name)), replay.Bounds{}); err == nil || !strings.Contains(err.Error(), bad) || times != nil {
			t.Errorf("ReadTimes(%q) = %v, %v, want %q", name, times, err, bad)
		}
	}
}

// fuzzSeeds gives whole, cut and plain text files.
func fuzzSeeds(f *testing.F, file []byte) {
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte{})
}

func FuzzReader(f *testing.F) {
	file, _ := record(f, sumMatch(f, 3, "nine", "wild"))
	fuzzSeeds(f, file)
	f.Fuzz(func(t *testing.T, data []byte) {
		checkError(t, data)
	})
}

// FuzzReaderLines takes the compression away, which few mutations survive.
func FuzzReaderLines(f *testing.F) {
	file, _ := record(f, sumMatch(f, 3, "nine", "wild"))
	fuzzSeeds(f, []byte(unpack(f, file)))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkError(t, pack(t, string(data)))
	})
}

// checkError reads, drives the rules and shows, and wants no panic and errors of the right kind.
func checkError(t *testing.T, file []byte) {
	bounds := replay.Bounds{Line: 1 << 16, Total: 1 << 20}
	for _, use := range []func(r *replay.Reader) error{
		func(r *replay.Reader) error { return replay.Play(r, registry(), nil) },
		func(r *replay.Reader) error {
			_, err := replay.Show(r, nil)
			return err
		},
	} {
		r, err := replay.NewReader(bytes.NewReader(file), bounds)
		if err == nil {
			err = use(r)
			r.Close()
		}
		if err != nil && !errors.Is(err, replay.ErrDamaged) && !errors.Is(err, replay.ErrCannot) && !errors.Is(err, replay.ErrDiffers) {
			t.Errorf("error of no known kind: %v", err)
		}
	}
}
