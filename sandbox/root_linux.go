package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// systemSettings are the few settings that programs and interpreters read (patterns): the cache of
// the dynamic loader, what /usr/bin/java and the like stand for, what node does not start without,
// and those of Java and Python.
var systemSettings = []string{"/etc/ld.so.cache", "/etc/alternatives", "/etc/ssl/openssl.cnf", "/etc/java-*", "/etc/python*"}

// devices are those that hold no data.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// mountPoints are folders of which one exists on every machine, and nothing below which a child
// ever sees: the new root is built over one of them.
var mountPoints = []string{"/sys", "/mnt", "/srv", "/media"}

// buildRoot makes a root folder in memory with what the child may see in it, all read-only but
// /tmp, and changes to it. The process must be in a mount namespace of its own.
func buildRoot(plan stagePlan) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	root := newRoot("")
	for _, p := range mountPoints {
		if isDir(p) {
			root = newRoot(p)
			break
		}
	}
	if root == "" {
		return fmt.Errorf("none of %s is there", strings.Join(mountPoints, ", "))
	}
	if err := unix.Mount("koth", string(root), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755"); err != nil {
		return fmt.Errorf("tmpfs: %w", err)
	}
	if err := root.fill(plan); err != nil {
		return err
	}
	if err := unix.Chdir(string(root)); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil { // the old root, which lies on top now
		return fmt.Errorf("leaving the old root: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, ""); err != nil {
		return fmt.Errorf("read-only root: %w", err)
	}
	return nil
}

// newRoot is where the new root is built.
type newRoot string

func (r newRoot) fill(plan stagePlan) error {
	for _, name := range systemFolders {
		if to, err := os.Readlink(name); err == nil {
			if err := os.Symlink(to, r.inside(name)); err != nil {
				return err
			}
		} else if err := r.show(name, true); err != nil {
			return err
		}
	}
	for _, pattern := range systemSettings {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := r.show(name, true); err != nil {
				return err
			}
		}
	}
	for _, name := range devices {
		if err := r.bind(name, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{
		"/dev/fd": "/proc/self/fd", "/dev/stdin": "/proc/self/fd/0", "/dev/stdout": "/proc/self/fd/1", "/dev/stderr": "/proc/self/fd/2",
		"/dev/shm": "/tmp", // for named semaphores; the size of /tmp bounds it
	} {
		if err := os.Symlink(to, r.inside(name)); err != nil {
			return err
		}
	}
	if err := r.mount("/tmp", "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, fmt.Sprintf("size=%d,nr_inodes=4096,mode=1777", plan.Tmp)); err != nil {
		return err
	}
	// Containers that hide parts of /proc allow no new one; programs live without it.
	err := r.mount("/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "subset=pid")
	if err != nil && err != unix.EPERM && err != unix.EINVAL { // EINVAL: Linux before 5.8 has no subset
		return err
	}
	for _, name := range plan.ReadOnly { // last, because they may lie in /tmp
		if isSystem(name) {
			continue
		}
		if err := r.show(name, false); err != nil {
			return err
		}
	}
	return nil
}

func (r newRoot) inside(name string) string { return filepath.Join(string(r), name) }

// show makes a file or folder visible, with all that is mounted in it, but not writable.
func (r newRoot) show(name string, optional bool) error {
	err := r.bind(name, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
	if optional && os.IsNotExist(err) {
		return nil
	}
	return err
}

func (r newRoot) bind(name string, attr uint64) error {
	st, err := os.Stat(name)
	if err != nil {
		return err
	}
	at := r.inside(name)
	if st.IsDir() {
		err = os.MkdirAll(at, 0o755)
	} else if err = os.MkdirAll(filepath.Dir(at), 0o755); err == nil {
		err = touch(at)
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(name, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("bind %s: %w", name, err)
	}
	if err := unix.MountSetattr(-1, at, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attr}); err != nil {
		return fmt.Errorf("protect %s: %w", name, err)
	}
	return nil
}

// touch makes a file to mount over, if there is none.
func touch(name string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDONLY, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// mount mounts a file system without a source.
func (r newRoot) mount(name, kind string, flags uintptr, options string) error {
	at := r.inside(name)
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	return unix.Mount("koth", at, kind, flags, options)
}
