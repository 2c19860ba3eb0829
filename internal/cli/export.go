package cli

import (
	"context"
	"fmt"

	"koth/game"
	"koth/games"
	"koth/replay"
)

type replayExportCmd struct {
	File   string `arg:"" help:"The replay."`
	Format string `required:"" placeholder:"NAME" help:"The format: psq or sgf, for gomoku."`
	Out    string `short:"o" placeholder:"FILE" help:"Write to FILE; to standard output if left out."`
}

// Run writes a replay in another format.
func (c *replayExportCmd) Run(ctx context.Context, s streams) error {
	r, err := openReplay(ctx, c.File)
	if err != nil {
		return err
	}
	defer r.Close()
	played := game.Played{Names: boards{Reader: r.Reader}.names()}
	times, err := readTimes(c.File + replay.TimesExt)
	if err != nil {
		return err
	}
	if times != nil {
		played.Times = times.Turns
	}
	var text []byte
	err = replay.Play(r.Reader, games.All(), func(_ replay.Turn, now game.State) error {
		if len(now.ToAct()) > 0 {
			return nil
		}
		e, ok := now.(game.Exporter)
		if !ok {
			return fmt.Errorf("%s is written in no format of other programs", r.Header().Game)
		}
		text, err = e.Export(c.Format, played)
		return err
	})
	if err == nil && times != nil && times.Replay != r.Digest() {
		err = fmt.Errorf("%s%s is of another match", c.File, replay.TimesExt)
	}
	if err != nil {
		return usage(fmt.Errorf("%s: %w", c.File, err))
	}
	if c.Out != "" {
		return replay.WriteFile(c.Out, text)
	}
	_, err = s.out.Write(text)
	return err
}
