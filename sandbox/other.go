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
	for _, layer := range AllLayers() {
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

// MaybeProbe does nothing: no process is started by Probe on this system.
func MaybeProbe() {}
