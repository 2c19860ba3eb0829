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
	"os"
	"os/signal"
	"strings"
	"syscall"

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
	Check      checkCmd      `cmd:"" help:"Say whether a bot loads, answers in time and is deterministic."`
	Replay     replayCmd     `cmd:"" help:"Show or verify a recorded match."`
	Games      gamesCmd      `cmd:"" help:"List the games."`
	Bots       botsCmd       `cmd:"" help:"List the house bots."`
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
	kctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "koth: %v (koth --help lists the commands)\n", err)
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	kctx.BindTo(ctx, (*context.Context)(nil))
	kctx.Bind(streams{stdin, term.New(stdout, os.Environ()), term.New(stderr, os.Environ())})
	return statusOf(kctx.Run(), stderr)
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

// errInterrupted says that the user ended the command; what there was to say has been said.
var errInterrupted = errors.New("interrupted")

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
