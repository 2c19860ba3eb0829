package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"koth/bots"
	"koth/game"
	"koth/games"
	"koth/internal/term"
)

type gamesCmd struct {
	Game string `arg:"" optional:"" help:"Show this game whole, with its options."`
	JSON bool   `name:"json" help:"Print JSON and nothing else."`
}

type gameJSON struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Summary  string        `json:"summary"`
	Version  int           `json:"version"`
	MinSeats int           `json:"min_seats"`
	MaxSeats int           `json:"max_seats"`
	Format   game.Format   `json:"format"`
	Options  []game.Option `json:"options"`
}

// Run lists the games, or shows one.
func (c *gamesCmd) Run(s streams) error {
	all := games.All()
	names := all.Names()
	if c.Game != "" {
		names = []string{c.Game}
	}
	var list []gameJSON
	for _, name := range names {
		g, err := all.Get(name)
		if err != nil {
			return usage(err)
		}
		i := g.Info()
		list = append(list, gameJSON{i.Name, i.Title, i.Summary, i.Version, i.MinSeats, i.MaxSeats, i.Format, append([]game.Option{}, i.Options...)})
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(list)
	}
	if c.Game != "" {
		return c.show(s, list[0])
	}
	t := term.Table{Columns: []term.Column{text("game"), text("bots"), prose("")}}
	for _, g := range list {
		t.Rows = append(t.Rows, row(g.Name, seatsText(g), g.Summary))
	}
	return s.out.Table(t)
}

func seatsText(g gameJSON) string {
	if g.MinSeats == g.MaxSeats {
		return fmt.Sprint(g.MinSeats)
	}
	return fmt.Sprintf("%d-%d", g.MinSeats, g.MaxSeats)
}

func (c *gamesCmd) show(s streams, g gameJSON) error {
	fmt.Fprintf(s.out, "%s: %s\n%s\n\nbots in a match: %s\ntournament format: %s\nrules: docs/rules/%s.md (version %d)\n", g.Name, g.Title, g.Summary, seatsText(g), g.Format, g.Name, g.Version)
	if len(g.Options) == 0 {
		fmt.Fprintln(s.out, "options: none")
		return nil
	}
	fmt.Fprintln(s.out)
	t := term.Table{Columns: []term.Column{text("option"), text("default"), name("values"), prose("")}}
	for _, o := range g.Options {
		values := strings.Join(o.Choices, ", ")
		if len(o.Choices) == 0 {
			values = fmt.Sprintf("%d to %d", o.Min, o.Max)
		}
		t.Rows = append(t.Rows, row(o.Name, o.Default, values, o.Help))
	}
	return s.out.Table(t)
}

type botsCmd struct {
	Game string `arg:"" optional:"" help:"The game; all games if left out."`
	JSON bool   `name:"json" help:"Print JSON and nothing else."`
}

type botJSON struct {
	Game  string `json:"game"`
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	About string `json:"about"`
}

// Run lists the house bots.
func (c *botsCmd) Run(s streams) error {
	names := games.All().Names()
	if c.Game != "" {
		if _, err := games.All().Get(c.Game); err != nil {
			return usage(err)
		}
		names = []string{c.Game}
	}
	list := []botJSON{}
	for _, name := range names {
		for _, b := range bots.House(name) {
			list = append(list, botJSON{name, b.Spec.Name, string(b.Spec.Kind), b.About})
		}
	}
	if c.JSON {
		return json.NewEncoder(s.out).Encode(list)
	}
	t := term.Table{Columns: []term.Column{text("game"), text("bot"), text("kind"), prose("")}}
	for _, b := range list {
		t.Rows = append(t.Rows, row(b.Game, b.Name, b.Kind, b.About))
	}
	return s.out.Table(t)
}
