package worker

import (
	"time"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// timerSlack is how late the kernel may wake a waiting thread of the Go runtime.
const timerSlack = 2 * time.Millisecond

// slackTimers makes the kernel gather the wake-ups of the threads that there are. The Go runtime's
// monitor asks to be woken every 20 us while a process is busy, and would take one core's twentieth
// part for it. The calling thread, and with it the script engines' threads that it will make, stay
// exact. That the kernel does not know the call, or refuses it, costs nothing but time.
func slackTimers() {
	_, _, _ = psx.Syscall3(unix.SYS_PRCTL, unix.PR_SET_TIMERSLACK, uintptr(timerSlack), 0)
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 0, 0, 0, 0) // back to what it was
}
