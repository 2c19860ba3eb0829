//go:build !linux

package native

import "time"

// threadCPU returns a negative number: the CPU time of a thread is only read on Linux.
func threadCPU() time.Duration { return -1 }
