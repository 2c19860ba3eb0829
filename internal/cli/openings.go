package cli

import (
	"context"
	"errors"
	"fmt"

	"koth/game"
)

// position reads where matches start: a setup, or a file of openings.
func (a *arena) position(ctx context.Context, p positionFlags) (err error) {
	switch {
	case p.Openings == "":
		a.from = p.Setup
		a.setup, err = await(ctx, func() ([]byte, error) { return readSetup(p.Setup) })
		return err
	case p.Setup != "":
		return errors.New("--setup and --openings: give one of them")
	}
	opened, ok := a.game.(game.Opened)
	if !ok {
		return fmt.Errorf("--openings: %s has no files of openings (--setup gives a single starting position)", a.info.Name)
	}
	data, err := await(ctx, func() ([]byte, error) { return readInput("openings", p.Openings) })
	if err != nil {
		return err
	}
	if a.openings, err = opened.ParseOpenings(data, a.options); err != nil {
		return fmt.Errorf("openings %s: %w", p.Openings, err)
	}
	return nil
}

// start returns the setup of a round's matches: the next opening of the file, from the first again
// after the last, or the setup of all.
func (a *arena) start(round int) []byte {
	if len(a.openings) > 0 {
		return a.openings[round%len(a.openings)]
	}
	return a.setup
}

// startOf returns the setup of a single match, by its board's seed.
func (a *arena) startOf(board uint64) []byte {
	if n := uint64(len(a.openings)); n > 0 {
		return a.start(int(board % n))
	}
	return a.setup
}
