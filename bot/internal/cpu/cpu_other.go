//go:build !linux

// Package cpu reads what bots are charged that run on a thread of this process.
package cpu

import "time"

// Thread returns a negative number: the CPU time of a thread is only read on Linux.
func Thread() time.Duration { return -1 }
