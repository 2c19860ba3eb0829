//go:build cgo && linux && lua

package lua

import (
	"testing"

	"koth/bot"
	"koth/bot/bottest"
)

// TestRuntime is the suite of all runtimes.
func TestRuntime(t *testing.T) {
	bottest.Run(t, bottest.Config{
		New:    func(testing.TB) bot.Runtime { return New() },
		Bot:    bottest.Lua,
		Random: bottest.Xoshiro,
	})
}
