package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watchEvery is how often the watcher looks. What a child takes between two looks is bounded by
// RLIMIT_DATA alone.
const watchEvery = 100 * time.Millisecond

// watcher is one goroutine, running as long as there are children to watch, that kills those which
// have more memory or threads than they may.
var watcher struct {
	sync.Mutex
	children map[*Confined]bool
	running  bool
}

// canWatch says whether the kernel tells who is whose child (CONFIG_PROC_CHILDREN).
var canWatch = sync.OnceValue(func() bool {
	_, err := os.Stat("/proc/thread-self/children")
	return err == nil
})

// watch has a child watched until unwatch.
func watch(c *Confined) {
	watcher.Lock()
	defer watcher.Unlock()
	if watcher.children == nil {
		watcher.children = make(map[*Confined]bool)
	}
	watcher.children[c] = true
	if !watcher.running {
		watcher.running = true
		go watchAll()
	}
}

func unwatch(c *Confined) {
	watcher.Lock()
	defer watcher.Unlock()
	delete(watcher.children, c)
}

func watchAll() {
	for range time.Tick(watchEvery) {
		watcher.Lock()
		if len(watcher.children) == 0 {
			watcher.running = false
			watcher.Unlock()
			return
		}
		for c := range watcher.children {
			c.look()
		}
		watcher.Unlock()
	}
}

// look kills a child that has too much. With namespaces the kernel counts processes (RLIMIT_NPROC).
func (c *Confined) look() {
	u := usageOf(c.PID(), c.Tier == TierFull)
	switch {
	case u.threads > c.cfg.Processes && c.Tier != TierFull:
		c.exceed(EndThreads)
	case u.memory > c.cfg.Memory && c.group == nil:
		// Pages that processes share after a fork were counted for each of them. To divide them
		// takes the kernel much longer, so that comes second.
		if exact, ok := u.proportional(); !ok || exact > c.cfg.Memory {
			c.exceed(EndMemory)
		}
	}
}

// usage is what a tree of processes has.
type usage struct {
	pids    []int
	memory  uint64 // bytes, without what lies in files
	threads int
}

// usageOf looks at a process and all its descendants. In a process namespace they are everything
// in it, because orphans become children of its first process; that one, the stage, is left out.
func usageOf(pid int, stage bool) usage {
	var u usage
	u.add(pid, stage)
	return u
}

func (u *usage) add(pid int, stage bool) {
	if !stage {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil {
			return // it has ended
		}
		u.pids = append(u.pids, pid)
		u.memory += sumOf(status, "RssAnon", "RssShmem") << 10
		u.threads += int(sumOf(status, "Threads"))
	}
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return
	}
	for _, thread := range threads {
		children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		if err != nil {
			continue
		}
		for _, child := range strings.Fields(string(children)) {
			if pid, err := strconv.Atoi(child); err == nil {
				u.add(pid, false)
			}
		}
	}
}

// proportional returns the memory in bytes, with shared pages divided among those that share them.
func (u usage) proportional() (uint64, bool) {
	var sum uint64
	for _, pid := range u.pids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			return 0, false
		}
		sum += sumOf(text, "Pss_Anon", "Pss_Shmem") << 10
	}
	return sum, true
}

// sumOf adds up the numbers behind some names in a file of /proc.
func sumOf(text []byte, names ...string) uint64 {
	var sum uint64
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		for _, want := range names {
			if f := strings.Fields(value); name == want && len(f) > 0 {
				n, _ := strconv.ParseUint(f[0], 10, 64)
				sum += n
			}
		}
	}
	return sum
}
