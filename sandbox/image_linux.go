package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"sync"

	"golang.org/x/sys/unix"
)

// A stage can be this program again, which is always at hand. But koth loads a script engine
// before its main begins, which costs some 70 ms of CPU time, for each child, and nothing in a
// stage needs it. A build with the tag "stage" therefore carries a small program for it, made
// before by go generate.
//
//go:generate env CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o stage/image ./stage

// stageCommand returns the command of a stage, which has files as its descriptors from 3 on, and the
// image after them. It is executed as the descriptor that the stage is given: one of any other number
// could be lost on the way, since descriptors are moved about between fork and exec.
func stageCommand(files ...*os.File) *exec.Cmd {
	path := "/proc/self/exe"
	if image := imageOfStage(); image != nil {
		path = fmt.Sprintf("/proc/self/fd/%d", 3+len(files))
		files = append(files, image)
	}
	cmd := exec.Command(path)
	cmd.ExtraFiles = files
	return cmd
}

// imageOfStage returns the program that is executed as a stage; nil is this program.
var imageOfStage = sync.OnceValue(func() *os.File {
	if len(stageImage) == 0 {
		return nil
	}
	image, err := imageFile(stageImage)
	if err != nil {
		return nil // no files in memory here, or none that can be executed: slower, and no less safe
	}
	return image
})

// imageFile puts a program into memory, which stays as long as the file is open.
func imageFile(image []byte) (_ *os.File, err error) {
	fd, err := unix.MemfdCreate("koth-stage", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING|unix.MFD_EXEC)
	if err == unix.EINVAL { // before Linux 6.3 all of them were executable
		fd, err = unix.MemfdCreate("koth-stage", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "koth-stage")
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if _, err := f.Write(image); err != nil {
		return nil, err
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SEAL|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_WRITE); err != nil {
		return nil, err
	}
	return f, unix.Access(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), unix.X_OK) // vm.memfd_noexec
}
