package worker

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"koth/game"
	"koth/match"
)

func message(t testing.TB, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writeMessage(&b, v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestMessages(t *testing.T) {
	want := []Outcome{
		{Job: 1, Result: match.Result{Turns: 3, End: "idle", Seats: []match.SeatResult{{Score: 0.5, First: []match.TurnFault{{Turn: 2, Fault: game.Fault{Kind: game.FaultCrash, Text: "x"}}}}}}},
		{Job: 2, Error: "no"},
		{Job: 3, Replay: bytes.Repeat([]byte{1, 2}, 1<<20)},
	}
	var wire bytes.Buffer
	for _, o := range want {
		if err := writeMessage(&wire, o); err != nil {
			t.Fatal(err)
		}
	}
	r := bufio.NewReader(&wire)
	var got []Outcome
	var buf []byte
	for range want {
		var o Outcome
		var err error
		if buf, err = readMessage(r, buf, &o); err != nil {
			t.Fatal(err)
		}
		got = append(got, o)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := readMessage(r, buf, new(Outcome)); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}

func TestMessageTooLong(t *testing.T) {
	head := binary.LittleEndian.AppendUint32(nil, maxMessage+1)
	if _, err := readMessage(bufio.NewReader(bytes.NewReader(head)), nil, new(Outcome)); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("error = %v", err)
	}
}

// A length without the bytes costs no memory, and a cut message is an error.
func FuzzReadMessage(f *testing.F) {
	f.Add(message(f, Outcome{Job: 7}))
	f.Add([]byte{255, 255, 255, 15, 0})
	f.Add([]byte{1, 0, 0, 0, 0xa0}) // an empty map
	f.Add([]byte{3, 0, 0, 0, 0x9f, 0x9f, 0x9f})
	f.Fuzz(func(t *testing.T, data []byte) {
		var o Outcome
		buf, err := readMessage(bufio.NewReader(bytes.NewReader(data)), nil, &o)
		if cap(buf) > len(data)+4<<20 {
			t.Errorf("%d bytes of input took a buffer of %d", len(data), cap(buf))
		}
		if err == nil {
			message(t, o)
		}
	})
}

func TestPage(t *testing.T) {
	p, f, err := newPage()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer p.close()
	other, err := mapPage(f)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	for _, want := range []running{{}, {job: 1}, {job: 3, turn: 1000, seat: 199}, {job: 1<<jobBits - 1, turn: 1<<turnBits - 1, seat: 1<<seatBits - 1}} {
		p.set(want)
		if got := other.get(); got != want {
			t.Errorf("%+v came out as %+v", want, got)
		}
	}
}
