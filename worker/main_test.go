package worker

import (
	"os"
	"testing"

	"koth/sandbox"
)

func TestMain(m *testing.M) {
	if IsWorker() {
		Main()
	}
	sandbox.MaybeChild()
	if os.Getenv(orphanEnv) != "" {
		beOrphaned()
	}
	os.Exit(m.Run())
}
