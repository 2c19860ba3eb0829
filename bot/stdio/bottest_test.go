package stdio_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"koth/bot"
	"koth/bot/bottest"
	"koth/bot/stdio"
)

// TestRuntime is the suite of all runtimes, with programs in Perl.
func TestRuntime(t *testing.T) {
	needTier(t)
	perl := find(t, "perl")
	bottest.Run(t, bottest.Config{
		New: func(t testing.TB) bot.Runtime { return stdio.New(launcher{t}) },
		Bot: func(b bottest.Behaviour) bottest.Bot {
			file, fails := "bottest.pl", ""
			switch b {
			case bottest.Throws, bottest.FailsStart:
				fails = fmt.Sprintf("at bottest.pl line %d", lineOf(t, file, "# here: "+string(b)))
			case bottest.DoesNotLoad:
				file, fails = "broken.pl", "at broken.pl line 1"
			}
			spec := program(t, perl, file, string(b))
			spec.Name = string(b)
			return bottest.Bot{Spec: spec, Fails: fails}
		},
		Without: map[bottest.Behaviour]string{
			bottest.LoopsOnce: "a program that never comes back cannot be broken off without ending it",
		},
		Mortal:    true,
		Uncounted: true,
		Random:    bottest.Mulberry32,
	})
}

// lineOf returns the line of a test's bot that has a text in it.
func lineOf(t testing.TB, file, text string) int {
	source, err := os.ReadFile("testdata/bots/" + file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(source), text)
	if !found {
		t.Fatalf("%s has no %q", file, text)
	}
	return strings.Count(before, "\n") + 1
}
