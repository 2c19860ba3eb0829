//go:build !(cgo && linux && lua)

package lua

import (
	"errors"

	"koth/bot"
)

// Runtime refuses to run bots: this program was built without Lua.
type Runtime struct{}

var _ bot.Runtime = (*Runtime)(nil)

// errNone says why no bot in Lua plays.
var errNone = errors.New("this koth was built without Lua: bots in Lua need a koth for Linux that was built with Lua's source (make build fetches it, or says why it cannot)")

// New returns a runtime that opens nothing.
func New() *Runtime { return &Runtime{} }

// Engine says that there is none.
func Engine() string { return "none (built without it)" }

// About says what that means, for people.
func About() string { return "bots in Lua are refused" }

// Open implements bot.Runtime: it gives an error.
func (*Runtime) Open(_ bot.Spec, s bot.Seating) (bot.Player, error) {
	if _, err := dialectOf(s); err != nil {
		return nil, err
	}
	return nil, errNone
}

// Close implements bot.Runtime.
func (*Runtime) Close() {}
