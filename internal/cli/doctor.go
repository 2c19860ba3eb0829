package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"koth/bot"
	"koth/bot/js"
	"koth/internal/term"
	"koth/sandbox"
	"koth/worker"
)

type doctorCmd struct {
	JSON bool `name:"json" help:"Print JSON and nothing else."`
}

// diagnosis is what the doctor found.
type diagnosis struct {
	Version   string         `json:"version"`
	Go        string         `json:"go"`
	System    string         `json:"system"`
	Cores     int            `json:"cores"`
	Engine    string         `json:"engine"`
	Isolation string         `json:"isolation"` // how matches are kept apart inside a worker
	Sandbox   sandbox.Report `json:"sandbox"`
	Trouble   string         `json:"trouble,omitempty"` // why bots would not be played here
}

// Run says what this machine gives, and tries to break out of the confinement.
func (c *doctorCmd) Run(ctx context.Context, s streams) error {
	d := diagnosis{
		Version: version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Cores: runtime.GOMAXPROCS(0), Engine: js.Engine(),
	}
	var err error
	d.Sandbox, err = sandbox.Probe(ctx, "/proc/self/exe", sandbox.Config{AllowMissing: sandbox.AllLayers()})
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return fmt.Errorf("the sandbox cannot be tried: %w", err)
	}
	pool, err := worker.Start(worker.Config{Game: "tokens", Bots: []bot.Spec{}, Workers: 1})
	if err != nil {
		d.Trouble = err.Error()
	} else {
		d.Isolation = pool.Isolation()
		pool.Close()
	}
	if c.JSON {
		if err := json.NewEncoder(s.out).Encode(d); err != nil {
			return err
		}
	} else if err := d.print(s.out); err != nil {
		return err
	}
	if d.Trouble != "" {
		return errors.New("bots cannot be played here as they should: " + d.Trouble)
	}
	if !d.Sandbox.Held() {
		return errors.New("a locked-down process could do what it must not; see the list")
	}
	return nil
}

// version is that of the program's module, with the commit it was built from where that is known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}

func (d diagnosis) print(out *term.Output) error {
	t := term.Table{Columns: []term.Column{text(""), prose("")}}
	t.Rows = append(t.Rows,
		row("koth", d.Version+", "+d.Go+", "+d.System),
		row("cores", fmt.Sprintf("%d: as many matches are played at the same time", d.Cores)),
		row("engine", d.Engine),
		row("isolation", d.Isolation),
		row("sandbox", d.Sandbox.Layers.String()),
	)
	for _, gap := range d.Sandbox.Layers.Missing {
		t.Rows = append(t.Rows, row("missing", string(gap.Layer)+": "+gap.Reason))
	}
	if err := out.Table(t); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nwhat a locked-down process tried:")
	held := term.Table{Columns: []term.Column{text(""), text(""), prose("")}}
	for _, f := range d.Sandbox.Findings {
		word, style := "held", term.Style{}
		if !f.Held {
			word, style = "NOT HELD", term.Style{Bold: true}
		}
		cells := row(word, f.Name, f.Detail)
		cells[0].Style = style
		held.Rows = append(held.Rows, cells)
	}
	return out.Table(held)
}
