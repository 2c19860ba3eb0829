package worker

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if IsWorker() {
		Main()
	}
	if os.Getenv(orphanEnv) != "" {
		beOrphaned()
	}
	os.Exit(m.Run())
}
