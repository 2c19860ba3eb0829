package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
	"koth/internal/play"
	"koth/internal/term"
)

type playCmd struct {
	Game     string        `arg:"" enum:"gomoku" help:"The game: gomoku."`
	Level    string        `default:"medium" placeholder:"LEVEL" help:"How strong the opponent is: easy, medium, hard or master (medium)."`
	Color    string        `enum:"black,white" default:"black" placeholder:"NAME" help:"The colour that you play: black, who begins, or white (black)."`
	MoveTime time.Duration `default:"2s" placeholder:"D" help:"Time of the opponent for a move (2s)."`
	Threads  int           `default:"1" help:"Threads that the opponent thinks with."`
	Seed     *uint64       `placeholder:"N" help:"Seed of the weaker levels' mistakes; a random one if left out."`
	Set      []string      `placeholder:"KEY=VALUE" sep:"none" help:"Set the board's size or the rule (koth games gomoku lists them)."`
}

// Run plays a game on the terminal.
func (c *playCmd) Run(ctx context.Context, s streams) error {
	if err := engine.CheckLevel(c.Level); err != nil {
		return usage(err)
	}
	options, err := gomoku.Game{}.Info().ParseOptions(c.Set)
	switch {
	case err != nil:
		return usage(err)
	case options["opening"] != "none":
		return usage(errors.New("koth play begins on the empty board: leave the option opening out"))
	case c.MoveTime <= 0:
		return usage(errors.New("--move-time must be positive"))
	case !s.out.TTY(), !term.HasKeys(s.in):
		return usage(errors.New("koth play needs a terminal (koth brain gomoku plays over pipes)"))
	}
	zero := time.Now()
	opponent := &play.Opponent{
		Now: func() time.Duration { return time.Since(zero) }, Time: c.MoveTime, Level: c.Level, Threads: c.Threads,
	}
	if opponent.Seed = randomSeed(); c.Seed != nil {
		opponent.Seed = *c.Seed
	}
	setting := play.Setting{Options: options, Human: gomoku.Black, Level: c.Level}
	if c.Color == "white" {
		setting.Human = gomoku.White
	}
	m, err := play.New(setting, opponent, s.out)
	if err != nil {
		return usage(err)
	}
	_, err = tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(s.in), tea.WithOutput(s.out.Writer)).Run()
	opponent.Stop()
	switch {
	case errors.Is(err, tea.ErrInterrupted), ctx.Err() != nil:
		return errInterrupted
	case err != nil:
		return fmt.Errorf("terminal: %w", err)
	}
	return nil
}
