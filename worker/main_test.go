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
	if with := os.Getenv(orphanEnv); with != "" {
		beOrphaned(with)
	}
	os.Exit(m.Run())
}
