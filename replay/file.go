package replay

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// WriteFile writes data to path so that a reader, also one after a power cut, finds the whole new
// file or none of it: into a file beside it that is synced and then renamed. What is there
// already is replaced; a device or a pipe is written to. Errors name the path.
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
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeInto(path, os.O_WRONLY, data)
	}
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
	case err == nil && !info.Mode().IsRegular():
		return nil
	}
	beside := besides(path)
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Unwrap(err)) // the name of the file beside it helps nobody
	}
	return errors.Join(f.Close(), os.Remove(beside))
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
