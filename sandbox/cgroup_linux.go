package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// cgroup is a group of processes whose memory the kernel bounds. Version 2 is used where it has
// the memory controller, else version 1.
type cgroup struct {
	dir    string
	events string // the file that counts kills for want of memory
}

// groupOverhead is added to a group's memory: the stage and the pages of kernel tables.
const groupOverhead = 16 << 20

// groupNumber makes names.
var groupNumber atomic.Int64

// newCgroup makes a group for process pid, which must not have started anything yet, and puts it
// there. nil means that this process may not make one here.
func newCgroup(pid int, cfg ChildConfig) *cgroup {
	parent := groupParent()
	if parent == "" {
		return nil
	}
	g := &cgroup{dir: filepath.Join(parent, fmt.Sprintf("%s%d-%d", groupPrefix, os.Getpid(), groupNumber.Add(1)))}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return nil
	}
	if err := g.fill(pid, cfg); err != nil {
		g.remove()
		return nil
	}
	return g
}

func (g *cgroup) fill(pid int, cfg ChildConfig) error {
	memory := strconv.FormatUint(cfg.Memory+groupOverhead, 10)
	var optional map[string]string
	if _, err := os.Stat(filepath.Join(g.dir, "memory.max")); err == nil {
		g.events = "memory.events"
		if err := g.write("memory.max", memory); err != nil {
			return err
		}
		optional = map[string]string{
			"memory.swap.max":  "0",
			"memory.oom.group": "1",
			"pids.max":         strconv.Itoa(cfg.Processes + stageThreads),
		}
	} else {
		g.events = "memory.oom_control"
		if err := g.write("memory.limit_in_bytes", memory); err != nil {
			return err
		}
		optional = map[string]string{"memory.memsw.limit_in_bytes": memory}
	}
	for name, value := range optional { // not in every kernel
		if err := g.write(name, value); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return g.write("cgroup.procs", strconv.Itoa(pid))
}

func (g *cgroup) write(name, value string) error {
	f, err := os.OpenFile(filepath.Join(g.dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	f.Close()
	return err
}

// ranOut says whether the kernel has killed a process of the group for want of memory.
func (g *cgroup) ranOut() bool {
	text, err := os.ReadFile(filepath.Join(g.dir, g.events))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if n, ok := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); ok {
			return n != "0"
		}
	}
	return false
}

// remove gives the group back, once its processes are gone.
func (g *cgroup) remove() { unix.Rmdir(g.dir) }

// groupPrefix begins the name of every group; the process id of its koth follows.
const groupPrefix = "koth-"

// groupParent returns the folder in which groups can be made, or "". Groups that a koth left
// behind which was killed are removed.
var groupParent = sync.OnceValue(func() string {
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return ""
	}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return ""
	}
	for _, dir := range groupFolders(string(mounts), string(own)) {
		if canGroup(dir) {
			removeStale(dir)
			return dir
		}
	}
	return ""
})

// groupFolders returns where a group might be made: below this process's own, and at the top,
// where only root may; version 2 first. mounts and own are files of /proc.
func groupFolders(mounts, own string) []string {
	var dirs []string
	for _, version := range []string{"cgroup2", "cgroup"} {
		for line := range strings.Lines(mounts) {
			f := strings.Fields(line) // device, folder, type, options
			if len(f) < 4 || f[2] != version || version == "cgroup" && !hasWord(f[3], "memory") {
				continue
			}
			for line := range strings.Lines(own) {
				p := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
				if len(p) < 3 || (version == "cgroup2") != (p[0] == "0") || version == "cgroup" && !hasWord(p[1], "memory") {
					continue
				}
				dirs = append(dirs, filepath.Join(f[1], p[2]), f[1])
			}
		}
	}
	return dirs
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// canGroup tries whether a group with a bound on memory can be made in dir.
func canGroup(dir string) bool {
	try := filepath.Join(dir, fmt.Sprintf("%s%d-try", groupPrefix, os.Getpid()))
	if os.Mkdir(try, 0o755) != nil {
		return false
	}
	defer unix.Rmdir(try)
	for _, bound := range []string{"memory.max", "memory.limit_in_bytes"} {
		if unix.Access(filepath.Join(try, bound), unix.W_OK) == nil && unix.Access(filepath.Join(dir, "cgroup.procs"), unix.W_OK) == nil {
			return true
		}
	}
	return false
}

func removeStale(dir string) {
	old, err := filepath.Glob(filepath.Join(dir, groupPrefix+"*-*"))
	if err != nil {
		return
	}
	for _, name := range old {
		text, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(name), groupPrefix), "-")
		if pid, err := strconv.Atoi(text); err == nil && unix.Kill(pid, 0) == unix.ESRCH {
			unix.Rmdir(name) // refused as long as a process is in it
		}
	}
}
