// Package brain is the engine as a Gomocup brain: it reads a manager's commands and answers them
// (docs/gomocup.md). It knows the protocol and how to keep to the time; how to play is the
// engine's business, and how a process gets its input and output the caller's.
package brain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"koth/bots/gomoku/engine"
)

// Brain answers the commands of one manager.
type Brain struct {
	In         io.Reader
	Out        io.Writer
	Now        func() time.Duration // a clock that only goes forward
	Level      string               // of the engine
	Threads    int                  // of the engine, unless the manager says how many
	MaxThreads int                  // the most that the manager gets; with 0 it is not heard
	Seed       uint64               // of weaker levels' mistakes and of openings

	out    *bufio.Writer
	lines  *listener
	peeked *received // a command that cut off the one before

	settings settings
	engine   *engine.Engine // nil before START
	size     int
	stones   []engine.Stone
	idle     time.Duration // when the command before was done
	late     lateness      // of this machine
}

// errRefused goes to the manager as an ERROR.
type errRefused struct{ text string }

func (e errRefused) Error() string { return e.text }

func refuse(format string, args ...any) error { return errRefused{fmt.Sprintf(format, args...)} }

// Run talks until END, the end of the input or of ctx, which all give nil. An error means that
// answers could not be written, or that the level is unknown.
func (b *Brain) Run(ctx context.Context) error {
	if err := engine.CheckLevel(b.Level); err != nil {
		return err
	}
	b.out = bufio.NewWriter(b.Out)
	b.settings = newSettings()
	b.lines = listen(ctx, b.In, b.Now)
	defer close(b.lines.quit)
	go b.late.watch(b.Now, b.lines.quit)
	defer b.close()
	for {
		line, ok := b.next(ctx)
		if !ok {
			return nil
		}
		line.at = max(line.at, b.idle) // who sends ahead does not take the time of what is waiting
		err := b.command(ctx, line)
		b.idle = b.Now()
		var refused errRefused
		switch {
		case err == nil:
		case errors.As(err, &refused):
			b.answer("ERROR %s", refused.text)
		default:
			return err
		}
		if err := b.out.Flush(); err != nil {
			return fmt.Errorf("answering: %w", err)
		}
	}
}

// close waits for the engine's threads.
func (b *Brain) close() {
	if b.engine != nil {
		b.engine.Close()
	}
}

// next returns the next line; ok is false at the end of the conversation.
func (b *Brain) next(ctx context.Context) (line received, ok bool) {
	if p := b.peeked; p != nil {
		b.peeked = nil
		return *p, true
	}
	var pause <-chan time.Time
	if b.size > 0 && b.stale() {
		pause = time.After(pauseAfter)
	}
	for {
		select {
		case line, ok = <-b.lines.lines:
			return line, ok
		case <-ctx.Done():
			return received{}, false
		case <-pause:
			_ = b.ready() // what is wrong shows when a command needs the engine
		}
	}
}

// pauseAfter is how long a manager must have said nothing for the engine to be made before a command
// needs it: what it says of the memory and the rule comes right after START.
const pauseAfter = 10 * time.Millisecond

// drop lets go of the engine. Its memory is given back at once: the next one needs as much, and both
// together would be more than the manager allows.
func (b *Brain) drop() {
	if b.engine == nil {
		return
	}
	b.close()
	b.engine = nil
	debug.FreeOSMemory()
}

func (b *Brain) answer(format string, args ...any) { fmt.Fprintf(b.out, format+"\n", args...) }

// commands by their names. Those that are not here are unknown.
var commands = map[string]func(b *Brain, ctx context.Context, args string, at time.Duration) error{
	"START":      (*Brain).start,
	"RECTSTART":  (*Brain).rectStart,
	"RESTART":    (*Brain).restart,
	"BEGIN":      (*Brain).begin,
	"TURN":       (*Brain).turn,
	"PLAY":       (*Brain).play,
	"BOARD":      (*Brain).board,
	"TAKEBACK":   (*Brain).takeBack,
	"SWAP2BOARD": (*Brain).swap2,
	"INFO":       (*Brain).info,
	"ABOUT":      (*Brain).about,
}

func (b *Brain) command(ctx context.Context, line received) error {
	name, args := cutWord(line.text)
	run, ok := commands[strings.ToUpper(name)]
	switch {
	case !ok:
		b.answer("UNKNOWN command %.40q", name)
		return nil
	case strings.EqualFold(name, "INFO"):
		return run(b, ctx, args, line.at) // which is never answered, whatever it says
	case line.cut:
		return refuse("the line is longer than %d bytes", maxLine)
	}
	return run(b, ctx, args, line.at)
}

func (b *Brain) start(_ context.Context, args string, _ time.Duration) error {
	size, err := strconv.Atoi(args)
	if err != nil {
		return refuse("START wants the size of the board, a number from %d to %d", engine.MinSize, engine.MaxSize)
	}
	return b.open(size)
}

func (b *Brain) rectStart(_ context.Context, args string, _ time.Duration) error {
	w, h, ok := pair(args)
	switch {
	case !ok:
		return refuse("RECTSTART wants width,height")
	case w != h:
		return refuse("only square boards are supported")
	}
	return b.open(w)
}

// open begins a game on a board of that size.
func (b *Brain) open(size int) error {
	if size < engine.MinSize || size > engine.MaxSize {
		return refuse("unsupported size %d: want %d to %d", size, engine.MinSize, engine.MaxSize)
	}
	b.size = size
	b.stones = b.stones[:0]
	b.settings.spent = 0
	b.settings.rule.Prepare() // the first move can follow at once
	if b.stale() {
		b.drop()
	} else {
		b.engine.Reset()
	}
	b.answer("OK")
	return nil
}

// config is what the engine has to be like by now.
func (b *Brain) config() engine.Config {
	threads := b.Threads
	if b.settings.threads > 0 {
		threads = b.settings.threads
	}
	memory := b.settings.memory()
	threads = max(1, min(threads, memory/2/threadMemory)) // the other half is the table's
	return engine.Config{Size: b.size, Rule: b.settings.rule, Level: b.Level, Memory: memory, Threads: threads, Seed: b.Seed}
}

// stale tells whether there is no engine, or the size or something that INFO says has changed since
// it was made.
func (b *Brain) stale() bool { return b.engine == nil || b.engine.Config() != b.config() }

// ready makes the engine anew if it is stale. START does not, since most managers say what the engine has
// to be like only after it: it is made when they pause, or else for the first move.
func (b *Brain) ready() error {
	if b.size == 0 {
		return refuse("no START yet")
	}
	if !b.stale() {
		return nil
	}
	b.drop()
	e, err := engine.New(b.config())
	if err != nil {
		return err
	}
	b.engine = e
	return nil
}

// place puts the stones on the engine's board; whose turn it is then is given.
func (b *Brain) place(whiteToMove bool) error {
	if err := b.ready(); err != nil {
		return err
	}
	if err := b.engine.Set(b.stones, whiteToMove); err != nil {
		return refuse("%v", err)
	}
	return nil
}

func (b *Brain) restart(_ context.Context, _ string, _ time.Duration) error {
	if b.size == 0 {
		return refuse("no START yet")
	}
	return b.open(b.size)
}

func (b *Brain) begin(ctx context.Context, _ string, at time.Duration) error {
	if len(b.stones) > 0 {
		return refuse("the board is not empty")
	}
	return b.move(ctx, at, false)
}

func (b *Brain) turn(ctx context.Context, args string, at time.Duration) error {
	p, err := b.free(args)
	if err != nil {
		return err
	}
	white := b.whiteNext()
	b.stones = append(b.stones, engine.Stone{At: p, White: white})
	return b.move(ctx, at, !white)
}

func (b *Brain) play(_ context.Context, args string, _ time.Duration) error {
	p, err := b.free(args)
	if err != nil {
		return err
	}
	b.stones = append(b.stones, engine.Stone{At: p, White: b.whiteNext()})
	b.answer("%d,%d", p.X, p.Y)
	return nil
}

// whiteNext tells whether white moves next where the stones were put in turn.
func (b *Brain) whiteNext() bool { return len(b.stones) > 0 && !b.stones[len(b.stones)-1].White }

// free reads a cell of the board that has no stone.
func (b *Brain) free(args string) (engine.Point, error) {
	x, y, ok := pair(args)
	if b.size == 0 {
		return engine.Point{}, refuse("no START yet")
	}
	if !ok {
		return engine.Point{}, refuse("%.40q is no x,y", args)
	}
	if x < 0 || y < 0 || x >= b.size || y >= b.size {
		return engine.Point{}, refuse("%d,%d is off the board", x, y)
	}
	p := engine.Point{X: x, Y: y}
	for _, s := range b.stones {
		if s.At == p {
			return engine.Point{}, refuse("%d,%d is taken", x, y)
		}
	}
	return p, nil
}

func (b *Brain) takeBack(_ context.Context, args string, _ time.Duration) error {
	x, y, ok := pair(args)
	if !ok {
		return refuse("%.40q is no x,y", args)
	}
	for i, s := range b.stones {
		if s.At == (engine.Point{X: x, Y: y}) {
			b.stones = append(b.stones[:i], b.stones[i+1:]...)
			b.answer("OK")
			return nil
		}
	}
	return refuse("there is no stone on %d,%d", x, y)
}

// board reads a position, in which the brain is to move.
func (b *Brain) board(ctx context.Context, _ string, at time.Duration) error {
	var own, other []engine.Point
	var stones []engine.Stone
	b.stones = b.stones[:0]
	at, err := b.block(ctx, "BOARD", at, func(args string) error {
		cell, kind, _ := cutLast(args, ",")
		p, err := b.free(cell)
		if err != nil {
			return err
		}
		switch strings.TrimSpace(kind) {
		case "1":
			own = append(own, p)
		case "2":
			other = append(other, p)
		case "3": // forbidden, which the engine knows, and in other rules a stone of a game that went on
			if b.settings.rule == engine.Renju {
				return nil
			}
			fallthrough
		default:
			return refuse("%.40q: want x,y,1 for the brain's own stones and x,y,2 for the other's", args)
		}
		b.stones = append(b.stones, engine.Stone{At: p})
		stones = append(stones, engine.Stone{At: p, White: strings.TrimSpace(kind) == "1"})
		return nil
	})
	b.stones = b.stones[:0]
	if err != nil {
		return err
	}
	white := (len(own)+len(other))%2 == 1 // whose turn it is, if they took turns
	for i := range stones {
		stones[i].White = stones[i].White == white
	}
	b.stones = append(b.stones, stones...)
	return b.move(ctx, at, white)
}

// block reads lines up to DONE and returns when that came. The first line that is refused decides
// the error, but all are read; another command ends the block.
func (b *Brain) block(ctx context.Context, name string, at time.Duration, line func(args string) error) (time.Duration, error) {
	var refused error
	if b.size == 0 {
		refused = refuse("no START yet")
	}
	for {
		l, ok := b.next(ctx)
		if !ok {
			return at, refuse("%s without DONE", name)
		}
		if isWord(l.text, "DONE") {
			return l.at, refused
		}
		if first := l.text[0] | 0x20; first >= 'a' && first <= 'z' {
			b.peeked = &l
			return at, refuse("%s without DONE", name)
		}
		if err := line(l.text); err != nil && refused == nil {
			refused = err
		}
	}
}

func (b *Brain) about(_ context.Context, _ string, _ time.Duration) error {
	b.answer(`name="Koth", version="1.0", author="the Koth authors", country="", www="", email=""`)
	return nil
}

// pair reads "x,y".
func pair(text string) (x, y int, ok bool) {
	a, c, found := strings.Cut(text, ",")
	x, errX := strconv.Atoi(strings.TrimSpace(a))
	y, errY := strconv.Atoi(strings.TrimSpace(c))
	return x, y, found && errX == nil && errY == nil
}

// cutWord cuts the first word off a line. Blanks and tabs part words.
func cutWord(line string) (word, rest string) {
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], strings.TrimSpace(line[i:])
	}
	return line, ""
}

// isWord tells whether a line begins with a word, in any case.
func isWord(line, word string) bool {
	first, _ := cutWord(line)
	return strings.EqualFold(first, word)
}

// cutLast cuts a text at the last separator.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}
