package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// restrictFiles puts the thread, and with it the program, into a Landlock domain. In the full tier
// that says once more what the mounts do; without namespaces it is all that hides files.
func (s *stage) restrictFiles() error {
	abi, err := landlockQuery(unix.LANDLOCK_CREATE_RULESET_VERSION)
	if err != nil {
		return s.missing(Landlock, fmt.Sprintf("this kernel has no Landlock, or it is not enabled: %v", err))
	}
	rules := fullRules()
	if s.plan.Tier == TierNoNamespace {
		if rules, err = hostRules(s.plan.ReadOnly); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
	}
	// Not Restrict, which is about all threads of a process: only this one executes anything.
	fd, flags, err := landlock.V11.BestEffort().NewRulesetFD(rules...)
	if err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	defer unix.Close(fd)
	if err := call(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(fd), uintptr(flags), 0); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	s.LandlockABI = min(abi, newestLandlock)
	s.activate(Landlock)
	return nil
}

// fullRules are those inside a root of its own.
func fullRules() []landlock.Rule {
	return []landlock.Rule{
		landlock.RODirs("/"),
		landlock.RWDirs("/tmp"),
		landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full"),
	}
}

// procFiles are what programs read in /proc of themselves and of the machine.
var procFiles = []string{"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory", "/proc/version"}

// hostRules are those on the root that everyone sees. Nothing but three devices can be written to.
func hostRules(readOnly []string) ([]landlock.Rule, error) {
	var dirs, files []string
	add := func(name string) error {
		st, err := os.Stat(name)
		if err != nil {
			return err
		}
		if st.IsDir() {
			dirs = append(dirs, name)
		} else {
			files = append(files, name)
		}
		return nil
	}
	for _, pattern := range systemSettings {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if err := add(name); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range readOnly {
		if err := add(name); err != nil {
			return nil, fmt.Errorf("%w (without namespaces, a bot of root's must lie where every user may read)", err)
		}
	}
	dirs = append(dirs, systemFolders...)
	dirs = append(dirs, fmt.Sprintf("/proc/%d", os.Getpid()))
	files = append(files, procFiles...)
	rules := []landlock.Rule{
		landlock.RODirs(dirs...).IgnoreIfMissing(),
		landlock.ROFiles(files...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full").IgnoreIfMissing(),
		landlock.ROFiles("/dev/random", "/dev/urandom").IgnoreIfMissing(),
	}
	return rules, nil
}

// whyProgram adds to an error of executing a program what its user is likely to have forgotten.
func whyProgram(path string, errno error) string {
	switch errno {
	case unix.EACCES:
		return "it, or a folder on the way, may not be read and executed by every user"
	case unix.ENOENT:
		if text, err := os.ReadFile(path); err == nil && strings.HasPrefix(string(text), "#!") {
			return fmt.Sprintf("its first line %.60q names an interpreter that a confined program cannot see", strings.SplitN(string(text), "\n", 2)[0])
		}
	case unix.ENOEXEC:
		return "it is neither a program for this machine nor a script that begins with #!"
	}
	return ""
}
