//go:build linux

package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestGroupFolders(t *testing.T) {
	for _, tt := range []struct {
		name, mounts, own string
		want              []string
	}{
		{
			"version 2", "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n", "0::/user.slice/user-1000.slice\n",
			[]string{"/sys/fs/cgroup/user.slice/user-1000.slice", "/sys/fs/cgroup"},
		},
		{
			"version 1 beside an empty version 2",
			"cgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\ncgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\ncgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n",
			"4:memory:/jobs/7\n1:cpu:/\n0::/\n",
			[]string{"/sys/fs/cgroup/unified", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/memory/jobs/7", "/sys/fs/cgroup/memory"},
		},
		{"none", "proc /proc proc rw 0 0\n", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := groupFolders(tt.mounts, tt.own); !slices.Equal(got, tt.want) {
				t.Errorf("folders = %q, want %q", got, tt.want)
			}
		})
	}
}

// What is written to a group, by the files that its version has.
func TestGroupFill(t *testing.T) {
	cfg := ChildConfig{Memory: 100 << 20}.withDefaults()
	for _, tt := range []struct {
		name  string
		files map[string]string // name: what it holds afterwards
		event string
	}{
		{"version 2", map[string]string{"memory.max": "121634816", "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "80", "cgroup.procs": "42"}, "memory.events"},
		{"version 2, no swap", map[string]string{"memory.max": "121634816", "cgroup.procs": "42"}, "memory.events"},
		{"version 1", map[string]string{"memory.limit_in_bytes": "121634816", "cgroup.procs": "42"}, "memory.oom_control"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := &cgroup{dir: t.TempDir()}
			for name := range tt.files {
				if err := os.WriteFile(filepath.Join(g.dir, name), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := g.fill(42, cfg); err != nil {
				t.Fatal(err)
			}
			for name, want := range tt.files {
				if text, err := os.ReadFile(filepath.Join(g.dir, name)); err != nil || string(text) != want {
					t.Errorf("%s = %q, %v; want %q", name, text, err, want)
				}
			}
			for text, want := range map[string]bool{"oom 3\noom_kill 0\n": false, "oom 3\noom_kill 2\n": true} {
				if err := os.WriteFile(filepath.Join(g.dir, tt.event), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if got := g.ranOut(); got != want {
					t.Errorf("ranOut with %q = %v", text, got)
				}
			}
		})
	}
}
