//go:build linux

package sandbox

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// soon ends when patience does.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

func TestProbe(t *testing.T) {
	r, err := Probe(soon(t), testBinary, tolerant())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("layers: %v", r.Layers)
	need(t, r.Layers, Seccomp) // without it most of this is possible
	if len(r.Findings) != len(attempts) {
		t.Errorf("%d findings, want %d", len(r.Findings), len(attempts))
	}
	for _, f := range r.Findings {
		if !f.Held {
			t.Errorf("%s: not held: %s", f.Name, f.Detail)
		}
	}
	if !r.Held() {
		t.Error("Held = false")
	}
}

// TestProbeCanFind shows that the attempts succeed where nothing confines: a probe that could not
// find anything would always be content.
func TestProbeCanFind(t *testing.T) {
	r, err := probe(soon(t), testBinary, target{Locked: false})
	if err != nil {
		t.Fatal(err)
	}
	if r.Held() {
		t.Error("Held = true, although nothing is confined")
	}
	// What ordinary permissions, or this machine or container, may refuse all the same.
	unsure := map[string]bool{
		"change the root": true, "trace the parent": true, "read the parent's memory": true,
		"open the parent's memory": true, "raise its own limit": true, "become root": os.Geteuid() != 0,
		"make namespaces": true, "mount": true, "use io_uring": true, "use bpf": true, "use perf events": true,
		"use keys": true, "use userfaultfd": true, "get hold of the parent": true, "fork by clone3": true,
	}
	for _, f := range r.Findings {
		switch {
		case !f.Held:
		case unsure[f.Name]:
			t.Logf("%s: refused here even without confinement, so a probe says little: %s", f.Name, f.Detail)
		default:
			t.Errorf("%s: held without confinement: %s", f.Name, f.Detail)
		}
	}
}

// A program that does not call MaybeChild, and one that never ends, give errors.
func TestProbeOfOthers(t *testing.T) {
	_, err := Probe(soon(t), "/bin/true", Config{})
	if err == nil || !strings.Contains(err.Error(), "MaybeChild") {
		t.Errorf("err = %v, want one that names MaybeChild", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Probe(ctx, testBinary, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func TestJudge(t *testing.T) {
	for err, held := range map[error]bool{
		nil:         false,
		unix.EPERM:  true,
		unix.EACCES: true,
		unix.ENOSYS: true,
		unix.EFAULT: false, // the kernel had begun
		unix.ENOENT: false,
	} {
		if got := judge(err); got.Held != held {
			t.Errorf("judge(%v) = %+v, want held = %v", err, got, held)
		}
	}
}
