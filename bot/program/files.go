package program

import (
	"archive/tar"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Bounds of what is built, and of what comes of it.
const (
	maxFiles = 10_000
	maxBytes = 256 << 20
)

// file is one file of a bot that is to be built.
type file struct {
	name string // slash-separated, below the bot's folder
	info fs.FileInfo
	link string // where a symbolic link leads, which is never followed
}

// folder reads the files of a bot that is to be built. It never leaves the bot's folder: what is
// read is handed to a stranger's program.
type folder struct {
	root  *os.Root // nil if there are no files
	files []file
}

// openFolder lists the files of a bot: one file, or those in its folder without hidden ones.
func openFolder(d Description) (*folder, error) {
	dir := d.Dir
	if d.File != "" {
		dir = filepath.Dir(d.File)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &folder{root: root}
	if d.File != "" {
		err = f.add(filepath.Base(d.File))
	} else {
		err = f.walk()
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return f, nil
}

func (f *folder) close() {
	if f.root != nil {
		f.root.Close()
	}
}

// walk lists the folder in the order of names.
func (f *folder) walk() error {
	var size int64
	return fs.WalkDir(f.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case strings.HasPrefix(e.Name(), ".") && e.IsDir():
			return fs.SkipDir
		case strings.HasPrefix(e.Name(), ".") || e.IsDir():
			return nil
		}
		if err := f.add(name); err != nil {
			return err
		}
		if size += f.files[len(f.files)-1].info.Size(); len(f.files) > maxFiles || size > maxBytes {
			return fmt.Errorf("too much to be built: more than %d files or %d MiB", maxFiles, maxBytes>>20)
		}
		return nil
	})
}

func (f *folder) add(name string) error {
	info, err := f.root.Lstat(name)
	if err != nil {
		return err
	}
	entry := file{name: name, info: info}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		if entry.link, err = f.root.Readlink(name); err != nil {
			return err
		}
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is neither a file nor a folder", name)
	}
	f.files = append(f.files, entry)
	return nil
}

// digest adds names, modes and contents to a hash.
func (f *folder) digest(sum hash.Hash) error {
	for _, e := range f.files {
		content := sha256.New()
		if e.link != "" {
			io.WriteString(content, e.link)
		} else if err := f.copyTo(content, e); err != nil {
			return err
		}
		fmt.Fprintf(sum, "%q %v %x\n", e.name, e.info.Mode()&(fs.ModeType|0o111), content.Sum(nil))
	}
	return nil
}

func (f *folder) copyTo(w io.Writer, e file) error {
	in, err := f.root.Open(e.name)
	if err != nil {
		return err
	}
	defer in.Close()
	n, err := io.Copy(w, io.LimitReader(in, e.info.Size()))
	if err == nil && n != e.info.Size() {
		err = fmt.Errorf("%s has changed while it was read", e.name)
	}
	return err
}

// pack writes the files as a tar archive. Times are kept to the nanosecond, for which PAX it has to
// be: make goes by them, and one rounded up would lie in the future.
func (f *folder) pack(w io.Writer) error {
	archive := tar.NewWriter(w)
	for _, e := range f.files {
		h := tar.Header{Format: tar.FormatPAX, Typeflag: tar.TypeReg, Name: "./" + e.name, Size: e.info.Size(), Mode: int64(0o644 | e.info.Mode()&0o111), ModTime: e.info.ModTime()}
		if e.link != "" {
			h.Typeflag, h.Linkname, h.Size = tar.TypeSymlink, e.link, 0
		}
		if err := archive.WriteHeader(&h); err != nil {
			return err
		}
		if e.link == "" {
			if err := f.copyTo(archive, e); err != nil {
				return err
			}
		}
	}
	return archive.Close()
}

// unpack writes the files of a tar archive into a folder. The archive comes from a stranger's
// program: whatever is in it, nothing is written outside of the folder, and not more than fits the
// bounds.
func unpack(r io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	archive := tar.NewReader(r)
	size := int64(0)
	for n := 0; ; n++ {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("what was built: %w", err)
		}
		if size += h.Size; n >= maxFiles || size > maxBytes {
			return fmt.Errorf("what was built is too much: more than %d files or %d MiB", maxFiles, maxBytes>>20)
		}
		if err := unpackEntry(root, h, archive); err != nil {
			return fmt.Errorf("what was built: %.200q: %w", h.Name, err)
		}
	}
}

// unpackEntry writes one entry; what is neither file, folder nor link within is left out.
func unpackEntry(root *os.Root, h *tar.Header, content io.Reader) error {
	name := path.Clean(h.Name)
	if !filepath.IsLocal(name) {
		return errors.New("lies outside")
	}
	if name == "." {
		return nil
	}
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	switch h.Typeflag {
	case tar.TypeDir:
		if err := root.MkdirAll(name, 0o755); err != nil {
			return err
		}
		return root.Chmod(name, 0o755)
	case tar.TypeSymlink:
		if !filepath.IsLocal(path.Join(path.Dir(name), h.Linkname)) || path.IsAbs(h.Linkname) {
			return nil
		}
		return root.Symlink(h.Linkname, name)
	case tar.TypeLink:
		if target := path.Clean(h.Linkname); filepath.IsLocal(target) {
			return root.Link(target, name)
		}
		return nil
	case tar.TypeReg:
		mode := fs.FileMode(0o644 | h.Mode&0o111)
		out, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
		if err != nil {
			return err
		}
		defer out.Close()
		if _, err := io.Copy(out, content); err != nil {
			return err
		}
		return out.Chmod(mode) // whatever the umask is: every user may be the bot's
	}
	return nil
}
