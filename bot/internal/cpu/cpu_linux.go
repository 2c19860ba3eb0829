// Package cpu reads what bots are charged that run on a thread of this process.
package cpu

import (
	"time"

	"golang.org/x/sys/unix"
)

// Thread returns the CPU time that the calling thread has used, or a negative number if that is not
// known.
func Thread() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return -1
	}
	return time.Duration(ts.Nano())
}
