//go:build linux

package sandbox

import (
	"os"
	"os/exec"
	"testing"
)

// A program in memory can be executed, and nobody can change it any more.
func TestImageFile(t *testing.T) {
	text, err := os.ReadFile("/bin/true")
	if err != nil {
		t.Skip(err)
	}
	path, err := imageFile(text)
	if err != nil {
		t.Skipf("no programs in memory here: %v", err)
	}
	if err := exec.Command(path).Run(); err != nil {
		t.Error(err)
	}
	if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
		if _, err := f.WriteAt([]byte("x"), 0); err == nil {
			t.Error("it can be written to")
		}
		f.Close()
	}
}

// A build that carries a program for stages uses it.
func TestStageProgram(t *testing.T) {
	if own := stageProgram() == "/proc/self/exe"; own != (len(stageImage) == 0) {
		t.Errorf("stages are %s, and an image of %d bytes is there", stageProgram(), len(stageImage))
	}
}
