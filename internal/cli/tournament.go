package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"koth/game"
	"koth/internal/report"
	"koth/internal/term"
	"koth/match"
	"koth/replay"
	"koth/tournament"
	"koth/worker"
)

type tournamentCmd struct {
	field
	positionFlags
	limitFlags
	Rounds  *int        `placeholder:"N" help:"Rounds to play; left out, as many as suit the game (100, or 1 where nothing is random)."`
	Format  game.Format `enum:",pairs,both-seats,free-for-all" default:"" placeholder:"NAME" help:"Who meets whom: pairs (each two once a round), both-seats (every ordered pair) or free-for-all (all in one match); left out, as the game's rules say."`
	Workers int         `placeholder:"N" help:"Matches to play at the same time; one a core if left out."`
	Replays string      `placeholder:"DIR" help:"Record every match in DIR."`
	Report  string      `placeholder:"FILE" help:"Write the result as a page of HTML."`
	PGN     string      `name:"pgn" placeholder:"FILE" help:"Write the results of matches of two as PGN, which rating programs read."`
	JSON    bool        `name:"json" help:"Print the result as one JSON object and nothing else."`
	Quiet   bool        `help:"Print the table only."`
}

// Run plays a tournament.
func (c *tournamentCmd) Run(ctx context.Context, s streams) error {
	a, err := open(ctx, s, c.field, c.positionFlags, c.limitFlags)
	if err != nil {
		return err
	}
	format, rounds := c.schedule(a.info)
	if err := c.check(a, format, rounds); err != nil {
		return err
	}
	if err := writable(c.Replays, c.PGN, c.Report); err != nil {
		return usage(err)
	}
	pool, err := a.workers(c.Workers)
	if err != nil {
		return err
	}
	defer pool.Close()
	t := &running{
		cmd: c, arena: a, pool: pool, format: format, rounds: rounds,
		total:     tournament.Matches(format, len(a.bots), rounds),
		standings: tournament.NewStandings(len(a.bots), a.info.RankByWins),
		pgn:       pgn{path: c.PGN},
	}
	t.stopped = t.play(ctx, s)
	if ctx.Err() != nil {
		t.stopped = errInterrupted
	}
	if t.stopped != nil && t.standings.Matches() == 0 && ctx.Err() == nil {
		return t.stopped
	}
	// Whatever stopped it: what has been played is not lost. Files come first, since nothing comes after
	// the table where its reader is gone (koth tournament ... | head).
	saveErr := awaitError(ctx, func() error { return errors.Join(t.report(), t.pgn.save()) })
	printErr := t.print(s.out)
	if errors.Is(t.stopped, errInterrupted) {
		return interrupted(s, saveErr)
	}
	return errors.Join(t.stopped, printErr, saveErr)
}

// writable says, before the first match is played, whether what is to be written can be: replays
// in a folder, a file of PGN, a report; an empty path is none.
func writable(replays, pgn, report string) error {
	if replays != "" {
		if err := os.MkdirAll(replays, 0o777); err != nil {
			return fmt.Errorf("replays: %w", err)
		}
		if err := replay.Writable(filepath.Join(replays, "x")); err != nil {
			return fmt.Errorf("replays: %w", err)
		}
	}
	for _, file := range []struct{ flag, path string }{{"pgn", pgn}, {"report", report}} {
		if file.path == "" {
			continue
		}
		if err := replay.Writable(file.path); err != nil {
			return fmt.Errorf("%s: %w", file.flag, err)
		}
	}
	return nil
}

// schedule returns what is played: what the user said, else what suits the game.
func (c *tournamentCmd) schedule(info game.Info) (game.Format, int) {
	format, rounds := info.Format, game.DefaultRounds
	if info.Rounds > 0 {
		rounds = info.Rounds
	}
	if c.Format != "" {
		format = c.Format
	}
	if c.Rounds != nil {
		rounds = *c.Rounds
	}
	return format, rounds
}

func (c *tournamentCmd) check(a *arena, format game.Format, rounds int) error {
	if len(a.bots) < 2 {
		return usage(fmt.Errorf("a tournament needs at least 2 bots, have %d", len(a.bots)))
	}
	if rounds < 1 {
		return usage(fmt.Errorf("--rounds %d: want at least 1", rounds))
	}
	if c.Workers < 0 || c.Workers > 1024 {
		return usage(fmt.Errorf("--workers %d: want 1 to 1024", c.Workers))
	}
	seats := 2
	if format == game.FormatFreeForAll {
		seats = len(a.bots)
	}
	if per := tournament.Matches(format, len(a.bots), 1); rounds > math.MaxInt32/per {
		return usage(fmt.Errorf("--rounds %d: that is more than %d matches", rounds, math.MaxInt32))
	}
	return a.checkSeats(seats)
}

// running is a tournament under way.
type running struct {
	cmd       *tournamentCmd
	arena     *arena
	pool      *worker.Pool
	format    game.Format
	rounds    int
	total     int // matches
	standings *tournament.Standings
	wall      time.Duration
	pgn       pgn
	stopped   error // why it ended before its last match, if it did
}

func (t *running) play(ctx context.Context, s streams) error {
	var bar *term.Progress
	if !t.cmd.JSON && !t.cmd.Quiet {
		fmt.Fprintf(s.err, "%s, %d bots, %s matches, seed %d\n%s\n", t.arena.info.Name, len(t.arena.bots),
			term.Count(t.total), t.arena.seed, whereabouts(t.pool))
		bar = s.err.Progress("matches", t.total)
		defer bar.Close()
	}
	began := time.Now()
	err := t.pool.Run(ctx, t.jobs(), func(job worker.Job, o worker.Outcome) error {
		if err := outcomeError(o); err != nil {
			return err
		}
		t.standings.Add(job.Bots, o.Result)
		t.pgn.add(t.arena, job, o.Result)
		if bar != nil {
			bar.Add(1)
		}
		if t.cmd.Replays != "" {
			return saveReplay(filepath.Join(t.cmd.Replays, matchName(t.arena, job, t.total)+replay.Ext), o)
		}
		return nil
	})
	t.wall = time.Since(began)
	return err
}

// jobs yields the schedule as jobs.
func (t *running) jobs() iter.Seq[worker.Job] {
	a := t.arena
	return func(yield func(worker.Job) bool) {
		for p := range tournament.Schedule(t.format, len(a.bots), t.rounds, a.seed) {
			if !yield(worker.Job{Bots: p.Bots, Seed: p.Seed, Board: p.Board, Setup: a.start(p.Round), Record: t.cmd.Replays != ""}) {
				return
			}
		}
	}
}

// matchName names a match of so many: its number and who played.
func matchName(a *arena, job worker.Job, matches int) string {
	name := fmt.Sprintf("%0*d", len(strconv.Itoa(matches-1)), job.ID)
	if len(job.Bots) == 2 {
		for _, b := range job.Bots {
			name += "-" + fileName(a.bots[b].Name)
		}
	}
	return name
}

// fileName keeps what is safe in the name of a file.
func fileName(bot string) string {
	const longest = 40
	safe := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, bot)
	for len(safe) > longest { // whole characters
		_, last := utf8.DecodeLastRuneInString(safe)
		safe = safe[:len(safe)-last]
	}
	return safe
}

func (t *running) print(w *term.Output) error {
	if t.cmd.JSON {
		return json.NewEncoder(w).Encode(t.json())
	}
	a, rows := t.arena, t.standings.Table()
	total := 0.0
	for _, r := range rows {
		total += r.Score
	}
	table := term.Table{Columns: []term.Column{number("rank"), name("bot"), number("points"), minor("share", 4), minor("won", 1), minor("drawn", 3),
		minor("lost", 2), minor("mean", 6), minor("slowest", 5),
		faultsColumn(slices.ContainsFunc(rows, func(r tournament.Row) bool { return r.Faults.Total() > 0 }))}}
	for _, r := range rows {
		share := term.Percent(r.Score / total)
		table.Rows = append(table.Rows, row(strconv.Itoa(r.Rank), a.bots[r.Bot].Name, score(r.Score), share, term.Count(r.Wins), term.Count(r.Draws),
			term.Count(r.Losses), term.Duration(r.Mean()), term.Duration(r.Max), faults(r.Faults)))
	}
	if err := w.Table(table); err != nil {
		return err
	}
	done := t.standings.Matches()
	fmt.Fprintf(w, "\n%s in %s, %s, seed %d\n", plural(done, "match", "matches"), term.Duration(t.wall), plural(t.rounds, "round", "rounds"), a.seed)
	if done < t.total {
		fmt.Fprintln(w, unfinished(t.stopped, done, t.total))
	}
	for _, r := range rows {
		if f := r.First; f != nil {
			fmt.Fprintf(w, "%s: %s faults, the first in match %d, %s: %s\n", term.Clean(a.bots[r.Bot].Name), term.Count(r.Faults.Total()), f.Match, when(f.Turn), a.describe(r.Bot, f.TurnFault))
		}
	}
	return nil
}

// unfinished says that matches were broken off, and by what.
func unfinished(stopped error, done, total int) string {
	why := "interrupted"
	if !errors.Is(stopped, errInterrupted) {
		why = "stopped by an error"
	}
	return fmt.Sprintf("UNFINISHED: %s after %s of %s matches", why, term.Count(done), term.Count(total))
}

// report writes the page of HTML, if one is wanted.
func (t *running) report() error {
	if t.cmd.Report == "" {
		return nil
	}
	a := t.arena
	r := report.Report{
		Title: "Tournament of " + a.info.Name, Game: a.info, Rounds: t.rounds, Seed: a.seed,
		Matches: t.standings.Matches(), Planned: t.total, Wall: t.wall, Engine: t.pool.Engine(), Sandbox: t.pool.Layers().String(), Children: t.pool.Children(),
		Rows: t.standings.Table(), Pairs: t.standings.Pairs(), Finished: time.Now(),
	}
	for _, b := range a.bots {
		r.Bots = append(r.Bots, b.Name)
	}
	var page bytes.Buffer
	if err := report.Write(&page, r); err != nil {
		return err
	}
	return replay.WriteFile(t.cmd.Report, page.Bytes())
}

// plural writes a number of things.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return term.Count(n) + " " + many
}

// score writes points: whole numbers whole, others with as many digits as tell them apart.
func score(v float64) string {
	return term.Score(v, 2)
}

// faults writes a count of faults: "-" for none, else each kind that happened.
func faults(c match.FaultCount) string {
	var words []string
	for _, k := range []struct {
		n    int
		word string
	}{{c.Timeout, "timeout"}, {c.Crash, "crash"}, {c.Malformed, "malformed"}, {c.Illegal, "illegal"}} {
		if k.n > 0 {
			words = append(words, term.Count(k.n)+" "+k.word)
		}
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, ", ")
}

// tournamentResult is what tournament --json prints.
type tournamentResult struct {
	Game       string        `json:"game"`
	Format     game.Format   `json:"format"`
	Rounds     int           `json:"rounds"`
	Seed       uint64        `json:"seed"`
	Matches    int           `json:"matches"`
	Unfinished bool          `json:"unfinished,omitempty"`
	Wall       float64       `json:"wall_s"`
	Engine     string        `json:"engine"`
	Sandbox    string        `json:"sandbox"`
	Children   string        `json:"children,omitempty"` // what confined bots that are programs
	Standings  []standingRow `json:"standings"`
	Pairs      []pairRow     `json:"pairs"`
}

type standingRow struct {
	Rank    int              `json:"rank"`
	Bot     string           `json:"bot"`
	Score   float64          `json:"score"`
	Wins    int              `json:"wins"`
	Draws   int              `json:"draws"`
	Losses  int              `json:"losses"`
	Matches int              `json:"matches"`
	Faults  match.FaultCount `json:"faults"`
	Moves   int              `json:"moves"`
	Time    standingTime     `json:"time"`
	Rating  ratingJSON       `json:"rating"`
}

type standingTime struct {
	Mean float64 `json:"mean_ms"`
	Max  float64 `json:"max_ms"`
}

type ratingJSON struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type pairRow struct {
	A       string  `json:"a"`
	B       string  `json:"b"`
	ScoreA  float64 `json:"score_a"`
	ScoreB  float64 `json:"score_b"`
	WinsA   int     `json:"wins_a"`
	WinsB   int     `json:"wins_b"`
	Draws   int     `json:"draws"`
	Matches int     `json:"matches"`
}

func (t *running) json() tournamentResult {
	a := t.arena
	out := tournamentResult{
		Game: a.info.Name, Format: t.format, Rounds: t.rounds, Seed: a.seed,
		Matches: t.standings.Matches(), Unfinished: t.standings.Matches() < t.total, Wall: t.wall.Seconds(),
		Engine: t.pool.Engine(), Sandbox: t.pool.Layers().String(), Children: t.pool.Children(), Pairs: []pairRow{},
	}
	for _, r := range t.standings.Table() {
		out.Standings = append(out.Standings, standingRow{
			Rank: r.Rank, Bot: a.bots[r.Bot].Name, Score: r.Score, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
			Matches: r.Matches, Faults: r.Faults, Moves: r.Moves, Time: standingTime{ms(r.Mean()), ms(r.Max)},
			Rating: ratingJSON{r.Rating.Value, r.Rating.Low, r.Rating.High},
		})
	}
	for _, p := range t.standings.Pairs() {
		out.Pairs = append(out.Pairs, pairRow{
			A: a.bots[p.A].Name, B: a.bots[p.B].Name, ScoreA: p.ScoreA, ScoreB: p.ScoreB,
			WinsA: p.WinsA, WinsB: p.WinsB, Draws: p.Draws, Matches: p.Matches,
		})
	}
	return out
}
