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
	"koth/bot/lua"
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
	Lua       string         `json:"lua"`       // the engine for bots in Lua
	Isolation string         `json:"isolation"` // how matches are kept apart inside a worker
	Sandbox   sandbox.Report `json:"sandbox"`
	Children  childReport    `json:"children"`
	Trouble   string         `json:"trouble,omitempty"` // why bots would not be played here
}

// childReport is what the doctor found about bots that are programs.
type childReport struct {
	Tier sandbox.Tier `json:"tier,omitempty"` // none where they are refused
	sandbox.Report
	Trouble string `json:"trouble,omitempty"` // why they are refused
}

// Run says what this machine gives, and tries to break out of the confinement.
func (c *doctorCmd) Run(ctx context.Context, s streams) error {
	d := diagnosis{
		Version: version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Cores: runtime.GOMAXPROCS(0), Engine: js.Engine(), Lua: lua.Engine(),
	}
	var err error
	d.Sandbox, err = sandbox.Probe(ctx, "/proc/self/exe", sandbox.Config{AllowMissing: sandbox.AllLayers()})
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return fmt.Errorf("the sandbox cannot be tried: %w", err)
	}
	if d.Children, err = examineChildren(ctx); err != nil {
		return err
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
	if d.Children.Trouble == "" && !d.Children.Held() {
		return errors.New("a confined program could do what it must not; see the list")
	}
	return nil
}

// examineChildren has confined programs try to break out. A machine that cannot confine any is no
// reason to stop: bots that are scripts play there all the same.
func examineChildren(ctx context.Context) (childReport, error) {
	var r childReport
	var err error
	if r.Tier, err = sandbox.ChildTier(); err != nil {
		r.Trouble = err.Error()
		return r, nil
	}
	r.Report, err = sandbox.ProbeChild(ctx, sandbox.ChildConfig{})
	if ctx.Err() != nil {
		return r, errInterrupted
	}
	if err != nil {
		return r, fmt.Errorf("the confinement of programs cannot be tried: %w", err)
	}
	return r, nil
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
	isolation := d.Isolation
	if isolation == "" {
		isolation = "not known: no worker starts here"
	}
	t.Rows = append(t.Rows,
		row("koth", d.Version+", "+d.Go+", "+d.System),
		row("cores", fmt.Sprintf("%d: as many matches are played at the same time", d.Cores)),
		row("engine", d.Engine),
		row("isolation", isolation),
		row("lua", d.Lua+": "+lua.About()),
		row("sandbox", d.Sandbox.Layers.String()),
	)
	t.Rows = append(t.Rows, gaps(d.Sandbox.Layers)...)
	if d.Children.Trouble != "" {
		t.Rows = append(t.Rows, row("programs", "refused: "+d.Children.Trouble))
	} else {
		t.Rows = append(t.Rows, row("programs", fmt.Sprintf("%s: %s", d.Children.Tier, d.Children.Layers)))
		t.Rows = append(t.Rows, gaps(d.Children.Layers)...)
	}
	if err := out.Table(t); err != nil {
		return err
	}
	fmt.Fprintln(out, "\nwhat a locked-down process tried:")
	if err := printFindings(out, d.Sandbox.Findings); err != nil || d.Children.Trouble != "" {
		return err
	}
	fmt.Fprintln(out, "\nwhat a confined program tried:")
	return printFindings(out, d.Children.Findings)
}

// gaps has a row for each layer that should be there and is not.
func gaps(l sandbox.Layers) [][]term.Cell {
	var rows [][]term.Cell
	for _, gap := range l.Missing {
		rows = append(rows, row("missing", string(gap.Layer)+": "+gap.Reason))
	}
	return rows
}

func printFindings(out *term.Output, findings []sandbox.Finding) error {
	held := term.Table{Columns: []term.Column{text(""), text(""), prose("")}}
	for _, f := range findings {
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
