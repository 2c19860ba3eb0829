package term

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Clean returns text as one line that does nothing to a terminal: breaks and tabs become spaces,
// and control codes, marks that turn the direction of writing, and bytes that are no UTF-8 become
// U+FFFD. Names, faults and debug output of bots go through it.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028' || r == '\u2029':
			return utf8.RuneError
		}
		return r
	}, text)
}

// Fit shortens text to at most width cells, with an ellipsis where something is missing. Styles
// are kept.
func Fit(text string, width int) string { return ansi.Truncate(text, max(0, width), "…") }

// Cells returns how many cells text takes.
func Cells(text string) int { return ansi.StringWidth(text) }

// thin parts the digits of long numbers: narrow, and no place to break a line.
const thin = "\u202f"

// Count writes a whole number with its digits in threes: "12 345". Four digits stay together.
func Count(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	if len(digits) <= 4 {
		return sign + digits
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + thin + digits[i:]
	}
	return sign + digits
}

// Score writes a number of points: a whole one as Count does, any other with decimals places.
func Score(points float64, decimals int) string {
	if points == math.Trunc(points) && math.Abs(points) < 1<<53 {
		return Count(int(points))
	}
	text := strconv.FormatFloat(math.Abs(points), 'f', decimals, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole)
	if err != nil { // not finite, or astronomic
		return strconv.FormatFloat(points, 'g', 6, 64)
	}
	sign := ""
	if points < 0 {
		sign = "-"
	}
	if fraction == "" {
		return sign + Count(n)
	}
	return sign + Count(n) + "." + fraction
}

// Percent writes a share (0 to 1) in percent with one decimal: "54.2%". What is no number, as a
// share of nothing, is "–".
func Percent(share float64) string {
	if math.IsNaN(share) || math.IsInf(share, 0) {
		return "–"
	}
	return strconv.FormatFloat(100*share, 'f', 1, 64) + "%"
}

// Duration writes d for people: "840 ns", "12.3 µs", "1.50 s", "2 min 05 s", "3 h 20 min".
func Duration(d time.Duration) string {
	switch {
	case d == 0:
		return "0"
	case d < 0:
		return "-" + Duration(-d)
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d)
	case d < 999500*time.Nanosecond: // from here on three digits would round up to 1000
		return threeDigits(d, time.Microsecond) + " µs"
	case d < 999500*time.Microsecond:
		return threeDigits(d, time.Millisecond) + " ms"
	case d < 59950*time.Millisecond:
		return threeDigits(d, time.Second) + " s"
	case d < time.Hour-500*time.Millisecond:
		s := d.Round(time.Second) / time.Second
		return fmt.Sprintf("%d min %02d s", s/60, s%60)
	}
	m := d.Round(time.Minute) / time.Minute
	return fmt.Sprintf("%s h %02d min", Count(int(m/60)), m%60)
}

// threeDigits writes d in a unit, from 1 to 999 of it.
func threeDigits(d, unit time.Duration) string {
	x := float64(d) / float64(unit)
	decimals := 0
	switch {
	case x < 9.995:
		decimals = 2
	case x < 99.95:
		decimals = 1
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}
