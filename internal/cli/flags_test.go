package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"koth/bot"
)

// Limits out of a replay are such as flags can set: a forged one gets a bot no more than that.
func TestCheckLimits(t *testing.T) {
	for _, l := range []bot.Limits{{}, bot.DefaultLimits, {Memory: 8 << 20, Child: 4 << 30, Clock: bot.ClockWall}} {
		if err := checkLimits(l); err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for _, l := range []bot.Limits{{Memory: 1 << 40}, {Memory: 1 << 20}, {Child: 1 << 40}, {Debug: 1 << 30}, {Clock: "sun"}} {
		if err := checkLimits(l); err == nil {
			t.Errorf("%+v is taken", l)
		}
	}
}

func TestFileName(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"naive", "naive"}, {`a/b\\c:d`, "a_b__c_d"}, {strings.Repeat("x", 50), strings.Repeat("x", 40)},
		{"x" + strings.Repeat("ä", 30), "x" + strings.Repeat("ä", 19)},
	} {
		if got := fileName(tt.name); got != tt.want || !utf8.ValidString(got) {
			t.Errorf("fileName(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}
