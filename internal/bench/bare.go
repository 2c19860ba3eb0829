package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// brainPair is two instant brains over bare pipes: the least that a runner of matches can do, without
// confinement, limits or faults.
type brainPair [2]*bareChild

// bareChild is a plain child that talks lines.
type bareChild struct {
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

func startBare(command string, args ...string) (*bareChild, error) {
	c := &bareChild{cmd: exec.Command(command, args...)}
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out = in, bufio.NewReader(out)
	return c, c.cmd.Start()
}

func (c *bareChild) stop() {
	c.cmd.Process.Kill()
	c.cmd.Wait()
}

// ask sends a line and returns the one that comes back.
func (c *bareChild) ask(line string) ([]byte, error) {
	if _, err := io.WriteString(c.in, line); err != nil {
		return nil, err
	}
	return c.out.ReadSlice('\n')
}

// boardSize is the size of gomoku's board.
const boardSize = 15

// game plays one game and returns how many stones were put.
func (p brainPair) game() (plies int, err error) {
	for _, c := range p {
		if answer, err := c.ask("RESTART\r\n"); err != nil || string(answer) != "OK\n" {
			return 0, fmt.Errorf("RESTART: %q, %w", answer, err)
		}
	}
	var board [boardSize][boardSize]int8
	question := "BEGIN\r\n"
	for ; plies < boardSize*boardSize; plies++ {
		side := plies % 2
		answer, err := p[side].ask(question)
		if err != nil {
			return 0, err
		}
		var x, y int
		if !parsePoint(answer, &x, &y) || board[y][x] != 0 {
			return 0, fmt.Errorf("%q is no move", answer)
		}
		board[y][x] = int8(side + 1)
		if hasFive(&board, x, y) {
			return plies + 1, nil
		}
		question = "TURN " + string(answer)
	}
	return plies, nil
}

// parsePoint reads "x,y" of an answer.
func parsePoint(line []byte, x, y *int) bool {
	values, i := [2]int{}, 0
	for _, c := range line {
		switch {
		case c >= '0' && c <= '9':
			values[i] = 10*values[i] + int(c-'0')
		case c == ',' && i == 0:
			i++
		}
	}
	*x, *y = values[0], values[1]
	return i == 1 && max(*x, *y) < boardSize
}

// hasFive says whether five stones of the one just put lie in a row.
func hasFive(b *[boardSize][boardSize]int8, x, y int) bool {
	count := func(dx, dy int) (n int) {
		for i, j := x+dx, y+dy; i >= 0 && j >= 0 && i < boardSize && j < boardSize && b[j][i] == b[y][x]; i, j = i+dx, j+dy {
			n++
		}
		return n
	}
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		if count(d[0], d[1])+count(-d[0], -d[1]) >= 4 {
			return true
		}
	}
	return false
}

// bareGames plays games, as many pairs of brains at once as are given, and returns the stones of all.
func bareGames(brain string, games, atOnce int) (plies int, err error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range atOnce {
		wg.Go(func() {
			n, e := bareSeries(brain, 2*i+1, games/atOnce)
			mu.Lock()
			defer mu.Unlock()
			if plies += n; e != nil {
				err = e
			}
		})
	}
	wg.Wait()
	return plies, err
}

// bareSeries plays games one after another between two brains with seeds from seed on.
func bareSeries(brain string, seed, games int) (plies int, err error) {
	var pair brainPair
	for i := range pair {
		if pair[i], err = startBare(brain, fmt.Sprint(seed+i)); err != nil {
			return 0, err
		}
		defer pair[i].stop()
		if _, err := pair[i].ask(fmt.Sprintf("START %d\r\n", boardSize)); err != nil {
			return 0, err
		}
	}
	for range games {
		n, err := pair.game()
		if err != nil {
			return 0, err
		}
		plies += n
	}
	return plies, nil
}
