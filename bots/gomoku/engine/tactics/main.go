// Command tactics makes the engine's suite of tactical positions: it plays games of the engine
// against itself from random stones, and tries in each of their positions whether the side to
// move wins by continuous fours (in 3, 5, 7 or 9 plies and no fewer), or has one single move that
// prevents such a win of the other side and does not lose to threes.
//
// What it says of a position is found by trying everything (verify.go), with the rules of package
// gomoku and nothing of the engine. The suite is written to standard output:
//
//	go run ./bots/gomoku/engine/tactics > bots/gomoku/engine/testdata/tactics.txt
//
// The games change with the engine, so a new suite holds other positions, as true as these.
//
// A line is: kind (win or save), rule, size, plies, the right moves, the moves that led there; moves
// are x,y joined by ";". The plies of a save are those of the win that it prevents.
package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
)

// What the suite holds: no more than so many of a kind.
const (
	enough    = 205     // positions in all
	longest   = 9       // plies of the wins
	deeper    = 13      // plies up to which a saving move is tried
	perWin    = 45      // positions for each length of win
	perSave   = 40      // that prevent a win in 3 or more
	perBlock  = 20      // that prevent five
	lostNodes = 200_000 // positions that are looked at to see whether a saved position is lost
	playWith  = 400     // positions that the engine looks at for a move of the games
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, "# Made by bots/gomoku/engine/tactics: see there.")
	s := suite{out: out, rng: rand.New(rand.NewPCG(2026, 11)), left: map[string]int{"save": perSave, "save1": perBlock}}
	for n := 3; n <= longest; n += 2 {
		s.left[fmt.Sprint("win", n)] = perWin
	}
	for s.found < enough {
		if err := s.game(); err != nil {
			fmt.Fprintln(os.Stderr, "tactics:", err)
			os.Exit(1)
		}
	}
}

// suite is what has been found and is still wanted.
type suite struct {
	out   *bufio.Writer
	rng   *rand.Rand
	left  map[string]int // positions that are wanted of each kind
	found int
}

// game plays a game and takes at most one position of each kind from it.
func (s *suite) game() error {
	rule := []gomoku.Rule{gomoku.Freestyle, gomoku.Freestyle, gomoku.Standard, gomoku.Renju}[s.rng.IntN(4)]
	size := []int{15, 15, 15, 10, 20}[s.rng.IntN(5)]
	e, err := engine.New(engine.Config{Size: size, Rule: engine.Rule(rule.Number()), Level: "hard", Memory: engine.MinMemory})
	if err != nil {
		return err
	}
	v := verifier{gomoku.NewBoard(size), rule}
	var moves []gomoku.Point
	taken := map[string]bool{}
	for me := gomoku.Black; !v.board.Full(); me = me.Other() {
		var p gomoku.Point
		if len(moves) < 4 || s.rng.IntN(8) == 0 { // a blunder now and then gives something to find
			p = gomoku.Point{X: size/2 - 3 + s.rng.IntN(7), Y: size/2 - 3 + s.rng.IntN(7)}
			if !v.legal(p, me) {
				me = me.Other()
				continue
			}
		} else {
			s.look(&v, me, moves, taken)
			found, err := e.Think(context.Background(), engine.Limits{Nodes: playWith}, nil)
			if err != nil {
				return err
			}
			p = gomoku.Point(found.Move)
		}
		if !v.legal(p, me) || v.board.WouldWin(rule, p.X, p.Y, me) {
			return nil
		}
		v.board.Set(p.X, p.Y, me)
		if err := e.Play(engine.Point(p)); err != nil {
			return err
		}
		moves = append(moves, p)
	}
	return nil
}

// look writes the position if it is one that is wanted.
func (s *suite) look(v *verifier, me gomoku.Stone, moves []gomoku.Point, taken map[string]bool) {
	plies, answers := v.quickest(me, longest)
	kind := fmt.Sprint("win", plies)
	if plies == 1 {
		return
	}
	if plies == 0 {
		if plies, _ = v.quickest(me.Other(), longest); plies == 0 {
			return
		}
		if kind = "save"; plies == 1 {
			kind = "save1"
		}
	}
	if s.left[kind] == 0 || taken[kind] {
		return
	}
	if strings.HasPrefix(kind, "save") {
		if answers = v.saves(me, deeper); len(answers) != 1 || s.lost(v, moves, answers[0]) {
			return
		}
	}
	if s.found == enough {
		return
	}
	taken[kind] = true
	s.found++
	s.left[kind]--
	fmt.Fprintln(s.out, strings.TrimRight(kind, "0123456789"), v.rule, v.board.Size(), plies, join(answers), join(moves))
	fmt.Fprintln(os.Stderr, kind, s.left)
}

// lost tells whether the engine proves that a position is lost even after the move that prevents a
// win by fours: then there is nothing to be saved.
func (s *suite) lost(v *verifier, moves []gomoku.Point, save gomoku.Point) bool {
	e, err := engine.New(engine.Config{Size: v.board.Size(), Rule: engine.Rule(v.rule.Number()), Memory: engine.MinMemory})
	if err != nil {
		panic(err) // the game is being played with one of the same
	}
	for _, p := range append(moves[:len(moves):len(moves)], save) {
		if err := e.Play(engine.Point(p)); err != nil {
			panic(err) // they were played
		}
	}
	found, err := e.Think(context.Background(), engine.Limits{Nodes: lostNodes}, nil)
	return err == nil && found.Win > 0
}

func join(points []gomoku.Point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, "%d,%d", p.X, p.Y)
	}
	return b.String()
}
