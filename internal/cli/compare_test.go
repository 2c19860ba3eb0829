package cli

import (
	"testing"

	"koth/rating"
)

func TestPairEnds(t *testing.T) {
	tests := []struct {
		duel rating.Duel
		want string
	}{
		{rating.Duel{}, "0 lost twice, 0 divided, 0 won twice"},
		{rating.Duel{21, 0, 50, 0, 29}, "21 lost twice, 50 divided, 29 won twice"},
		{rating.Duel{0, 1, 4, 2, 3}, "0 lost twice, 1 lost and drawn, 4 divided, 2 won and drawn, 3 won twice"},
	}
	for _, tt := range tests {
		if got := pairEnds(tt.duel); got != tt.want {
			t.Errorf("pairEnds(%v) = %q, want %q", tt.duel, got, tt.want)
		}
	}
}
