//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
)

// LockDown can confine nothing on this system: every layer is missing.
func LockDown(cfg Config) (Layers, error) {
	var l Layers
	for _, layer := range []Layer{Landlock, Seccomp, Limits, User} {
		gap := Gap{Layer: layer, Reason: "not available on " + runtime.GOOS}
		l.Missing = append(l.Missing, gap)
		if !slices.Contains(cfg.AllowMissing, layer) {
			return l, fmt.Errorf("lock-down: %w", &MissingError{Gap: gap})
		}
	}
	return l, nil
}

// Process is a child that dies with this process; there are none on this system.
type Process struct{}

// Start cannot make sure on this system that a child dies with its parent, so it starts none.
func Start(*exec.Cmd) (*Process, error) {
	return nil, fmt.Errorf("starting processes that die with koth: not available on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

// PID returns 0.
func (*Process) PID() int { return 0 }

// Wait returns at once.
func (*Process) Wait() error { return errors.ErrUnsupported }

// Kill has nothing to kill.
func (*Process) Kill() error { return errors.ErrUnsupported }

// Probe finds nothing out on this system.
func Probe(context.Context, string, Config) (Report, error) {
	return Report{}, fmt.Errorf("probe: not available on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

// ProbeChild finds nothing out on this system.
func ProbeChild(context.Context, ChildConfig) (Report, error) {
	return Report{}, fmt.Errorf("probe: not available on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

// MaybeChild does nothing: this package starts no processes on this system.
func MaybeChild() {}

// Confined is a confined child; there are none on this system.
type Confined struct {
	Tier   Tier
	Layers Layers
}

// Child cannot confine anything on this system, so it starts nothing.
func Child(ChildConfig) (*Confined, error) {
	_, err := ChildTier()
	return nil, err
}

// ChildTier says that there is no tier on this system.
func ChildTier() (Tier, error) {
	return "", &MissingError{Gap{Namespaces, "not available on " + runtime.GOOS}}
}

// PID returns 0.
func (*Confined) PID() int { return 0 }

// Wait returns at once.
func (*Confined) Wait() End { return End{Kind: EndKilled} }

// Kill has nothing to kill.
func (*Confined) Kill() (End, error) { return End{Kind: EndKilled}, nil }
