package native

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadCPU returns the CPU time that this thread has used, or a negative number if that is not
// known.
func threadCPU() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		return -1
	}
	return time.Duration(ts.Nano())
}
