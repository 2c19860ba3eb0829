// Package cli is the koth command: one file per command, and what several share in flags.go.
//
// A command reads its arguments, hands the work to the packages that do it, and prints. Results
// go to stdout, progress and messages to stderr. The exit status is 0 when the work was done
// (whatever the bots did), 1 when the arena failed, 2 for bad usage, and 130 when it was
// interrupted.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"koth/internal/term"
	"koth/sandbox"
	"koth/worker"
)

// Exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// commands is the command line.
type commands struct {
	Match      matchCmd      `cmd:"" help:"Play one match and show its last position."`
	Tournament tournamentCmd `cmd:"" help:"Play a tournament and print the table."`
	Compare    compareCmd    `cmd:"" help:"Match two bots over paired boards and say which is better, and how sure that is."`
	Check      checkCmd      `cmd:"" help:"Say whether a bot loads, answers in time and is deterministic."`
	Replay     replayCmd     `cmd:"" help:"Show or verify a recorded match."`
	Games      gamesCmd      `cmd:"" help:"List the games."`
	Bots       botsCmd       `cmd:"" help:"List the house bots."`
	New        newCmd        `cmd:"" help:"Write something to start from."`
	Play       playCmd       `cmd:"" help:"Play a game yourself, in the terminal."`
	Brain      brainCmd      `cmd:"" help:"Play a game over standard input and output, as a Gomocup brain."`
	Doctor     doctorCmd     `cmd:"" help:"Say which engine plays here and what confines bots, and try to break out."`
}

// streams are what a command may read and write.
type streams struct {
	in  io.Reader
	out *term.Output // results
	err *term.Output // progress and messages
}

// Main is the whole program: a worker if it was started as one, else the command.
func Main() int {
	if worker.IsWorker() {
		worker.Main()
	}
	sandbox.MaybeChild()
	return Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run executes one command line and returns the exit status.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	var cmds commands
	type exit int
	parser, err := kong.New(&cmds,
		kong.Name("koth"),
		kong.Description("An arena for king-of-the-hill programming games: bots play, koth ranks them and shows what happened."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.UsageOnError(),
	)
	if err != nil {
		panic(err) // the command line itself is wrong
	}
	defer func() {
		if r := recover(); r != nil {
			code, ok := r.(exit)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
	}()
	kctx, err := parser.Parse(arrange(parser.Model.Node, args))
	if writing := new(fs.PathError); errors.As(err, &writing) && writing.Op == "write" { // of the help
		return statusOf(err, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "koth: %v (koth --help lists the commands)\n", err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	kctx.BindTo(ctx, (*context.Context)(nil))
	s := streams{stdin, term.New(stdout, os.Environ()), term.New(stderr, os.Environ())}
	kctx.Bind(s)
	err = kctx.Run()
	switch {
	case err != nil && ctx.Err() != nil:
		err = errInterrupted
	case s.out.Err() != nil: // what the user asked for is not there, whatever else is wrong
		err = s.out.Err()
	}
	return statusOf(err, stderr)
}

// arrange puts flags before all else that follows a command: kong takes a list of bots only in one
// piece, and a user may have written "magpie --seed 3 lazy".
func arrange(node *kong.Node, args []string) []string {
	for _, n := range node.Children {
		if len(args) > 0 && n.Type == kong.CommandNode && n.Name == args[0] {
			return append(args[:1:1], arrange(n, args[1:])...)
		}
	}
	var flags, others []string
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			return slices.Concat(flags, args[i:i+1], others, args[i+1:])
		case len(arg) < 2 || arg[0] != '-':
			others = append(others, arg)
		case !takesNext(node, arg):
			flags = append(flags, arg)
		case i+1 == len(args): // its value is missing, which kong will say
			others = append(others, arg)
		default:
			flags = append(flags, arg, args[i+1])
			i++
		}
	}
	return append(flags, others...)
}

// takesNext says whether a flag's value is the next argument.
func takesNext(node *kong.Node, arg string) bool {
	for _, flag := range slices.Concat(node.AllFlags(false)...) {
		if arg == "--"+flag.Name || flag.Short != 0 && arg == "-"+string(flag.Short) {
			return !flag.IsBool() && !flag.IsCounter()
		}
	}
	return false
}

// statusOf prints an error and returns the exit status that it stands for.
func statusOf(err error, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, &usage):
		printError(stderr, err)
		return exitUsage
	default:
		printError(stderr, err)
		return exitFailed
	}
}

// printError prints an error, or several that were joined, one a line.
func printError(stderr io.Writer, err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(stderr, "koth: %s\n", term.Clean(strings.TrimSuffix(line, "\n")))
	}
}

// lastWait is how long something may still take once the user has ended the command.
const lastWait = 500 * time.Millisecond

// await returns what f does, or errInterrupted soon after ctx is done: opening a pipe, and reading
// and writing one, can wait for ever, and nothing else ends that. f is then left to itself; the
// program is about to end.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	select { // what was nearly done
	case r := <-done:
		return r.value, r.err
	case <-time.After(lastWait):
		var none T
		return none, errInterrupted
	}
}

// awaitError is await for what only fails.
func awaitError(ctx context.Context, f func() error) error {
	_, err := await(ctx, func() (struct{}, error) { return struct{}{}, f() })
	return err
}

// errInterrupted says that the user ended the command; what there was to say has been said.
var errInterrupted = errors.New("interrupted")

// interrupted returns errInterrupted. What has gone wrong beside is said here, since nothing is made
// of that error any more: a file that the user thinks was written may not be there.
func interrupted(s streams, beside error) error {
	if beside != nil && !errors.Is(beside, errInterrupted) {
		printError(s.err, beside)
	}
	return errInterrupted
}

// usageError is a mistake in what the user asked for.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usage marks an error as the user's to mend; nil stays nil.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}
