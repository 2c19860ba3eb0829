package brain

import (
	"context"
	"strconv"
	"strings"
	"time"

	"koth/bots/gomoku/engine"
)

// unlimited is how managers say that there is no limit, in milliseconds.
const unlimited = 1<<31 - 1

// settings are what INFO has told.
type settings struct {
	times     engine.Times
	matchSet  bool          // times.Left was told and is a limit
	spent     time.Duration // in this game, where it was not
	maxMemory int           // bytes; 0 is no limit
	rule      engine.Rule
	threads   int    // that think; 0 is the brain's own number
	nodes     uint64 // positions a move of each thread; 0 is no limit
	depth     int    // plies; 0 is no limit
}

// defaultTurn is the time of a move where the manager does not say.
const defaultTurn = 5 * time.Second

func newSettings() settings { return settings{times: engine.Times{Turn: defaultTurn}} }

// Memory of the rest of the program, in bytes, and what the engine takes where there is no limit.
const (
	programMemory = 48 << 20
	freeMemory    = 128 << 20
	mostMemory    = 512 << 20
	threadMemory  = 1 << 20 // of each thread
)

// left returns the times, with what is left of a game's.
func (s *settings) left() engine.Times {
	t := s.times
	if !s.matchSet {
		t.Left = t.Match - s.spent
	}
	return t
}

// memory returns what the engine may take, in bytes.
func (s *settings) memory() int {
	if s.maxMemory <= 0 {
		return freeMemory
	}
	return max(engine.MinMemory, min(mostMemory, (s.maxMemory-programMemory)*3/4))
}

// info takes a setting. It is never answered: what makes no sense is passed over.
func (b *Brain) info(_ context.Context, args string, _ time.Duration) error {
	key, value := cutWord(args)
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return nil // folder, evaluate, and whatever else has no use here
	}
	s := &b.settings
	switch strings.ToLower(key) {
	case "timeout_turn":
		s.times.Turn = millis(max(0, n))
	case "timeout_match":
		s.times.Match = 0
		if n > 0 && n < unlimited {
			s.times.Match = millis(n)
		}
	case "time_left":
		s.times.Left = millis(n)
		s.matchSet = n < unlimited
		if s.matchSet && s.times.Match == 0 {
			s.times.Match = max(s.times.Left, time.Millisecond) // a limit that was not announced
		} else if !s.matchSet {
			s.times.Match = 0
		}
	case "max_memory":
		s.maxMemory = int(max(0, min(n, 1<<40)))
	case "rule":
		switch {
		case n&4 != 0:
			s.rule = engine.Renju
		case n&1 != 0:
			s.rule = engine.Standard
		default:
			s.rule = engine.Freestyle
		}
		s.rule.Prepare() // now, and not in the time of the first move
	case "thread_num":
		s.threads = int(max(0, min(n, int64(b.MaxThreads))))
	case "max_node":
		s.nodes = uint64(max(0, n))
	case "max_depth":
		s.depth = int(max(0, min(n, engine.MaxSize*engine.MaxSize)))
	}
	return nil
}

// millis bounds what a manager says to a day.
func millis(n int64) time.Duration {
	const day = 24 * 60 * 60 * 1000
	return time.Duration(max(-day, min(day, n))) * time.Millisecond
}
