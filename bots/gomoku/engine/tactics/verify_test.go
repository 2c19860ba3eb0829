package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"koth/games/gomoku"
)

// TestSuite tries again what the suite says of some of its positions.
func TestSuite(t *testing.T) {
	f, err := os.Open("../testdata/tactics.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const every = 8
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") || n%every != 1 {
			continue
		}
		var kind, name, answers, moves string
		var size, plies int
		if _, err := fmt.Sscan(lines.Text(), &kind, &name, &size, &plies, &answers, &moves); err != nil {
			t.Fatalf("line %d: %v", n+1, err)
		}
		rule, err := gomoku.ParseRule(name)
		if err != nil {
			t.Fatal(err)
		}
		v := verifier{gomoku.NewBoard(size), rule}
		me := gomoku.Black
		for _, m := range strings.Split(moves, ";") {
			var p gomoku.Point
			if _, err := fmt.Sscanf(m, "%d,%d", &p.X, &p.Y); err != nil {
				t.Fatalf("line %d: %q: %v", n+1, m, err)
			}
			if !v.legal(p, me) {
				t.Fatalf("line %d: %v is not legal", n+1, p)
			}
			v.board.Set(p.X, p.Y, me)
			me = me.Other()
		}
		got, first := v.quickest(me, longest)
		if kind == "save" {
			if got != 0 {
				t.Errorf("line %d: the side that should save itself wins in %d", n+1, got)
			}
			got, _ = v.quickest(me.Other(), longest)
			first = v.saves(me, deeper)
		}
		if got != plies || join(first) != answers {
			t.Errorf("line %d: %s in %d by %s; want %d by %s", n+1, kind, got, join(first), plies, answers)
		}
	}
	if n < 200 {
		t.Errorf("%d lines, want 200 positions", n)
	}
}
