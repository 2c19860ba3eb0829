package stdio

import (
	"slices"
	"strings"
	"testing"
)

// TestLineEnds cuts what comes in pieces. A piece may end between CR and LF.
func TestLineEnds(t *testing.T) {
	tests := []struct {
		name   string
		pieces []string
		cr     bool
		want   []string
	}{
		{"LF", []string{"a\nb", "c\n\nd\n"}, false, []string{"a", "bc", "", "d"}},
		{"CR LF", []string{"a\r\nb\r", "\nc\r\n"}, false, []string{"a", "b", "c"}},
		{"CR is no end", []string{"a\rb\n"}, false, []string{"a\rb"}},
		{"CR is one", []string{"a\rb\r", "c", "\r\rd"}, true, []string{"a", "b", "c", ""}},
		{"CR LF where CR is one", []string{"a\r\nb\r", "\nc\r", "\n", "\n", "d\n"}, true, []string{"a", "b", "c", "", "d"}},
		{"too long", []string{strings.Repeat("x", maxLine+1), "\rb\r"}, true, []string{"long", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := lines{cr: tt.cr}
			got := l.heard(tt.pieces...)
			if !slices.Equal(got, tt.want) {
				t.Errorf("lines %q, want %q", got, tt.want)
			}
		})
	}
}

// heard returns the lines that pieces come to, "long" for one that is too long.
func (l *lines) heard(pieces ...string) (got []string) {
	for _, piece := range pieces {
		l.add([]byte(piece))
		for {
			line, long, ok := l.next()
			if !ok {
				break
			}
			if long {
				line = []byte("long")
			}
			got = append(got, string(line))
		}
	}
	return got
}
