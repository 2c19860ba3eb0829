package gomoku

import (
	"fmt"
	"strings"
)

// Rule says which rows win and what black may not do.
type Rule uint8

// The rules (rules, Variants).
const (
	Freestyle Rule = iota // five or more in a row win
	Standard              // exactly five win; six or more are nothing
	Renju                 // black: exactly five win, some moves are forbidden; white: as Freestyle
)

// rules are the rules' names and their numbers in the Gomocup protocol, by Rule.
var rules = [...]struct {
	name   string
	number int
}{
	Freestyle: {"freestyle", 0},
	Standard:  {"standard", 1},
	Renju:     {"renju", 4},
}

// ruleNames returns the names in order.
func ruleNames() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.name
	}
	return names
}

// ParseRule returns the rule of a name: "freestyle", "standard" or "renju".
func ParseRule(name string) (Rule, error) {
	for i, r := range rules {
		if r.name == name {
			return Rule(i), nil
		}
	}
	return 0, fmt.Errorf("unknown rule %.40q (have %s)", name, strings.Join(ruleNames(), ", "))
}

// String returns the rule's name.
func (r Rule) String() string {
	if int(r) >= len(rules) {
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
	return rules[r].name
}

// Number returns the rule's number in the Gomocup protocol.
func (r Rule) Number() int { return rules[r].number }

// exact reports whether a colour wins by exactly five only.
func (r Rule) exact(s Stone) bool { return r == Standard || r == Renju && s == Black }

const five = 5

// Wins reports whether the stone on x, y is part of a row that wins. A cell without a stone is
// part of none.
func (b *Board) Wins(r Rule, x, y int) bool {
	s := b.At(x, y)
	return s != Empty && b.WouldWin(r, x, y, s)
}

// WouldWin reports whether a stone of colour s on x, y makes a row that wins, whatever lies there
// now. It does not ask whether s may be put there; a move that makes five may be made under every
// rule.
func (b *Board) WouldWin(r Rule, x, y int, s Stone) bool {
	at := at(x, y)
	for _, d := range directions {
		n := 1 + b.run(at, d, s) + b.run(at, -d, s)
		if n == five || n > five && !r.exact(s) {
			return true
		}
	}
	return false
}

// May returns nil if a stone of colour s may be put on x, y under the rule, or an error that says
// why not: off the board, taken, or forbidden.
func (b *Board) May(r Rule, x, y int, s Stone) error {
	if !b.Has(x, y) {
		return fmt.Errorf("%d,%d is not on the board of size %d", x, y, b.size)
	}
	if t := b.At(x, y); t != Empty {
		return fmt.Errorf("%d,%d is taken: a %v stone lies there", x, y, t)
	}
	if r == Renju && s == Black {
		if f := b.Forbidden(x, y); f != Allowed {
			return fmt.Errorf("%d,%d is forbidden to black: %v", x, y, f)
		}
	}
	return nil
}
