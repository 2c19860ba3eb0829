package cli

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"koth/sandbox"
	"koth/worker"
)

func TestMain(m *testing.M) {
	if worker.IsWorker() {
		worker.Main()
	}
	sandbox.MaybeChild()
	if os.Getenv(commandEnv) != "" {
		os.Exit(Main())
	}
	testscript.Main(m, map[string]func(){"koth": func() { os.Exit(Main()) }})
}

// commandEnv makes the test's program be the command.
const commandEnv = "KOTH_TEST_COMMAND"

// TestScripts runs the command as its users meet it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
