package sandbox

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// A stage can be this program again, which is always at hand. But koth loads a script engine
// before its main begins, which costs some 70 ms of CPU time, for each child, and nothing in a
// stage needs it. A build with the tag "stage" therefore carries a small program for it, made
// before by go generate.
//
//go:generate env CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o stage/image ./stage

// lowestImageFD keeps the image's descriptor away from those that a child is given.
const lowestImageFD = 100

// stageProgram returns the path of what is executed as a stage.
var stageProgram = sync.OnceValue(func() string {
	if len(stageImage) > 0 {
		if path, err := imageFile(stageImage); err == nil {
			return path
		}
		// No files in memory here, or none that can be executed: slower, and no less safe.
	}
	return "/proc/self/exe"
})

// imageFile puts a program into memory, which stays for the life of this process, and returns a
// path by which it can be executed.
func imageFile(image []byte) (string, error) {
	fd, err := unix.MemfdCreate("koth-stage", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING|unix.MFD_EXEC)
	if err == unix.EINVAL { // before Linux 6.3 all of them were executable
		fd, err = unix.MemfdCreate("koth-stage", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return "", err
	}
	f := os.NewFile(uintptr(fd), "koth-stage")
	defer f.Close()
	if _, err := f.Write(image); err != nil {
		return "", err
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SEAL|unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_WRITE); err != nil {
		return "", err
	}
	kept, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, lowestImageFD)
	if err != nil {
		return "", err
	}
	path := fmt.Sprintf("/proc/self/fd/%d", kept)
	if err := unix.Access(path, unix.X_OK); err != nil { // vm.memfd_noexec
		unix.Close(kept)
		return "", err
	}
	return path, nil
}
