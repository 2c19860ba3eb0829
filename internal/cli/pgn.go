package cli

import (
	"bytes"
	"fmt"
	"strings"

	"koth/match"
	"koth/replay"
	"koth/worker"
)

// pgn collects results in the form that programs for rating chess engines read (BayesElo, Ordo):
// of each match of two who played and how it ended, without moves. The first seat is White.
type pgn struct {
	path string // of the file; "" for none, and then nothing is collected
	text bytes.Buffer
}

// add adds a match of two.
func (p *pgn) add(a *arena, job worker.Job, r match.Result) {
	if p.path == "" || len(job.Bots) != 2 {
		return
	}
	result := "1/2-1/2"
	switch first, second := r.Seats[0].Rank, r.Seats[1].Rank; {
	case first < second:
		result = "1-0"
	case first > second:
		result = "0-1"
	}
	tag := func(name, value string) { fmt.Fprintf(&p.text, "[%s \"%s\"]\n", name, pgnText.Replace(value)) }
	tag("Event", "koth "+a.info.Name)
	tag("Site", "?")
	tag("Date", "????.??.??")
	tag("Round", fmt.Sprint(job.ID+1))
	tag("White", a.bots[job.Bots[0]].Name)
	tag("Black", a.bots[job.Bots[1]].Name)
	tag("Result", result)
	fmt.Fprintf(&p.text, "\n{%s after %d turns} %s\n\n", r.End, r.Turns, result)
}

// pgnText makes a text fit for a tag: quotes and backslashes escaped, on one line.
var pgnText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")

// save writes the file, if one is wanted.
func (p *pgn) save() error {
	if p.path == "" {
		return nil
	}
	return replay.WriteFile(p.path, p.text.Bytes())
}
