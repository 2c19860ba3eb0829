package worker

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/fxamacker/cbor/v2"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/sandbox"
)

// hello is the first message to a worker: everything it needs that it will not be able to read
// any more once it is locked down.
type hello struct {
	Game    string
	Options game.Options
	Limits  bot.Limits
	Bots    []bot.Spec // of programs only what a worker needs to talk to them
	Reuse   bool       // programs that can play several matches are not started anew for each
	Unsafe  bool       // go on where a layer of confinement cannot be had
	AtOnce  bool       // hand every outcome over before the bots of its match are let go
}

// ready answers hello once the worker is locked down, or says why it will not play.
type ready struct {
	Engine    string
	Isolation string // how the engine keeps matches apart
	Layers    sandbox.Layers
	Error     string `cbor:",omitempty"`
}

// Job is one match to play.
type Job struct {
	ID     int             // position in the schedule, from 0
	Bots   []int           // by seat: indexes into Config.Bots
	Seed   uint64          // of the bots' random numbers
	Board  uint64          // of what the rules draw
	Setup  []byte          `cbor:",omitempty"` // a given starting position
	Record bool            `cbor:",omitempty"` // make a replay
	Absent []match.Absence `cbor:",omitempty"`
	Apart  bool            `cbor:",omitempty"` // its bots share no heap: a worker was lost in it

	died *running // where a worker died in it before, nil for never; the parent's alone
}

// Outcome is a job's result.
type Outcome struct {
	Job    int
	Result match.Result
	Replay []byte `cbor:",omitempty"` // a replay file's bytes, if the job asked for one
	Times  []byte `cbor:",omitempty"` // the bytes of the file of times beside it
	Error  string `cbor:",omitempty"` // the arena's trouble; the result is then empty
}

// maxMessage bounds a message from a worker, which may have been taken over: a replay of the
// longest match there is stays far below it.
const maxMessage = 256 << 20

// writeMessage writes v as CBOR (RFC 8949) behind its length, 4 bytes little-endian. JSON would do as
// well, but a worker that plays ten thousand matches a second would spend a tenth of its time on it.
func writeMessage(w io.Writer, v any) error {
	body, err := cbor.Marshal(v)
	if err != nil {
		return err
	}
	if len(body) > maxMessage {
		return fmt.Errorf("a message of %d bytes is over the limit of %d", len(body), maxMessage)
	}
	var head [4]byte
	binary.LittleEndian.PutUint32(head[:], uint32(len(body)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err = w.Write(body)
	return err
}

// readMessage reads one message into v. buf is scratch space that is returned for the next call.
func readMessage(r *bufio.Reader, buf []byte, v any) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return buf, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxMessage {
		return buf, fmt.Errorf("a message of %d bytes is over the limit of %d", n, maxMessage)
	}
	buf = buf[:0]
	for len(buf) < int(n) { // grow as the bytes come, so that a length alone costs nothing
		chunk := min(int(n)-len(buf), 1<<20)
		start := len(buf)
		buf = append(buf, make([]byte, chunk)...)
		if _, err := io.ReadFull(r, buf[start:]); err != nil {
			return buf, err
		}
	}
	return buf, cbor.Unmarshal(buf, v)
}
