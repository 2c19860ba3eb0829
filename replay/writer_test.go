package replay_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/replay"
)

// unpack returns the lines of a file of this package.
func unpack(t testing.TB, file []byte) string {
	t.Helper()
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	text, err := dec.DecodeAll(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// packer compresses otherwise than the Writer does, as another tool would.
var packer = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<17))
})

// pack is the inverse of unpack.
func pack(t testing.TB, text string) []byte {
	t.Helper()
	enc, err := packer()
	if err != nil {
		t.Fatal(err)
	}
	return enc.EncodeAll([]byte(text), nil)
}

func TestWriterLines(t *testing.T) {
	m := sumMatch(t, 3, "nine", "wild")
	m.Setup = []byte("{\n \"first\": 42,\n \"seeds\": [1, 2]}")
	file, times := record(t, m)
	want := `{"format":"koth-replay/1","game":"sum","version":1,"seed":7,"board":18446744073709551615,"options":{"turns":"3"},"setup":{"first":42,"seeds":[1,2]},"limits":{"start_ms":5000,"move_ms":1000,"memory":67108864,"debug":2048,"clock":"auto"},"seats":[{"name":"nine","kind":"javascript","sha256":"97b7a1b0efa82a85ed23982dc64f910363d66cd55c952a82bb241732ce7e0f26"},{"name":"wild","kind":"javascript","sha256":"45286963e40b88cb360cb587cfd87c6da2138f401fe8a1e2fe8243c45361d62b"}]}
{"turn":0,"starts":[{"seat":0},{"seat":1,"debug":"up"}],"chance":{"first":42}}
{"turn":1,"moves":[{"seat":0,"action":9,"debug":"turn <1>\n\"é\"\ufffd"},{"seat":1,"action":null,"refused":10,"fault":{"kind":"illegal","text":"10 is not from 1 to 9: illegal action"}}],"chance":[250]}
{"turn":2,"moves":[{"seat":0,"action":9,"debug":"turn <2>\n\"é\"\ufffd"},{"seat":1,"action":null,"fault":{"kind":"timeout","text":"no answer","count":3}}],"chance":[912]}
{"turn":3,"moves":[{"seat":0,"action":9,"debug":"turn <3>\n\"é\"\ufffd"},{"seat":1,"action":4}],"chance":[231]}
{"end":"done","turns":3,"scores":[1420,4],"ranks":[1,2],"faults":[{"timeout":0,"crash":0,"malformed":0,"illegal":0},{"timeout":3,"crash":0,"malformed":0,"illegal":1}]}
{"sha256":"6d46b121fbf047b0ca1797d7fb7779ad4f73783cd9895a7ff8b835a705826efa"}
`
	if diff := cmp.Diff(want, unpack(t, file)); diff != "" {
		t.Errorf("replay (-want +got):\n%s", diff)
	}
	wantTimes := `{"format":"koth-times/1"}
{"turn":0,"ms":[0,2]}
{"turn":1,"ms":[0.0015,1]}
{"turn":2,"ms":[0.0015,2]}
{"turn":3,"ms":[0.0015,3]}
{"replay":"6d46b121fbf047b0ca1797d7fb7779ad4f73783cd9895a7ff8b835a705826efa"}
`
	if diff := cmp.Diff(wantTimes, unpack(t, times)); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
}

func TestWriterLeavesBoardOut(t *testing.T) {
	m := sumMatch(t, 1, "nine", "wild")
	m.Board = m.Seed
	file, _ := record(t, m)
	if text := unpack(t, file); strings.Contains(text, `"board"`) {
		t.Errorf("the board's seed is the match's, and is written all the same:\n%s", text)
	}
	if h := open(t, file).Header(); h.Board != 7 {
		t.Errorf("board = %d, want the seed 7", h.Board)
	}
}

// The same match gives the same file, whatever it is written to, whenever and from wherever.
func TestWriterSameBytes(t *testing.T) {
	m := sumMatch(t, 5000, "nine", "wild")
	first, _ := record(t, m)
	m.Bots[0].Path = "elsewhere.js"
	again, _ := record(t, m)
	if !bytes.Equal(first, again) {
		t.Error("two replays of one match differ")
	}
	for turns := 1; turns < 20000; turns = turns*2 + 1 { // the compressor is reused: it must forget
		record(t, sumMatch(t, turns, "wild", "nine"))
		if again, _ := record(t, m); !bytes.Equal(first, again) {
			t.Errorf("a replay depends on one of %d turns that was written before it", turns)
		}
	}
	m.Seed++
	if other, _ := record(t, m); bytes.Equal(first, other) {
		t.Error("the replays of two matches are the same")
	}
}

func TestWriterErrors(t *testing.T) {
	h := replay.HeaderOf(sumMatch(t, 1, "nine", "wild"))
	starts := make([]bot.Reply, 2)
	end := match.Result{End: "done", Seats: make([]match.SeatResult, 2)}
	disk := errors.New("disk full")
	tests := []struct {
		name string
		file io.Writer
		play func(w *replay.Writer)
		want string
	}{
		{"no end", io.Discard, func(w *replay.Writer) { w.Opening(nil, starts) }, "did not come to its end"},
		{"line break", io.Discard, func(w *replay.Writer) { w.Opening([]byte("{\n}"), starts); w.End(end) }, "line break"},
		{"long line", io.Discard, func(w *replay.Writer) { w.Opening(bytes.Repeat([]byte("1"), 17<<20), starts); w.End(end) }, "at most 16777216"},
		{"no number", io.Discard, func(w *replay.Writer) {
			w.Opening(nil, starts)
			w.End(match.Result{Seats: []match.SeatResult{{Score: math.NaN()}}})
		}, "NaN"},
		{"full disk", failing{disk}, func(w *replay.Writer) { w.Opening(nil, starts); w.End(end) }, "disk full"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := replay.NewWriter(tt.file, nil, h)
			tt.play(w)
			if err := w.Close(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Close = %v, want an error with %q", err, tt.want)
			}
		})
	}
	h.Setup = []byte("{")
	if err := replay.NewWriter(io.Discard, nil, h).Close(); err == nil || !strings.Contains(err.Error(), "setup") {
		t.Errorf("Close after a setup that is not JSON = %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func BenchmarkWriter(b *testing.B) {
	h := replay.HeaderOf(sumMatch(b, 1, "nine", "wild"))
	moves := []game.Move{{Seat: 0, Action: number(3)}, {Seat: 1, Action: number(4)}}
	replies := make([]bot.Reply, 2)
	chance := []byte(`[123]`)
	res := match.Result{Turns: 100, End: "done", Seats: make([]match.SeatResult, 2)}
	b.ReportAllocs()
	for b.Loop() { // one match of 100 turns
		w := replay.NewWriter(io.Discard, io.Discard, h)
		w.Opening(chance, replies)
		for n := 1; n <= 100; n++ {
			w.Turn(n, moves, replies, chance)
		}
		w.End(res)
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
