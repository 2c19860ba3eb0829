package tokens

import (
	"fmt"

	"koth/game"
)

// board is an opening position.
type board struct {
	size           int
	startX, startY int
	tokens         [MaxSize][MaxSize]Token // [x][y]
}

// draw makes the opening board (rules, Board generation). random returns uniform numbers in
// [0, 1); the order of its calls is part of the rules. What is given takes the place of what was
// drawn, but is drawn all the same, so that the rest of a board does not depend on it.
func draw(random func() float64, given setup) (board, error) {
	below := func(n int) int { return int(random() * float64(n)) }

	b := board{size: MinSize + below(MaxSize-MinSize+1)}
	if given.size != nil {
		b.size = *given.size
	}
	b.startX, b.startY = below(b.size), below(b.size)
	if at := given.start; at != nil {
		b.startX, b.startY = at[0], at[1]
		if !b.has(at[0], at[1]) {
			return board{}, b.offBoard("start", at[0], at[1], given)
		}
	}
	if given.tokens != nil {
		return b, b.put(given)
	}
	for range 2 * b.size {
		x := below(b.size)
		points := 1 + below(maxPoints)
		color := Red + Color(below(3))
		y := below(b.size)
		b.tokens[x][y] = Token{color, uint8(points)}
	}
	return b, nil
}

// put lays the given tokens on an empty board.
func (b *board) put(given setup) error {
	for i, t := range given.tokens {
		if !b.has(t.x, t.y) {
			return b.offBoard(fmt.Sprintf("tokens[%d]", i), t.x, t.y, given)
		}
		if b.tokens[t.x][t.y] != (Token{}) {
			return game.SetupError("tokens[%d]: a second token on [%d,%d]", i, t.x, t.y)
		}
		b.tokens[t.x][t.y] = t.Token
	}
	return nil
}

func (b *board) has(x, y int) bool {
	return x >= 0 && x < b.size && y >= 0 && y < b.size
}

func (b *board) offBoard(member string, x, y int, given setup) error {
	if given.size == nil {
		return game.SetupError("%s: [%d,%d] is off the board, whose size was drawn as %d; give size too", member, x, y, b.size)
	}
	return game.SetupError("%s: [%d,%d] is off the board of size %d", member, x, y, b.size)
}

// list returns the tokens on the board, x ascending, then y.
func (b *board) list() []placed {
	list := make([]placed, 0, 2*b.size)
	for x := range b.size {
		for y := range b.size {
			if t := b.tokens[x][y]; t != (Token{}) {
				list = append(list, placed{uint8(x), uint8(y), t})
			}
		}
	}
	return list
}

// appendJSON appends the board in the form of a setup, tokens in the order of list.
func (b *board) appendJSON(dst []byte) []byte {
	dst = fmt.Appendf(dst, `{"size":%d,"start":[%d,%d],"tokens":[`, b.size, b.startX, b.startY)
	for i, t := range b.list() {
		dst = appendComma(dst, i)
		dst = fmt.Appendf(dst, `[%d,%d,"%s",%d]`, t.x, t.y, colorLetters[t.Color], t.Points)
	}
	return append(dst, "]}"...)
}
