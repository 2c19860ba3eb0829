package replay

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// WriteFile writes data to path so that a reader, also one after a power cut, finds the whole new
// file or none of it: into a file beside it that is synced and then renamed. A file that is there
// already is replaced, one that a link leads to at its own place. A device, a pipe and a stream
// (/dev/stdout) are written to. Errors name the path.
func WriteFile(path string, data []byte) error {
	if err := writeFile(path, data); err != nil {
		var pathErr *fs.PathError
		var linkErr *os.LinkError
		switch { // the name of the file beside it helps nobody
		case errors.As(err, &pathErr):
			err = pathErr.Err
		case errors.As(err, &linkErr):
			err = linkErr.Err
		}
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func writeFile(path string, data []byte) error {
	if isStream(path) {
		return writeInto(path, os.O_WRONLY|os.O_APPEND, data)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeInto(path, os.O_WRONLY, data)
	}
	path = target(path)
	beside := besides(path)
	if err := writeInto(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, data); err != nil {
		return err
	}
	if err := os.Rename(beside, path); err != nil {
		return errors.Join(err, os.Remove(beside))
	}
	return syncDir(filepath.Dir(path))
}

// Writable returns nil if WriteFile(path) could create its file now, and else an error that names
// the path. A device or a pipe is not opened: that could wait.
func Writable(path string) error {
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return fmt.Errorf("write %s: %w", path, syscall.EISDIR)
	case err == nil && (!info.Mode().IsRegular() || isStream(path)):
		return nil
	}
	beside := besides(target(path))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Unwrap(err)) // the name of the file beside it helps nobody
	}
	return errors.Join(f.Close(), os.Remove(beside))
}

// isStream says whether a path is the name of a stream of this process. Such a name can stand for a
// file, to which the stream was redirected: that is to be written to and not replaced, and the name,
// a link that the whole machine uses, even less.
func isStream(path string) bool {
	full, err := filepath.Abs(path)
	return err == nil && (full == "/dev/stdout" || full == "/dev/stderr" || strings.HasPrefix(full, "/dev/fd/") || strings.HasPrefix(full, "/proc/"))
}

// target returns the file that a path leads to by links, or the path itself where there is none.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// besides returns the name of a new file beside path.
func besides(path string) string {
	dir, base := filepath.Split(path)
	return filepath.Join(dir, "."+base+"."+rand.Text()[:8]+".tmp")
}

// writeInto writes and syncs one file. One that it made and could not finish is removed.
func writeInto(path string, flag int, data []byte) error {
	f, err := os.OpenFile(path, flag, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if info, statErr := f.Stat(); err == nil && statErr == nil && info.Mode().IsRegular() {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil && flag&os.O_CREATE != 0 {
		return errors.Join(err, os.Remove(path))
	}
	return err
}

// syncDir makes a rename in dir last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
