package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"koth/bot"
	"koth/bot/program"
	"koth/bots"
	"koth/internal/term"
	"koth/match"
	"koth/worker"
)

type checkCmd struct {
	field
	positionFlags
	limitFlags
	JSON bool `name:"json" help:"Print JSON and nothing else."`
}

// checked is what came of checking one bot.
type checked struct {
	Bot           string           `json:"bot"`
	OK            bool             `json:"ok"` // it loads, and every answer counted
	Matches       int              `json:"matches"`
	Moves         int              `json:"moves"`
	Faults        match.FaultCount `json:"faults"`
	First         []faultJSON      `json:"first_faults,omitempty"`
	Mean          float64          `json:"mean_ms"`
	Max           float64          `json:"max_ms"`
	Draws         int              `json:"random_draws"` // -1 where not known
	Deterministic bool             `json:"deterministic"`
	Kind          bot.Kind         `json:"kind"`
	Language      string           `json:"language,omitempty"` // of a program, where it is known
	Protocol      string           `json:"protocol,omitempty"` // that a program talks
	Start         float64          `json:"start_ms"`           // the slowest start
}

// checkSets is how many different matches a bot is checked in; each is played twice.
const checkSets = 4

// Run checks each bot in some matches, in every seat, against a house bot.
func (c *checkCmd) Run(ctx context.Context, s streams) error {
	a, err := open(ctx, s, c.field, c.positionFlags, c.limitFlags)
	if err != nil {
		return err
	}
	if len(a.bots) == 0 {
		return usage(errors.New("nothing to check: name at least one bot"))
	}
	seats := max(2, a.info.MinSeats)
	if err := a.checkSeats(seats); err != nil {
		return err
	}
	tested := len(a.bots)
	if house := bots.House(a.info.Name); len(house) > 0 {
		a.bots = append(a.bots, house[0].Spec) // the rival of all
	}
	pool, err := a.workers(0)
	if err != nil {
		return err
	}
	defer pool.Close()
	list := []checked{}
	for b := range tested {
		r, err := a.check(ctx, pool, b, seats)
		if err != nil {
			return err
		}
		list = append(list, r)
		if !c.JSON {
			r.print(s)
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(list)
	}
	return nil
}

// check plays matches of a bot, each twice, and sums up how it did.
func (a *arena) check(ctx context.Context, pool *worker.Pool, b, seats int) (checked, error) {
	out := checked{Bot: a.bots[b].Name, Kind: a.bots[b].Kind, Deterministic: true, Draws: -1}
	if c := a.bots[b].Command; c != nil {
		out.Language, out.Protocol = c.Language, c.Protocol
		if out.Protocol == "" {
			out.Protocol = program.JSONLines
		}
	}
	var jobs []worker.Job
	for set := range checkSets {
		lineup := make([]int, seats)
		for i := range lineup {
			lineup[i] = len(a.bots) - 1
		}
		lineup[set%seats] = b
		job := worker.Job{Bots: lineup, Seed: a.seed + uint64(set), Board: a.seed + uint64(set), Setup: a.start(set), Record: true}
		jobs = append(jobs, job, job)
	}
	var total time.Duration
	var before []byte
	err := pool.Run(ctx, slices.Values(jobs), func(job worker.Job, o worker.Outcome) error {
		if err := outcomeError(o); err != nil {
			return err
		}
		if job.ID%2 == 1 { // the same match again: all that counts is whether it is the same
			out.Deterministic = out.Deterministic && bytes.Equal(before, o.Replay)
			return nil
		}
		before = o.Replay
		seat := o.Result.Seats[job.ID/2%seats]
		out.Matches++
		out.Moves += seat.Moves
		out.Faults = out.Faults.Plus(seat.Faults)
		total += seat.Time
		out.Max = max(out.Max, ms(seat.Max))
		out.Start = max(out.Start, ms(seat.Start))
		if seat.Draws >= 0 {
			out.Draws = max(0, out.Draws) + seat.Draws
		}
		if len(out.First) == 0 {
			out.First = a.faultsJSON(b, seat)
		}
		return nil
	})
	if ctx.Err() != nil {
		return out, errInterrupted
	}
	if out.Moves > 0 {
		out.Mean = ms(total) / float64(out.Moves)
	}
	out.OK = out.Faults == match.FaultCount{} && len(out.First) == 0
	return out, err
}

func (c checked) print(s streams) {
	verdict := "ok"
	if !c.OK {
		verdict = "has faults"
	}
	fmt.Fprintf(s.out, "%s: %s\n", term.Clean(c.Bot), verdict)
	said := map[string]bool{}
	for _, f := range c.First {
		if what := f.Kind + ": " + term.Clean(f.Text); !said[what] { // most say the same on every turn
			said[what] = true
			fmt.Fprintf(s.out, "  %s: %s\n", when(f.Turn), what)
		}
	}
	var notes []string
	if c.Kind == bot.Program {
		notes = append(notes, c.program())
	}
	if c.Moves > 0 {
		notes = append(notes, fmt.Sprintf("%s moves in %d matches, %s a move, the slowest %s", term.Count(c.Moves), c.Matches,
			term.Duration(time.Duration(c.Mean*float64(time.Millisecond))), term.Duration(time.Duration(c.Max*float64(time.Millisecond)))))
	} else {
		notes = append(notes, "it was never asked for a move")
	}
	if c.Faults.Total() > 0 {
		notes = append(notes, "faults: "+faults(c.Faults))
	}
	switch {
	case c.Draws > 0:
		notes = append(notes, fmt.Sprintf("draws random numbers (%s)", term.Count(c.Draws)))
	case c.Draws == 0:
		notes = append(notes, "draws no random numbers")
	}
	if c.Deterministic {
		notes = append(notes, "the same match twice went the same way")
	} else {
		notes = append(notes, "NOT deterministic: the same match twice went differently")
	}
	fmt.Fprintf(s.out, "  %s\n", strings.Join(notes, "\n  "))
}

// program says what kind of program the bot is.
func (c checked) program() string {
	what := "a program"
	if c.Language != "" {
		what += " in " + term.Clean(c.Language)
	}
	protocol := "JSON lines"
	if c.Protocol != program.JSONLines {
		protocol = "the protocol " + term.Clean(c.Protocol)
	}
	what += " that talks " + protocol
	if c.Start > 0 && c.Moves > 0 { // old protocols do not say when a program is ready, and some never are
		what += ", ready after " + term.Duration(time.Duration(c.Start*float64(time.Millisecond)))
	}
	return what
}
