package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"koth/game"
	"koth/internal/term"
	"koth/match"
	"koth/rating"
	"koth/replay"
	"koth/tournament"
	"koth/worker"
)

type compareCmd struct {
	Game string `arg:"" help:"The game (koth games lists them)."`
	A    string `arg:"" help:"A bot: a house bot's name, the path of a file or folder, brain:COMMAND, or NAME=PATH."`
	B    string `arg:"" help:"The bot that it is compared with."`
	positionFlags
	limitFlags
	Games   int       `placeholder:"N" help:"Matches to play at most, an even number: each two are on one board, with either bot in the first seat once (200; 20000 with --sprt)."`
	SPRT    []float64 `name:"sprt" placeholder:"ELO0,ELO1" help:"Stop as soon as it is decided whether A is ELO0 or ELO1 points stronger, such as 0,20."`
	Risk    float64   `default:"0.05" help:"Probability of a wrong decision with --sprt, either way (0.05)."`
	Workers int       `placeholder:"N" help:"Matches to play at the same time; one a core if left out."`
	Replays string    `placeholder:"DIR" help:"Record every match in DIR."`
	PGN     string    `name:"pgn" placeholder:"FILE" help:"Write the results as PGN, which rating programs read."`
	JSON    bool      `name:"json" help:"Print the result as one JSON object and nothing else."`
	Quiet   bool      `help:"Print the result only."`
}

// Run compares two bots.
func (c *compareCmd) Run(ctx context.Context, s streams) error {
	test, err := c.test()
	if err != nil {
		return usage(err)
	}
	positions, err := c.varied()
	if err != nil {
		return usage(err)
	}
	a, err := open(ctx, s, field{Game: c.Game, Bot: []string{c.A, c.B}}, positions, c.limitFlags)
	if err != nil {
		return err
	}
	if err := a.checkSeats(2); err != nil {
		return err
	}
	if err := writable(c.Replays, c.PGN, ""); err != nil {
		return usage(err)
	}
	pool, err := a.workers(c.Workers)
	if err != nil {
		return err
	}
	defer pool.Close()
	d := &duel{cmd: c, arena: a, pool: pool, test: test, pgn: pgn{path: c.PGN}}
	d.stopped = d.play(ctx, s)
	if ctx.Err() != nil {
		d.stopped = errInterrupted
	}
	if d.stopped != nil && d.duel.Pairs() == 0 {
		return d.stopped
	}
	// Whatever stopped it: what has been played is not lost; files come first, as in a tournament.
	saveErr := awaitError(ctx, d.pgn.save)
	if c.JSON {
		err = json.NewEncoder(s.out).Encode(d.json())
	} else {
		err = d.print(s.out)
	}
	if errors.Is(d.stopped, errInterrupted) {
		return interrupted(s, saveErr)
	}
	return errors.Join(d.stopped, err, saveErr)
}

// test reads and checks what is asked for.
func (c *compareCmd) test() (*rating.SPRT, error) {
	if c.Games == 0 {
		if c.Games = 200; len(c.SPRT) > 0 {
			c.Games = 20_000
		}
	}
	switch {
	case c.Games < 2 || c.Games%2 != 0 || c.Games > math.MaxInt32:
		return nil, fmt.Errorf("--games %d: want an even number, at least 2", c.Games)
	case c.Workers < 0 || c.Workers > 1024:
		return nil, fmt.Errorf("--workers %d: want 1 to 1024", c.Workers)
	case len(c.SPRT) == 0:
		return nil, nil
	case len(c.SPRT) != 2 || !(c.SPRT[0] < c.SPRT[1]):
		return nil, errors.New("--sprt: want two differences in Elo points, the smaller first, such as 0,20")
	case !(c.Risk > 0 && c.Risk < 0.5):
		return nil, fmt.Errorf("--risk %g: want more than 0 and less than 0.5", c.Risk)
	}
	return &rating.SPRT{Elo0: c.SPRT[0], Elo1: c.SPRT[1], Alpha: c.Risk, Beta: c.Risk}, nil
}

// varied returns where the matches start: as the user says, else so that they are not all alike.
func (c *compareCmd) varied() (positionFlags, error) {
	p := c.positionFlags
	g, err := getGame(c.Game)
	if err != nil || p.Setup != "" || p.Openings != "" {
		return p, err
	}
	for _, setting := range g.Info().Varied {
		name, _, _ := strings.Cut(setting, "=")
		isSaid := slices.ContainsFunc(p.Set, func(s string) bool { return strings.HasPrefix(s, name+"=") })
		if !isSaid {
			p.Set = append(p.Set[:len(p.Set):len(p.Set)], setting)
		}
	}
	return p, nil
}

// duel is a comparison under way. Bot 0 is A.
type duel struct {
	cmd   *compareCmd
	arena *arena
	pool  *worker.Pool
	test  *rating.SPRT

	duel     rating.Duel
	halves   int        // of the points of A in the pair under way: 2 a win, 1 a draw
	outcomes [3]int     // matches that A lost, drew, won
	points   [2]float64 // the game's own
	sides    [2]side
	wall     time.Duration
	pgn      pgn
	stopped  error // why it ended before the test or the last match, if it did
}

// side is what one bot did in all matches.
type side struct {
	faults match.FaultCount
	first  *match.TurnFault
	moves  int
	time   time.Duration
	max    time.Duration
}

// errDecided stops the matches when the test has come to a verdict.
var errDecided = errors.New("decided")

func (d *duel) play(ctx context.Context, s streams) error {
	c, a := d.cmd, d.arena
	var bar *term.Progress
	if !c.JSON && !c.Quiet {
		fmt.Fprintf(s.err, "%s, %s against %s, up to %s matches, seed %d\n%s\n", a.info.Name, term.Clean(a.bots[0].Name), term.Clean(a.bots[1].Name),
			term.Count(c.Games), a.seed, whereabouts(d.pool))
		bar = s.err.Progress("matches", c.Games)
		defer bar.Close()
	}
	began := time.Now()
	err := d.pool.Run(ctx, d.jobs(), func(job worker.Job, o worker.Outcome) error {
		if err := outcomeError(o); err != nil {
			return err
		}
		if c.Replays != "" {
			name := matchName(a, job, c.Games) + replay.Ext
			if err := saveReplay(filepath.Join(c.Replays, name), o); err != nil {
				return err
			}
		}
		d.add(job, o.Result)
		if bar != nil {
			bar.Add(1)
		}
		if job.ID%2 == 1 && d.test != nil && d.test.Judge(d.duel) != rating.Undecided {
			return errDecided
		}
		return nil
	})
	d.wall = time.Since(began)
	if errors.Is(err, errDecided) {
		return nil
	}
	return err
}

// jobs yields the matches: each board twice, with A in the first seat and then in the second.
func (d *duel) jobs() iter.Seq[worker.Job] {
	return func(yield func(worker.Job) bool) {
		for p := range tournament.Schedule(game.FormatBothSeats, 2, d.cmd.Games/2, d.arena.seed) {
			if !yield(worker.Job{Bots: p.Bots, Seed: p.Seed, Board: p.Board, Setup: d.arena.start(p.Round), Record: d.cmd.Replays != ""}) {
				return
			}
		}
	}
}

// add counts a match.
func (d *duel) add(job worker.Job, r match.Result) {
	seatA := slices.Index(job.Bots, 0)
	won := 1
	switch a, b := r.Seats[seatA].Rank, r.Seats[1-seatA].Rank; {
	case a < b:
		won = 2
	case a > b:
		won = 0
	}
	d.outcomes[won]++
	d.halves += won
	for seat, b := range job.Bots {
		s, side := r.Seats[seat], &d.sides[b]
		d.points[b] += s.Score
		side.faults = side.faults.Plus(s.Faults)
		side.moves += s.Moves
		side.time += s.Time
		side.max = max(side.max, s.Max)
		if side.first == nil && len(s.First) > 0 {
			side.first = &s.First[0]
		}
	}
	if job.ID%2 == 1 {
		d.duel[d.halves]++
		d.halves = 0
	}
	d.pgn.add(d.arena, job, r)
}

func (d *duel) matches() int { return d.outcomes[0] + d.outcomes[1] + d.outcomes[2] }

// pairEnds says how the pairs of matches ended; half wins are only named where there are any.
func pairEnds(d rating.Duel) string {
	var parts []string
	for i, how := range []string{"lost twice", "lost and drawn", "divided", "won and drawn", "won twice"} {
		if d[i] > 0 || i%2 == 0 {
			parts = append(parts, term.Count(d[i])+" "+how)
		}
	}
	return strings.Join(parts, ", ")
}

func (d *duel) print(w io.Writer) error {
	a, b := term.Clean(d.arena.bots[0].Name), term.Clean(d.arena.bots[1].Name)
	diff := d.duel.Difference()
	fmt.Fprintf(w, "%s against %s: %s in %s, seed %d\n", a, b, plural(d.matches(), "match", "matches"), term.Duration(d.wall), d.arena.seed)
	if d.stopped != nil {
		fmt.Fprintln(w, unfinished(d.stopped, d.matches(), d.cmd.Games))
	}
	fmt.Fprintf(w, "  score  %s of the points: %s won, %s drawn, %s lost\n", term.Percent(d.duel.Score()),
		term.Count(d.outcomes[2]), term.Count(d.outcomes[1]), term.Count(d.outcomes[0]))
	if d.arena.info.Scoring == game.ScorePoints {
		fmt.Fprintf(w, "  points %s to %s in the game's own\n", score(d.points[0]), score(d.points[1]))
	}
	fmt.Fprintf(w, "  boards %s\n", pairEnds(d.duel))
	fmt.Fprintf(w, "  Elo    %+.1f (95%% between %+.1f and %+.1f), likely to be better %s\n", diff.Value, diff.Low, diff.High, term.Percent(diff.LOS))
	if d.test != nil {
		fmt.Fprintf(w, "  test   %s\n", d.decision())
	}
	for i, s := range d.sides {
		mean := time.Duration(0)
		if s.moves > 0 {
			mean = s.time / time.Duration(s.moves)
		}
		fmt.Fprintf(w, "  %s: %s a move, slowest %s, faults %s\n", term.Clean(d.arena.bots[i].Name), term.Duration(mean), term.Duration(s.max), faults(s.faults))
		if s.first != nil {
			fmt.Fprintf(w, "    the first, %s: %s\n", when(s.first.Turn), d.arena.describe(i, *s.first))
		}
	}
	return nil
}

// decision says what the test has come to.
func (d *duel) decision() string {
	lower, upper := d.test.Bounds()
	ratio := fmt.Sprintf("(log likelihood ratio %.2f, bounds %.2f and %.2f)", d.test.LLR(d.duel), lower, upper)
	switch d.test.Judge(d.duel) {
	case rating.AcceptH1:
		return fmt.Sprintf("decided: %+g points rather than %+g %s", d.test.Elo1, d.test.Elo0, ratio)
	case rating.AcceptH0:
		return fmt.Sprintf("decided: %+g points rather than %+g %s", d.test.Elo0, d.test.Elo1, ratio)
	}
	return "UNDECIDED " + ratio
}

// compareResult is what compare --json prints.
type compareResult struct {
	Game       string        `json:"game"`
	Seed       uint64        `json:"seed"`
	Matches    int           `json:"matches"`
	Unfinished bool          `json:"unfinished,omitempty"`
	Wall       float64       `json:"wall_s"`
	Engine     string        `json:"engine"`
	Sandbox    string        `json:"sandbox"`
	Children   string        `json:"children,omitempty"` // what confined bots that are programs
	Score      float64       `json:"score"`              // A's share of the points, 0 to 1
	Wins       int           `json:"wins"`
	Draws      int           `json:"draws"`
	Losses     int           `json:"losses"`
	Boards     [5]int        `json:"boards"` // by A's points on both matches of a board: 0, 0.5, 1, 1.5, 2
	Elo        ratingJSON    `json:"elo"`
	LOS        float64       `json:"los"`
	SPRT       *sprtJSON     `json:"sprt,omitempty"`
	Bots       []comparedBot `json:"bots"` // A, B
}

type sprtJSON struct {
	Elo0    float64        `json:"elo0"`
	Elo1    float64        `json:"elo1"`
	Risk    float64        `json:"risk"`
	LLR     float64        `json:"llr"`
	Lower   float64        `json:"lower"`
	Upper   float64        `json:"upper"`
	Verdict rating.Verdict `json:"verdict"`
}

type comparedBot struct {
	Bot    string           `json:"bot"`
	Points float64          `json:"points"`
	Faults match.FaultCount `json:"faults"`
	Time   standingTime     `json:"time"`
}

func (d *duel) json() compareResult {
	diff := d.duel.Difference()
	out := compareResult{
		Game: d.arena.info.Name, Seed: d.arena.seed, Matches: d.matches(), Unfinished: d.stopped != nil, Wall: d.wall.Seconds(),
		Engine: d.pool.Engine(), Sandbox: d.pool.Layers().String(), Children: d.pool.Children(),
		Score: d.duel.Score(), Wins: d.outcomes[2], Draws: d.outcomes[1], Losses: d.outcomes[0], Boards: d.duel,
		Elo: ratingJSON{diff.Value, diff.Low, diff.High}, LOS: diff.LOS,
	}
	if t := d.test; t != nil {
		lower, upper := t.Bounds()
		out.SPRT = &sprtJSON{t.Elo0, t.Elo1, t.Alpha, t.LLR(d.duel), lower, upper, t.Judge(d.duel)}
	}
	for i, s := range d.sides {
		mean := 0.0
		if s.moves > 0 {
			mean = ms(s.time) / float64(s.moves)
		}
		out.Bots = append(out.Bots, comparedBot{d.arena.bots[i].Name, d.points[i], s.faults, standingTime{mean, ms(s.max)}})
	}
	return out
}
