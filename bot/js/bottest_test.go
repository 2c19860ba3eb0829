package js

import (
	"testing"

	"koth/bot"
	"koth/bot/bottest"
)

// TestRuntime is the suite of all runtimes, on the engine of this build.
func TestRuntime(t *testing.T) {
	bottest.Run(t, bottest.Config{
		New: func(t testing.TB) bot.Runtime {
			r, err := New()
			if err != nil {
				t.Fatal(err)
			}
			return r
		},
		Bot:    bottest.JavaScript,
		Random: bottest.Mulberry32,
	})
}
