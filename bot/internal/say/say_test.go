package say

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Whatever the pieces are in which a bot writes, its head and its tail are kept.
func TestKeepAndConsole(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		kept := make([]byte, 1+rng.IntN(20))
		half := len(kept) / 2
		var all []byte
		written := 0
		for range rng.IntN(6) {
			piece := make([]byte, rng.IntN(30))
			for i := range piece {
				piece[i] = byte('a' + (len(all)+i)%26)
			}
			all = append(all, piece...)
			written = Keep(kept, written, piece)
		}
		want := string(all)
		if over := len(all) - len(kept); over > 0 {
			want = fmt.Sprintf("%s\n... %d bytes left out ...\n%s", all[:half], over, all[half+over:])
		}
		if got := string(Console(kept, written)); got != want {
			t.Fatalf("%d bytes in %d: %q, want %q", len(all), len(kept), got, want)
		}
	}
}

// No character is cut in two, and no text is longer than it may be.
func TestTexts(t *testing.T) {
	kept := make([]byte, 6)
	written := Keep(kept, 0, []byte("aéé-éé-éé"))
	if got, want := string(Console(kept, written)), "aé\n... 10 bytes left out ...\né"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, tt := range []struct{ got, want string }{
		{Cut("ééé", 6), "ééé"},
		{Cut("éééé", 6), "é..."},
		{OneLine("a\nb\x00\x7f\xff"), "a b  \ufffd"},
		{Size(64 << 20), "64 MiB"},
		{Size(1000), "1000 bytes"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
