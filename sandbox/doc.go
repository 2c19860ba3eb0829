// Package sandbox confines processes that run strangers' code.
//
// LockDown is for a process that is about to run such code inside itself: it gives up, for all
// its threads and for ever, everything but computing and the descriptors that it already has.
// Start is for the parent: a child started by it dies with the parent, together with all that it
// started. Probe tries in a locked-down child whether the confinement holds on this machine.
//
// Child is for bots that are programs of their own: it starts one that sees a root folder with
// nothing in it but what it needs, no network and no process but its own (the full tier), or,
// where namespaces are refused, one that Landlock, a system call filter and limits confine (the
// no-namespace tier). FindProgram finds interpreters and what they need. ProbeChild has such
// children try to break out.
//
// A program that uses this package is started by it again in several roles, and must call
// MaybeChild first thing in main.
//
// Confinement is made of layers, each of which would do much of the work alone: a list of allowed
// system calls (seccomp), a deny-all Landlock domain, an unprivileged user where the arena runs as
// root, and resource limits. A layer that a machine does not have is an error, or is reported
// where the caller has allowed that; it is never left out in silence.
//
// The package knows nothing of games, bots or the protocol between a parent and its children.
// Everything here needs Linux; elsewhere it compiles and says that it is not available.
package sandbox
