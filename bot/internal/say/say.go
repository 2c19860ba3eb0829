// Package say is how runtimes tell people about a bot: the texts of its faults, and what it wrote to
// its console. It runs nothing.
package say

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxText bounds the text of a fault, in bytes.
const MaxText = 300

// OneLine makes any text fit for a fault's text: one clean line of UTF-8, at most 300 bytes.
func OneLine(s string) string {
	return Cut(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd")), MaxText)
}

// Cut shortens s to at most n bytes, n at least 3.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("...")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// Size writes a number of bytes for people.
func Size(bytes int) string {
	if bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// Keep takes down what a bot writes to its console, for Console: of the bytes kept the first half is
// filled once and the second is a ring. It returns how many bytes have been written now, with those
// before.
func Keep(kept []byte, written int, text []byte) int {
	after := written + len(text)
	half := len(kept) / 2
	if written < half {
		n := copy(kept[written:half], text)
		written, text = written+n, text[n:]
	}
	ring := kept[half:]
	if over := len(text) - len(ring); over > 0 {
		written, text = written+over, text[over:]
	}
	for len(text) > 0 {
		n := copy(ring[(written-half)%len(ring):], text)
		written, text = written+n, text[n:]
	}
	return after
}

// Console returns what a bot wrote to its console: all of it, or its head and its tail with a
// line between them that says how much is missing. Of the bytes kept the first half was filled
// once and the second is a ring; written bytes went through both (Keep says how). The result may
// share memory with kept.
func Console(kept []byte, written int) []byte {
	if written <= len(kept) {
		return kept[:written]
	}
	half := len(kept) / 2
	head, ring := kept[:half], kept[half:]
	at := (written - half) % len(ring) // where the next byte would go: the oldest one
	head = head[:wholeRunes(head)]
	tail := append(append(make([]byte, 0, len(ring)), ring[at:]...), ring[:at]...)
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	mark := fmt.Sprintf("\n... %d bytes left out ...\n", written-len(head)-len(tail))
	out := make([]byte, 0, len(head)+len(mark)+len(tail))
	return append(append(append(out, head...), mark...), tail...)
}

// wholeRunes returns how many bytes of b are left when a rune cut off at its end is dropped.
func wholeRunes(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				return len(b)
			}
			return i
		}
	}
	return len(b)
}
