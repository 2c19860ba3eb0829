package cli

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"koth/bot"
	"koth/bot/find"
	"koth/bot/program"
	"koth/bots"
	"koth/game"
	"koth/games"
	"koth/internal/term"
	"koth/match"
	"koth/worker"
)

// field names the game and the bots of a command.
type field struct {
	Game string   `arg:"" help:"The game (koth games lists them)."`
	Bot  []string `arg:"" optional:"" help:"A house bot's name, the path of a file or folder, brain:COMMAND, or NAME=PATH."`
	Bots []string `name:"bots" placeholder:"DIR" sep:"none" help:"Enter every bot in a folder."`
}

// limitFlags are what bots may use.
type limitFlags struct {
	MoveTime  time.Duration `default:"1s" placeholder:"D" help:"Time limit of a move (1s)."`
	TimeBank  time.Duration `placeholder:"D" help:"Time that a bot may take in a match beyond its limits for moves (none)."`
	StartTime time.Duration `default:"5s" placeholder:"D" help:"Time limit for loading a bot (5s)."`
	Memory    int           `placeholder:"MIB" help:"Memory limit of a bot in MiB (64; 512 for a program)."`
	Clock     bot.Clock     `enum:",auto,wall,cpu" default:"" placeholder:"NAME" help:"Which time counts: auto (wall time; a move that looks long is judged by its CPU time), wall or cpu."`
	Reuse     bool          `help:"Keep programs that can play several matches (Gomocup brains) running from match to match: faster, and what they remember is their own affair."`
	Unsafe    bool          `help:"Play on where bots cannot be fully confined."`
}

// positionFlags decide how matches start.
type positionFlags struct {
	Seed     *uint64  `placeholder:"N" help:"Seed of everything random; a random one if left out."`
	Set      []string `placeholder:"KEY=VALUE" sep:"none" help:"Set an option of the game (koth games GAME lists them)."`
	Setup    string   `placeholder:"FILE" help:"A given starting position, as JSON."`
	Openings string   `placeholder:"FILE" help:"A list of starting positions (gomoku): each round takes the next."`
}

// arena is what the flags come to: a game, its bots and how they play.
type arena struct {
	game     game.Game
	info     game.Info
	options  game.Options
	setup    []byte   // of all matches; nil if they have none or openings
	from     string   // the file of the setup, for messages
	openings [][]byte // setups of rounds
	seed     uint64
	bots     []bot.Spec
	limits   bot.Limits
	reuse    bool
	unsafe   bool
}

// open resolves what a user asked for. Every error is the user's to mend.
func open(ctx context.Context, s streams, f field, p positionFlags, l limitFlags) (*arena, error) {
	a := &arena{reuse: l.Reuse, unsafe: l.Unsafe}
	var err error
	if a.game, err = getGame(f.Game); err != nil {
		return nil, usage(err)
	}
	a.info = a.game.Info()
	if a.options, err = a.info.ParseOptions(p.Set); err != nil {
		return nil, usage(err)
	}
	if a.bots, err = f.find(ctx, finderOf(a.game, s)); err != nil {
		if ctx.Err() != nil {
			return nil, errInterrupted
		}
		return nil, usage(err)
	}
	if a.limits, err = l.limits(); err != nil {
		return nil, usage(err)
	}
	if err := a.position(ctx, p); err != nil {
		return nil, usage(err)
	}
	if p.Seed != nil {
		a.seed = *p.Seed
	} else {
		a.seed = randomSeed()
	}
	return a, nil
}

func getGame(name string) (game.Game, error) { return games.All().Get(name) }

// find resolves the bots, those named first, then those of the folders.
func (f field) find(ctx context.Context, finder find.Finder) ([]bot.Spec, error) {
	var specs []bot.Spec
	for _, arg := range f.Bot {
		spec, err := finder.Find(ctx, arg)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	for _, dir := range f.Bots {
		more, err := finder.Dir(ctx, dir)
		if err != nil {
			return nil, err
		}
		specs = append(specs, more...)
	}
	find.Distinct(specs)
	return specs, nil
}

// finderOf returns what finds the bots of a game, and says so when one has to be built first.
func finderOf(g game.Game, s streams) find.Finder {
	say := func(text string) { fmt.Fprintln(s.err, term.Clean(text)) }
	return find.Finder{Game: g, House: houseOf(g.Info().Name), Cache: &program.Cache{Notify: say}}
}

// houseOf returns how the house bots of a game are found.
func houseOf(game string) find.House {
	return func(name string) (bot.Spec, bool) {
		spec, err := bots.Find(game, name)
		return spec, err == nil
	}
}

// Bounds of a bot's memory, in MiB: an engine needs some to start.
const leastMemory, mostMemory = 8, 4096

// checkLimits says whether limits that come from a file are such as the flags can set.
func checkLimits(l bot.Limits) error {
	memory := func(bytes int) bool { return bytes >= leastMemory<<20 && bytes <= mostMemory<<20 }
	l = l.OrDefault()
	switch {
	case !memory(l.Memory) || !memory(l.Child):
		return fmt.Errorf("its limit of memory is %d bytes (%d for programs), want %d to %d MiB", l.Memory, l.Child, leastMemory, mostMemory)
	case l.Debug != bot.DefaultLimits.Debug:
		return fmt.Errorf("it keeps %d bytes of debug output a turn, want %d", l.Debug, bot.DefaultLimits.Debug)
	case l.Clock != bot.ClockAuto && l.Clock != bot.ClockWall && l.Clock != bot.ClockCPU:
		return fmt.Errorf("its clock is %q, want auto, wall or cpu", l.Clock)
	}
	return nil
}

func (l limitFlags) limits() (bot.Limits, error) {
	if l.Memory != 0 && (l.Memory < leastMemory || l.Memory > mostMemory) {
		return bot.Limits{}, fmt.Errorf("--memory %d: want %d to %d MiB", l.Memory, leastMemory, mostMemory)
	}
	if l.MoveTime <= 0 || l.StartTime <= 0 || l.TimeBank < 0 {
		return bot.Limits{}, errors.New("a time limit must be more than 0 (--move-time 1ms --time-bank 10s is next to nothing but the bank)")
	}
	return bot.Limits{
		Move: l.MoveTime, Bank: l.TimeBank, Start: l.StartTime,
		Memory: l.Memory << 20, Child: l.Memory << 20, Clock: l.Clock,
	}.OrDefault(), nil
}

// maxInput bounds a file of setups, in bytes.
const maxInput = 16 << 20

func readSetup(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	return readInput("setup", path)
}

// readInput reads a file of a flag's.
func readInput(flag, path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if len(data) > maxInput {
		return nil, fmt.Errorf("%s %s: larger than %d MiB", flag, path, maxInput>>20)
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("%s %s: the file is empty", flag, path)
	}
	return data, nil
}

// seedBits keeps a random seed within what every reader of JSON takes for a whole number.
const seedBits = 53

func randomSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> (64 - seedBits)
}

// checkSeats says whether matches of so many bots are possible, and whether they can start from
// the setup.
func (a *arena) checkSeats(seats int) error {
	if seats < a.info.MinSeats || seats > a.info.MaxSeats {
		want := fmt.Sprintf("%d to %d bots", a.info.MinSeats, a.info.MaxSeats)
		if a.info.MinSeats == a.info.MaxSeats {
			want = fmt.Sprintf("%d bots", a.info.MinSeats)
		}
		return usage(fmt.Errorf("a match of %s is for %s, have %d", a.info.Name, want, seats))
	}
	m := match.Match{Game: a.game, Options: a.options, Setup: a.start(0), Seed: a.seed, Board: a.seed, Bots: make([]bot.Spec, seats)}
	_, err := m.Opening()
	switch {
	case err != nil && a.from != "":
		return usage(fmt.Errorf("setup %s: %w", a.from, err))
	case err != nil:
		return usage(err)
	}
	return nil
}

// workers starts a pool. n is the number of workers, 0 for one a core.
func (a *arena) workers(n int) (*worker.Pool, error) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return worker.Start(worker.Config{
		Game: a.info.Name, Options: a.options, Limits: a.limits, Bots: a.bots, Workers: n, Reuse: a.reuse, Unsafe: a.unsafe,
	})
}
