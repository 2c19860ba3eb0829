//go:build linux

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// A program in memory can be executed, and nobody can change it any more.
func TestImageFile(t *testing.T) {
	text, err := os.ReadFile("/bin/true")
	if err != nil {
		t.Skip(err)
	}
	image, err := imageFile(text)
	if err != nil {
		t.Skipf("no programs in memory here: %v", err)
	}
	defer image.Close()
	cmd := exec.Command("/proc/self/fd/3")
	cmd.ExtraFiles = []*os.File{image}
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	if f, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", image.Fd()), os.O_RDWR, 0); err == nil {
		if _, err := f.WriteAt([]byte("x"), 0); err == nil {
			t.Error("it can be written to")
		}
		f.Close()
	}
}

// A build that carries a program for stages uses it.
func TestStageCommand(t *testing.T) {
	cmd := stageCommand()
	if own := cmd.Path == "/proc/self/exe"; own != (len(stageImage) == 0) {
		t.Errorf("stages are %s, and an image of %d bytes is there", cmd.Path, len(stageImage))
	}
}

// A stage starts whatever number the descriptors have that it is given: while a child is started,
// the next ones above them are used for other things.
func TestStageDescriptors(t *testing.T) {
	if _, err := ChildTier(); err != nil {
		t.Skip(err)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for fd := 90; fd < 110; fd++ {
		given, err := unix.FcntlInt(null.Fd(), unix.F_DUPFD_CLOEXEC, fd)
		if err != nil {
			t.Fatal(err)
		}
		stdin := os.NewFile(uintptr(given), "null")
		c, err := Child(ChildConfig{Path: "/bin/true", Stdin: stdin})
		stdin.Close()
		if err != nil {
			t.Fatalf("with descriptor %d: %v", given, err)
		}
		if end := c.Wait(); end.Kind != EndExited || end.Code != 0 {
			t.Errorf("with descriptor %d: %v", given, end)
		}
	}
}
