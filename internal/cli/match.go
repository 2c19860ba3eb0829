package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"koth/game"
	"koth/games"
	"koth/internal/term"
	"koth/match"
	"koth/replay"
	"koth/worker"
)

type matchCmd struct {
	field
	positionFlags
	limitFlags
	Board  *uint64 `placeholder:"N" help:"Seed of what the rules draw, where it is not the match's own (matches of a tournament round share a board)."`
	Replay string  `placeholder:"FILE" help:"Record the match in FILE, and the times of its moves in FILE.times."`
	Watch  bool    `help:"Show the match turn by turn."`
	FPS    float64 `default:"8" help:"Turns a second with --watch."`
	JSON   bool    `name:"json" help:"Print the result as one JSON object and nothing else."`
	Quiet  bool    `help:"Print the result only."`
}

// Run plays one match.
func (c *matchCmd) Run(ctx context.Context, s streams) error {
	a, err := open(ctx, s, c.field, c.positionFlags, c.limitFlags)
	if err != nil {
		return err
	}
	if err := checkFPS(c.FPS); err != nil {
		return err
	}
	board := a.seed
	if c.Board != nil {
		board = *c.Board
	}
	if err := a.checkSeats(len(a.bots)); err != nil {
		return err
	}
	if c.Replay != "" {
		if err := replay.Writable(c.Replay); err != nil {
			return usage(fmt.Errorf("replay: %w", err))
		}
	}
	pool, err := a.workers(1)
	if err != nil {
		return err
	}
	defer pool.Close()
	if !c.JSON && !c.Quiet {
		fmt.Fprintln(s.err, whereabouts(pool))
	}
	seats := make([]int, len(a.bots))
	for i := range seats {
		seats[i] = i
	}
	o, err := playOne(ctx, pool, worker.Job{Bots: seats, Seed: a.seed, Board: board, Setup: a.startOf(board), Record: true})
	if err != nil {
		return err
	}
	saveErr := awaitError(ctx, func() error { return c.save(o) })
	// The result is shown whether or not it could be saved.
	if c.JSON {
		err = json.NewEncoder(s.out).Encode(a.matchJSON(pool, o.Result))
	} else {
		err = c.show(ctx, s, a, o)
	}
	if err != nil {
		return err
	}
	return saveErr
}

// save writes the replay, if one is wanted.
func (c *matchCmd) save(o worker.Outcome) error {
	if c.Replay == "" {
		return nil
	}
	return saveReplay(c.Replay, o)
}

// whereabouts says what bots play on and what confines them.
func whereabouts(pool *worker.Pool) string {
	text := fmt.Sprintf("%s, confined by %s", pool.Engine(), pool.Layers())
	if children := pool.Children(); children != "" {
		text += "; programs by the tier " + children
	}
	return text
}

// playOne plays a single job.
func playOne(ctx context.Context, pool *worker.Pool, job worker.Job) (worker.Outcome, error) {
	var out worker.Outcome
	err := pool.Run(ctx, slices.Values([]worker.Job{job}), func(_ worker.Job, o worker.Outcome) error {
		out = o
		return outcomeError(o)
	})
	if ctx.Err() != nil {
		return out, errInterrupted
	}
	return out, err
}

// outcomeError returns the arena's trouble in a match, if there was any.
func outcomeError(o worker.Outcome) error {
	if o.Error != "" {
		return fmt.Errorf("match %d: %s", o.Job, o.Error)
	}
	return nil
}

func saveReplay(path string, o worker.Outcome) error {
	if err := replay.WriteFile(path, o.Replay); err != nil {
		return err
	}
	return replay.WriteFile(path+replay.TimesExt, o.Times)
}

// show prints the last position, or all of them, and the result.
func (c *matchCmd) show(ctx context.Context, s streams, a *arena, o worker.Outcome) error {
	if !c.Quiet {
		r, err := replay.NewReader(bytes.NewReader(o.Replay), replay.Bounds{})
		if err != nil {
			return err
		}
		defer r.Close()
		view := boards{Reader: r, games: games.All()}
		if c.Watch {
			err = view.animate(ctx, s, c.FPS)
		} else {
			err = view.last(s.out)
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out)
	}
	return a.printResult(s.out, o.Result)
}

// printResult prints who came in where, and what went wrong.
func (a *arena) printResult(out *term.Output, r match.Result) error {
	t := term.Table{Columns: []term.Column{number("rank"), name("bot"), number("score"), minor("mean move", 2), minor("slowest", 1),
		faultsColumn(slices.ContainsFunc(r.Seats, func(s match.SeatResult) bool { return s.Faults.Total() > 0 }))}}
	order := make([]int, len(r.Seats))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return r.Seats[x].Rank - r.Seats[y].Rank })
	for _, i := range order {
		seat := r.Seats[i]
		mean := time.Duration(0)
		if seat.Moves > 0 {
			mean = seat.Time / time.Duration(seat.Moves)
		}
		t.Rows = append(t.Rows, row(strconv.Itoa(seat.Rank), a.bots[i].Name, score(seat.Score), term.Duration(mean), term.Duration(seat.Max), faults(seat.Faults)))
	}
	if err := out.Table(t); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s turns, end: %s, seed %d\n", term.Count(r.Turns), r.End, a.seed)
	for i, seat := range r.Seats {
		a.printFaults(out, i, seat)
	}
	return nil
}

// printFaults prints the first faults of a seat.
func (a *arena) printFaults(w io.Writer, b int, seat match.SeatResult) {
	name := term.Clean(a.bots[b].Name)
	shown := 0
	for _, f := range seat.First {
		shown += f.Times()
		fmt.Fprintf(w, "%s: %s: %s\n", name, when(f.Turn), a.describe(b, f))
		if f.Turn == 0 { // every turn has the same fault then
			fmt.Fprintf(w, "%s: it never came up, so none of its turns counted\n", name)
			return
		}
	}
	if more := seat.Faults.Total() - shown; more > 0 {
		fmt.Fprintf(w, "%s: and %s more\n", name, term.Count(more))
	}
}

func when(turn int) string {
	if turn == 0 {
		return "start"
	}
	return fmt.Sprintf("turn %d", turn)
}

// describe writes a fault for people, with the path of the bot's file as the user gave it.
func (a *arena) describe(b int, f match.TurnFault) string {
	s := string(f.Kind) + ": " + term.Clean(a.locate(b, f.Text))
	if f.Kind == game.FaultTimeout && f.Used > 0 {
		s += fmt.Sprintf(" (%s)", term.Duration(f.Used))
	}
	if f.Times() > 1 {
		s += fmt.Sprintf(" (%d times)", f.Times())
	}
	return s
}

// locate puts the path of a bot's file, as the user gave it, into the text of a fault, which has
// the file's name only.
func (a *arena) locate(b int, text string) string {
	path := a.bots[b].Path
	return strings.ReplaceAll(text, filepath.Base(path)+":", path+":")
}

// faultsJSON returns a seat's first faults.
func (a *arena) faultsJSON(b int, seat match.SeatResult) []faultJSON {
	var list []faultJSON
	for _, f := range seat.First {
		list = append(list, faultJSON{f.Turn, string(f.Kind), a.locate(b, f.Text), ms(f.Used), ms(f.Limit)})
	}
	return list
}

// matchResult is what match --json prints.
type matchResult struct {
	Game     string      `json:"game"`
	Seed     uint64      `json:"seed"`
	Turns    int         `json:"turns"`
	End      string      `json:"end"`
	Engine   string      `json:"engine"`
	Sandbox  string      `json:"sandbox"`
	Children string      `json:"children,omitempty"` // what confined bots that are programs
	Seats    []matchSeat `json:"seats"`
}

type matchSeat struct {
	Seat   int              `json:"seat"`
	Bot    string           `json:"bot"`
	Score  float64          `json:"score"`
	Rank   int              `json:"rank"`
	Faults match.FaultCount `json:"faults"`
	Time   seatTime         `json:"time"`
	First  []faultJSON      `json:"first_faults,omitempty"`
}

type seatTime struct {
	Total float64 `json:"total_ms"`
	Max   float64 `json:"max_ms"`
}

type faultJSON struct {
	Turn  int     `json:"turn"`
	Kind  string  `json:"kind"`
	Text  string  `json:"text"`
	Used  float64 `json:"used_ms"`
	Limit float64 `json:"limit_ms"`
}

func (a *arena) matchJSON(pool *worker.Pool, r match.Result) matchResult {
	out := matchResult{Game: a.info.Name, Seed: a.seed, Turns: r.Turns, End: r.End, Engine: pool.Engine(), Sandbox: pool.Layers().String(), Children: pool.Children()}
	for i, s := range r.Seats {
		out.Seats = append(out.Seats, matchSeat{
			Seat: i, Bot: a.bots[i].Name, Score: s.Score, Rank: s.Rank, Faults: s.Faults,
			Time: seatTime{ms(s.Time), ms(s.Max)}, First: a.faultsJSON(i, s),
		})
	}
	return out
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
