package brain

import (
	"strings"
	"testing"
	"time"

	"koth/bots/gomoku/engine"
)

// TestInfo gives a brain that has two threads, of four at most, what managers say, and looks at
// the engine and the limits that come of it.
func TestInfo(t *testing.T) {
	tests := []struct {
		in      string // lines of INFO, without the word
		rule    engine.Rule
		threads int
		nodes   uint64
		depth   int
	}{
		{in: "", threads: 2},
		{in: "rule 0", threads: 2},
		{in: "rule 1", rule: engine.Standard, threads: 2},
		{in: "rule 3", rule: engine.Standard, threads: 2},
		{in: "rule 4", rule: engine.Renju, threads: 2},
		{in: "rule 5", rule: engine.Renju, threads: 2},
		{in: "rule 4\nrule 0", threads: 2},
		{in: "thread_num 1", threads: 1},
		{in: "THREAD_NUM 3", threads: 3},
		{in: "thread_num 100", threads: 4},
		{in: "thread_num 3\nthread_num 0", threads: 2},
		{in: "thread_num -1", threads: 2},
		{in: "thread_num many", threads: 2},
		{in: "thread_num 4\nmax_memory 1000", threads: 2}, // that many fit into half of the least
		{in: "thread_num 4\nmax_memory 65000000", threads: 4},
		{in: "max_node 1000\nmax_depth 6", threads: 2, nodes: 1000, depth: 6},
		{in: "max_node -1\nmax_depth -1", threads: 2},
		{in: "max_node 9223372036854775807\nmax_depth 9223372036854775807", threads: 2, nodes: 1<<63 - 1, depth: 400},
		{in: "max_node 5\nmax_node 0", threads: 2},
		{in: "caro_rule 1\nshow_detail 1\npondering 1\nusedatabase 0\nhash_size 20", threads: 2},
	}
	for _, tt := range tests {
		b := Brain{Threads: 2, MaxThreads: 4, settings: newSettings()}
		for line := range strings.Lines(tt.in) {
			if err := b.info(t.Context(), line, 0); err != nil {
				t.Errorf("INFO %q: %v", line, err)
			}
		}
		if c := b.config(); c.Rule != tt.rule || c.Threads != tt.threads {
			t.Errorf("%q: rule %v and %d threads, want %v and %d", tt.in, c.Rule, c.Threads, tt.rule, tt.threads)
		}
		if s := b.settings; s.nodes != tt.nodes || s.depth != tt.depth {
			t.Errorf("%q: %d positions and depth %d, want %d and %d", tt.in, s.nodes, s.depth, tt.nodes, tt.depth)
		}
	}
}

// TestMatchTime: a brain that is not told what is left of a game's time counts it itself.
func TestMatchTime(t *testing.T) {
	now := time.Minute
	b := Brain{Now: func() time.Duration { return now }, settings: newSettings()}
	b.info(t.Context(), "timeout_match 60000", 0)
	if left := b.settings.left().Left; left != time.Minute {
		t.Errorf("left = %v before the first move, want 1m", left)
	}
	at := now
	now += 20 * time.Second
	b.answered(at, engine.Limits{Hard: now})
	if left := b.settings.left().Left; left != 40*time.Second {
		t.Errorf("left = %v after 20 s, want 40s", left)
	}
	b.info(t.Context(), "time_left 30000", 0)
	if left := b.settings.left().Left; left != 30*time.Second {
		t.Errorf("left = %v when told 30 s", left)
	}
}
