package gametest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"koth/game"
)

var (
	wordForm  = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	colorForm = regexp.MustCompile(`^(#[0-9a-f]{6})?$`)
)

// checkInfo checks how the game describes itself, and that it refuses other numbers of players.
func (s *suite) checkInfo() error {
	i := s.info
	if !wordForm.MatchString(i.Name) {
		return fmt.Errorf("name %q, want a lower-case word", i.Name)
	}
	if i.Title == "" || i.Summary == "" || strings.ContainsAny(i.Title+i.Summary, "\n\r\t") {
		return fmt.Errorf("title %q and summary %q, want a line each", i.Title, i.Summary)
	}
	if i.Version < 1 || i.MinSeats < 1 || i.MaxSeats < i.MinSeats {
		return fmt.Errorf("version %d, %d to %d players", i.Version, i.MinSeats, i.MaxSeats)
	}
	switch i.Format {
	case game.FormatPairs, game.FormatBothSeats, game.FormatFreeForAll:
	default:
		return fmt.Errorf("no format %q", i.Format)
	}
	for _, seats := range []int{-1, 0, i.MinSeats - 1, i.MaxSeats + 1} {
		if state, err := s.open(plan{seats: seats}); err == nil || state != nil {
			return fmt.Errorf("game.New for %d players gives no error, or a state beside it", seats)
		}
	}
	return nil
}

// checkOptions plays a match under every value that an option can be tried with, and tries values
// that must be refused.
func (s *suite) checkOptions() error {
	if _, err := s.info.ParseOptions(nil); err != nil {
		return fmt.Errorf("no settings: %w", err)
	}
	refused := []string{"nonsense=1", "nonsense", "="}
	for _, o := range s.info.Options {
		good := append([]string{o.Default}, o.Choices...)
		bad := "nonsense"
		if len(o.Choices) == 0 {
			good = append(good, strconv.Itoa(o.Min), strconv.Itoa(o.Max))
			refused = append(refused, fmt.Sprintf("%s=%d", o.Name, o.Min-1), fmt.Sprintf("%s=%d.5", o.Name, o.Min))
			if o.Max < math.MaxInt {
				bad = strconv.Itoa(o.Max + 1)
			}
		}
		refused = append(refused, o.Name+"="+bad, o.Name+"=", o.Name)
		for _, value := range good {
			if err := s.playWith(o.Name + "=" + value); err != nil {
				return err
			}
		}
	}
	for _, setting := range refused {
		if opts, err := s.info.ParseOptions([]string{setting}); !errors.Is(err, game.ErrOption) || opts != nil {
			return fmt.Errorf("setting %q gives %v, error %v, want ErrOption", setting, opts, err)
		}
	}
	return nil
}

// playWith plays a match under a setting.
func (s *suite) playWith(setting string) error {
	opts, err := s.info.ParseOptions([]string{setting})
	if err != nil {
		return err
	}
	for _, p := range s.plans(1) {
		p.opts = opts
		if _, err := s.play(p); err != nil {
			return err
		}
	}
	return nil
}

// checkTerminal draws positions, if the game can: in plain text, in colours of the right form, and
// without changing anything.
func (s *suite) checkTerminal() error {
	for _, p := range s.plans(3) {
		names := make([]string, p.seats)
		for i := range names {
			names[i] = fmt.Sprintf("bot %d", i)
		}
		p.visit = func(_ *rand.Rand, _ int, state game.State) error {
			term, ok := state.(game.Terminal)
			if !ok {
				return nil
			}
			before, err := s.look(state, p.seats)
			if err != nil {
				return err
			}
			if err := checkBoard(term.Board(names)); err != nil {
				return err
			}
			after, err := s.look(state, p.seats)
			if err == nil && string(before) != string(after) {
				return fmt.Errorf("drawing the board changed it: %s", difference(before, after))
			}
			return err
		}
		if _, err := s.play(p); err != nil {
			return err
		}
	}
	return nil
}

func checkBoard(b game.Board) error {
	if len(b.Lines) == 0 {
		return errors.New("the board has no lines")
	}
	for i, line := range b.Lines {
		for _, span := range line {
			if strings.ContainsFunc(span.Text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				return fmt.Errorf("line %d of the board: %q is not plain text", i, span.Text)
			}
			if !colorForm.MatchString(string(span.Fg)) || !colorForm.MatchString(string(span.Bg)) {
				return fmt.Errorf("line %d of the board: colours %q on %q, want #rrggbb in lower case", i, span.Fg, span.Bg)
			}
		}
	}
	return nil
}
