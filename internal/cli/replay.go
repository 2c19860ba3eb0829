package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"koth/bot"
	"koth/bot/find"
	"koth/game"
	"koth/games"
	"koth/internal/term"
	"koth/match"
	"koth/replay"
	"koth/worker"
)

type replayCmd struct {
	Show   replayShowCmd   `cmd:"" help:"Show a recorded match in the terminal, or print it as JSON."`
	Export replayExportCmd `cmd:"" help:"Write a recorded match in a format of other programs."`
	Verify replayVerifyCmd `cmd:"" help:"Play a recorded match again from its seed and compare every byte."`
}

type replayShowCmd struct {
	File string  `arg:"" help:"The replay."`
	FPS  float64 `default:"8" help:"Turns a second."`
	Last bool    `help:"Show the last position only."`
	JSON bool    `name:"json" help:"Print the whole match as one JSON object and nothing else."`
}

// recording is an open replay.
type recording struct {
	io.ReadSeeker
	*replay.Reader
	file *os.File
}

// maxPiped bounds a replay that is read from a pipe, in bytes: it is kept whole.
const maxPiped = 1 << 30

// openReplay opens a replay for reading.
func openReplay(ctx context.Context, path string) (recording, error) {
	return await(ctx, func() (recording, error) {
		f, err := os.Open(path)
		if err != nil {
			return recording{}, usage(fmt.Errorf("replay: %w", err))
		}
		rec := recording{ReadSeeker: f, file: f}
		if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() { // it can be read once, and be slow
			data, err := io.ReadAll(io.LimitReader(f, maxPiped))
			if err != nil {
				f.Close()
				return recording{}, usage(fmt.Errorf("replay: %w", err))
			}
			rec.ReadSeeker = bytes.NewReader(data)
		}
		if rec.Reader, err = replay.NewReader(rec.ReadSeeker, replay.Bounds{}); err != nil {
			f.Close()
			return recording{}, usage(fmt.Errorf("%s: %w", path, err))
		}
		return rec, nil
	})
}

// Close frees all of it.
func (r recording) Close() {
	r.Reader.Close()
	r.file.Close()
}

// Run shows a replay.
func (c *replayShowCmd) Run(ctx context.Context, s streams) error {
	r, err := openReplay(ctx, c.File)
	if err != nil {
		return err
	}
	defer r.Close()
	if c.JSON {
		return c.json(ctx, s, r.Reader)
	}
	view := boards{Reader: r.Reader, games: games.All()}
	if c.Last {
		err = view.last(s.out)
	} else {
		err = view.animate(ctx, s, c.FPS)
	}
	if err != nil && !errors.Is(err, errInterrupted) {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	return err
}

func (c *replayShowCmd) json(ctx context.Context, s streams, r *replay.Reader) error {
	times, err := await(ctx, func() (*replay.Times, error) { return readTimes(c.File + replay.TimesExt) })
	if err != nil {
		return err
	}
	shown, err := replay.Show(r, times)
	if shown != nil {
		if err := json.NewEncoder(s.out).Encode(shown); err != nil {
			return err
		}
	}
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	return nil
}

// readTimes reads the times beside a replay, nil if there are none.
func readTimes(path string) (*replay.Times, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, usage(fmt.Errorf("times: %w", err))
	}
	defer f.Close()
	times, err := replay.ReadTimes(f, replay.Bounds{})
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err))
	}
	return times, nil
}

// boards shows the positions of a replay.
type boards struct {
	*replay.Reader
	games *game.Registry
}

func (b boards) names() []string {
	var names []string
	for _, s := range b.Header().Seats {
		names = append(names, s.Name)
	}
	return names
}

// each calls visit with every position that can be drawn.
func (b boards) each(visit func(turn int, board game.Board) error) error {
	names := b.names()
	return replay.Play(b.Reader, b.games, func(t replay.Turn, s game.State) error {
		d, ok := s.(game.Terminal)
		if !ok {
			return fmt.Errorf("%s has no view for the terminal", b.Header().Game)
		}
		return visit(t.Turn, d.Board(names))
	})
}

// last prints the last position.
func (b boards) last(w *term.Output) error {
	var board game.Board
	err := b.each(func(_ int, now game.Board) error {
		board = now
		return nil
	})
	if err != nil {
		return err
	}
	return w.Board(board)
}

// animate shows all positions one after another.
func (b boards) animate(ctx context.Context, s streams, fps float64) error {
	if err := checkFPS(fps); err != nil {
		return err
	}
	a, _ := s.out.Animate(ctx, fps)
	err := a.Play(b.frames(), s.in)
	if closeErr := a.Close(); err == nil {
		err = closeErr
	}
	if ctx.Err() != nil || errors.Is(err, term.ErrInterrupted) {
		return errInterrupted
	}
	return err
}

func checkFPS(fps float64) error {
	if fps > 0 && fps <= 1000 { // NaN is neither
		return nil
	}
	return usage(fmt.Errorf("--fps %v: want more than 0, at most 1000", fps))
}

// errEnough ends a run through a replay whose watcher has left.
var errEnough = errors.New("enough")

// frames yields all positions.
func (b boards) frames() iter.Seq2[game.Board, error] {
	return func(yield func(game.Board, error) bool) {
		err := b.each(func(_ int, board game.Board) error {
			if !yield(board, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(game.Board{}, err)
		}
	}
}

type replayVerifyCmd struct {
	File   string   `arg:"" help:"The replay."`
	Bot    []string `arg:"" optional:"" help:"The bots that played, where they are not found by themselves: the path of a file, or NAME=PATH."`
	Bots   []string `name:"bots" placeholder:"DIR" sep:"none" help:"Look for the bots in this folder."`
	Unsafe bool     `help:"Play on where bots cannot be fully confined."`
}

// Run plays a replay again and compares.
func (c *replayVerifyCmd) Run(ctx context.Context, s streams) error {
	r, err := openReplay(ctx, c.File)
	if err != nil {
		return err
	}
	defer r.Close()
	header := r.Header()
	if err := checkLimits(header.Limits); err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	g, err := games.All().Get(header.Game)
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	finder := finder{Finder: finderOf(g, s), dirs: append(c.Bots, filepath.Dir(c.File), ".")}
	if finder.given, err = (field{Game: header.Game, Bot: c.Bot}).find(ctx, finder.Finder); err != nil {
		return usage(err)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	err = replay.Verify(r.ReadSeeker, games.All(),
		func(seat replay.Seat) (bot.Spec, error) { return finder.find(ctx, seat) },
		func(m match.Match) ([]byte, error) { return c.play(ctx, m) })
	switch {
	case ctx.Err() != nil:
		return errInterrupted
	case errors.Is(err, replay.ErrDamaged), errors.Is(err, replay.ErrCannot), errors.Is(err, find.ErrNotFound):
		return usage(fmt.Errorf("%s: %w", c.File, err))
	case err != nil:
		return fmt.Errorf("%s: %w", c.File, err)
	}
	fmt.Fprintf(s.out, "%s: the same match, byte for byte\n", c.File)
	return nil
}

// play plays the match in a worker and returns its replay.
func (c *replayVerifyCmd) play(ctx context.Context, m match.Match) ([]byte, error) {
	seats := make([]int, len(m.Bots))
	for i := range seats {
		seats[i] = i
	}
	pool, err := worker.Start(worker.Config{Game: m.Game.Info().Name, Options: m.Options, Limits: m.Limits, Bots: m.Bots, Workers: 1, Unsafe: c.Unsafe})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	o, err := playOne(ctx, pool, worker.Job{Bots: seats, Seed: m.Seed, Board: m.Board, Setup: m.Setup, Record: true})
	return o.Replay, err
}

// finder finds the bots of a replay again.
type finder struct {
	find.Finder
	given []bot.Spec
	dirs  []string // where to look for bots of the recorded names
}

// find returns the bot of a seat: one that was given, a house bot, or a file or folder of its name.
func (f finder) find(ctx context.Context, seat replay.Seat) (bot.Spec, error) {
	same := func(b bot.Spec) bool { return b.Name == seat.Name && b.Kind == seat.Kind }
	if i := slices.IndexFunc(f.given, same); i >= 0 {
		return f.given[i], nil
	}
	if spec, ok := f.House(seat.Name); ok && spec.Kind == seat.Kind {
		return spec, nil
	}
	for _, dir := range f.dirs {
		if spec, err := f.Named(ctx, dir, seat.Name, seat.Kind); err == nil {
			return spec, nil
		}
	}
	return bot.Spec{}, fmt.Errorf("%w: %q is no house bot and no file here: name it (koth replay verify FILE %s=PATH)", find.ErrNotFound, seat.Name, seat.Name)
}
