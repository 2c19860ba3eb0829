package term

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                "0",
		840:                              "840 ns",
		1000:                             "1.00 µs",
		12345:                            "12.3 µs",
		999499:                           "999 µs",
		999500:                           "1.00 ms",
		9994 * time.Microsecond:          "9.99 ms",
		9995 * time.Microsecond:          "10.0 ms",
		99950 * time.Microsecond:         "100 ms",
		time.Second - 1:                  "1.00 s",
		1500 * time.Millisecond:          "1.50 s",
		59949 * time.Millisecond:         "59.9 s",
		59950 * time.Millisecond:         "1 min 00 s",
		125 * time.Second:                "2 min 05 s",
		time.Hour - 600*time.Millisecond: "59 min 59 s",
		time.Hour - 500*time.Millisecond: "1 h 00 min",
		3*time.Hour + 20*time.Minute + time.Second: "3 h 20 min",
		-1500 * time.Millisecond:                   "-1.50 s",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%d ns) = %q, want %q", d, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{Count(0), "0"},
		{Count(9999), "9999"},
		{Count(10000), "10 000"},
		{Count(-1234567), "-1 234 567"},
		{Count(math.MinInt), "-9 223 372 036 854 775 808"},
		{Score(12, 2), "12"},
		{Score(-12.345, 2), "-12.35"},
		{Score(123456.75, 1), "123 456.8"},
		{Score(0.5, 0), "0"},
		{Score(math.Inf(1), 1), "+Inf"},
		{Score(math.NaN(), 1), "NaN"},
		{Percent(0.5417), "54.2%"},
		{Percent(1), "100.0%"},
		{Percent(math.NaN()), "–"},
	} {
		if got := strings.ReplaceAll(tt.got, thin, " "); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"greedy", 6, "greedy"},
		{"greedy", 5, "gree…"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"x", 0, ""},
		{"x", -1, ""},
	} {
		if got := Fit(tt.text, tt.width); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"plain", "\x1b]0;title\x07", "a\tb\r\nc", "\x9b31m", "\u202eabc", "\xff", "é日"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Clean(text)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("Clean(%q) = %q", text, got)
		}
		if again := Clean(got); again != got {
			t.Errorf("Clean(%q) = %q, and cleaned again %q", text, got, again)
		}
	})
}
