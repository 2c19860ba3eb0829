// Package worker plays matches in processes of their own.
//
// Bots that are scripts run inside the arena's own process, and that process must be expected to
// be taken over, to hang or to die. So it is a worker: a second start of the same program, which
// locks itself down (sandbox.LockDown) before it sees a line of a bot's code, and then plays
// whole matches one after another, without a process switch a move.
//
//   - main.go is the worker's side: hello, lock-down, jobs in, results out.
//   - process.go is the parent's side of one worker; pool.go keeps one a core, gives them jobs,
//     kills those that hang and puts results back into schedule order.
//   - protocol.go holds the messages between them, page.go the word of shared memory in which a
//     worker says who is running, so that the parent can name the seat that hung or killed it.
//
// A match is decided by its job alone. When a worker is lost the job is played again in a new
// one, up to the turn on which the worker was lost, and from there without the bot that did it:
// the other seats lose nothing. The package knows no tournament and stores nothing.
package worker
