package tokens

import (
	"fmt"
	"strconv"

	"koth/game"
)

// View is all that a player may know: the whole board, both players, and its own seat. It is a
// copy: changing it has no effect on the match.
type View struct {
	Seat    game.Seat // 0 moves first
	Size    int       // MinSize to MaxSize
	Players [seats]Player
	Tokens  [MaxSize][MaxSize]Token // [x][y]; only the first Size of each count

	list []placed // the same tokens once more, shared with the state, for the script dialect
}

// Player is one player's place and record.
type Player struct {
	X, Y       int // 0, 0 is top left
	Score      int
	ColorBonus int   // what its latest token paid on top
	LastColor  Color // of its latest token; None before the first
}

// Token is what lies on a cell. The zero value is an empty cell.
type Token struct {
	Color  Color
	Points uint8 // 1 to 3
}

// placed is a token and where it lies.
type placed struct {
	x, y uint8
	Token
}

// Color is a token's colour.
type Color uint8

// The colours. None is that of a player who has not eaten yet, and of an empty cell.
const (
	None Color = iota
	Red
	Green
	Blue

	colors // how many there are
)

var (
	colorCodes   = [colors]string{"#000000", "#FF0000", "#00FF00", "#0000FF"}
	colorLetters = [colors]string{"-", "R", "G", "B"}
)

// String returns the colour as bots see it: "#FF0000", "#00FF00", "#0000FF", or "#000000" for None.
func (c Color) String() string {
	if c >= colors {
		return fmt.Sprintf("Color(%d)", uint8(c))
	}
	return colorCodes[c]
}

// Me returns the player whose view this is.
func (v *View) Me() *Player { return &v.Players[v.Seat] }

// Other returns the opponent.
func (v *View) Other() *Player { return &v.Players[1-v.Seat] }

// AppendJSON appends the view as one object: player1, player2 and tokens as the rules (section Bot
// interface) give them to bots in JavaScript, and seat, 0 or 1.
func (v *View) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"player1":`...)
	dst = v.Players[0].appendJSON(dst)
	dst = append(dst, `,"player2":`...)
	dst = v.Players[1].appendJSON(dst)
	dst = append(dst, `,"tokens":[`...)
	for x := range v.Size {
		dst = appendComma(dst, x)
		dst = append(dst, '[')
		for y := range v.Size {
			dst = appendComma(dst, y)
			dst = v.Tokens[x][y].appendJSON(dst)
		}
		dst = append(dst, ']')
	}
	dst = append(dst, `],"seat":`...)
	dst = strconv.AppendInt(dst, int64(v.Seat), 10)
	return append(dst, '}')
}

func (p *Player) appendJSON(dst []byte) []byte {
	return fmt.Appendf(dst, `{"pos":[%d,%d],"score":%d,"colorBonus":%d,"lastColor":"%s"}`,
		p.X, p.Y, p.Score, p.ColorBonus, p.LastColor)
}

func (t Token) appendJSON(dst []byte) []byte {
	if t == (Token{}) {
		return append(dst, "false"...)
	}
	return fmt.Appendf(dst, `{"color":"%s","points":%d}`, t.Color, t.Points)
}

// appendComma separates element i of a JSON array from the one before it.
func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
