package brain_test

import (
	"bufio"
	"context"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bots/gomoku/brain"
)

// talk gives a brain all lines at once and returns what it answers, without its messages.
func talk(t testing.TB, level, in string) []string {
	t.Helper()
	var out strings.Builder
	b := brain.Brain{In: strings.NewReader(in), Out: &out, Now: clock(), Level: level}
	if err := b.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	var answers []string
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "MESSAGE") {
			answers = append(answers, line)
		}
	}
	return answers
}

func clock() func() time.Duration {
	zero := time.Now()
	return func() time.Duration { return time.Since(zero) }
}

func TestConversation(t *testing.T) {
	const (
		ok      = `^OK$`
		move    = `^\d+,\d+$`
		refused = `^ERROR `
	)
	tests := []struct {
		name string
		in   string
		want []string // patterns
	}{
		{"a game", "START 15\nINFO timeout_turn 50\nBEGIN\nTURN 0,0\nTURN 1,0\nEND\n", []string{ok, move, move, move}},
		{"ends of lines", "START 15\r\nBEGIN\rTURN 1,1\n\n\r\n  TURN 2,2  \r\nEND\r\n", []string{ok, move, move, move}},
		{"any case", "start 15\nBegin\nend", []string{ok, move}},
		{"no last line end", "START 15", []string{ok}},
		{"nothing after END", "START 15\nEND\nSTART 15\nBEGIN\n", []string{ok}},
		{"sizes", "START 4\nSTART 21\nSTART 5\nSTART 20\nSTART x\nSTART\nSTART 99999999999999999999\n", []string{refused, refused, ok, ok, refused, refused, refused}},
		{"rectangles", "RECTSTART 15,15\nRECTSTART 15,16\nRECTSTART 15\nRECTSTART 3,3\n", []string{ok, refused, refused, refused}},
		{"before START", "BEGIN\nTURN 1,1\nBOARD\n1,1,1\nDONE\nRESTART\nSWAP2BOARD\nDONE\nTAKEBACK 1,1\nPLAY 1,1\n", []string{refused, refused, refused, refused, refused, refused, refused}},
		{"tabs", "START\t15\nINFO\ttimeout_turn\t20\nTURN \t7,7\nBOARD\n1,1,1\n2,2,2\nDONE \nEND now\nBEGIN\n", []string{ok, move, move}},
		{"unknown", "FOO\nSTART 15\nfoo bar\n7,7\nDONE\n", []string{`^UNKNOWN `, ok, `^UNKNOWN `, `^UNKNOWN `, `^UNKNOWN `}},
		{"bad turns", "START 15\nTURN 7\nTURN a,b\nTURN 15,0\nTURN -1,0\nTURN 7,7\nTURN 7,7\nTURN 7,7,7\n", []string{ok, refused, refused, refused, refused, move, refused, refused}},
		{"BEGIN on a full board", "START 15\nBEGIN\nBEGIN\n", []string{ok, move, refused}},
		{"RESTART", "START 15\nBEGIN\nRESTART\nBEGIN\n", []string{ok, move, ok, move}},
		{"another size and rule", "START 15\nBEGIN\nSTART 10\nBEGIN\nSTART 10\nINFO rule 4\nBEGIN\nINFO rule 1\nSTART 10\nTURN 5,5\n", []string{ok, `^7,7$`, ok, `^5,5$`, ok, `^5,5$`, ok, move}},
		{"TAKEBACK", "START 15\nTURN 7,7\nTAKEBACK 7,7\nTAKEBACK 7,7\nTURN 7,7\n", []string{ok, move, ok, refused, move}},
		{"PLAY", "START 15\nPLAY 7,7\nTURN 7,8\nPLAY 7,8\n", []string{ok, `^7,7$`, move, refused}},
		{"INFO is never answered", "INFO timeout_turn 100\nINFO timeout_match 1000\nINFO time_left -5\nINFO max_memory 0\nINFO game_type 1\nINFO rule 4\nINFO evaluate 3,4\nINFO folder /tmp\nINFO\nINFO x\nINFO foo bar baz\nINFO rule many\nSTART 15\n", []string{ok}},
		{"ABOUT", "ABOUT\n", []string{`^name="[^"]+", version="[^"]+", author="[^"]+", country="[^"]*", www="[^"]*", email="[^"]*"$`}},
		{"BOARD", "START 15\nBOARD\n7,7,1\n8,8,2\nDONE\nTURN 0,0\n", []string{ok, move, move}},
		{"BOARD of nothing", "START 15\nBOARD\nDONE\n", []string{ok, move}},
		{"BOARD wins", "START 15\nBOARD\n3,3,1\n3,4,2\n4,3,1\n4,4,2\n5,3,1\n5,4,2\n6,3,1\n6,4,2\nDONE\n", []string{ok, `^(2|7),3$`}},
		{"BOARD blocks", "START 15\nBOARD\n3,3,2\n2,3,1\n4,3,2\n12,12,1\n5,3,2\n0,12,1\n6,3,2\nDONE\n", []string{ok, `^7,3$`}},
		{"BOARD not in turn", "START 15\nBOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\nDONE\n", []string{ok, `^(2|7),3$`}},
		{"BOARD with what renju forbids", "START 15\nINFO rule 4\nBOARD\n7,7,1\n8,8,2\n9,9,3\nDONE\nINFO rule 0\nBOARD\n7,7,1\n8,8,2\n9,9,3\nDONE\n", []string{ok, move, refused}},
		{"bad BOARDs", "START 15\nBOARD\n1,1,3\nDONE\nBOARD\n1,1,1\n1,1,2\nDONE\nBOARD\n99,1,1\nDONE\nBOARD\n1,1\nDONE\nBOARD\n1,1,1\nRESTART\nBOARD\n", []string{ok, refused, refused, refused, refused, refused, ok, refused}},
		{"a full board", "START 5\nBOARD\n" + full5 + "DONE\n", []string{ok, refused}},
		{"SWAP2BOARD", "START 15\nSWAP2BOARD\nDONE\n", []string{ok, `^\d+,\d+ \d+,\d+ \d+,\d+$`}},
		{"SWAP2BOARD with three", "START 15\nSWAP2BOARD\n7,7\n8,8\n7,9\nDONE\n", []string{ok, `^(SWAP|\d+,\d+( \d+,\d+)?)$`}},
		{"SWAP2BOARD with five", "START 15\nSWAP2BOARD\n7,7\n8,8\n7,9\n1,1\n9,9\nDONE\n", []string{ok, `^(SWAP|\d+,\d+)$`}},
		{"SWAP2BOARD with two", "START 15\nSWAP2BOARD\n7,7\n8,8\nDONE\n", []string{ok, refused}},
		{"a long line", "START 15\nTURN " + strings.Repeat("7", 100_000) + "\nBEGIN\nINFO folder " + strings.Repeat("x", 100_000) + "\nBEGIN\n", []string{ok, refused, move, refused}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := talk(t, "master", tt.in)
			if len(got) != len(tt.want) {
				t.Fatalf("answers = %q, want %d that match %q", got, len(tt.want), tt.want)
			}
			for i, pattern := range tt.want {
				if !regexp.MustCompile(pattern).MatchString(got[i]) {
					t.Errorf("answer %d = %q, want one that matches %q", i, got[i], pattern)
				}
			}
		})
	}
}

// TestStartIsCheap has START, which some managers give a fixed time, leave the engine to the first move:
// by then the manager has said what it has to be like.
func TestStartIsCheap(t *testing.T) {
	allocated := func(in string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		talk(t, "easy", in)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const cheap = 8 << 20
	if n := allocated("START 15\nINFO max_memory 367001600\nINFO rule 1\nEND\n"); n > cheap {
		t.Errorf("START takes %d bytes, want %d at most", n, cheap)
	}
	if n := allocated("START 15\nTURN 7,7\nEND\n"); n <= cheap {
		t.Errorf("START and a move take %d bytes: no engine was made", n)
	}
}

// full5 is a full board of 5 without a five.
const full5 = "0,0,1\n1,0,2\n2,0,1\n3,0,2\n4,0,1\n0,1,1\n1,1,2\n2,1,1\n3,1,2\n4,1,2\n0,2,2\n1,2,1\n2,2,2\n3,2,1\n4,2,1\n" +
	"0,3,2\n1,3,1\n2,3,2\n3,3,1\n4,3,2\n0,4,1\n1,4,2\n2,4,1\n3,4,2\n4,4,1\n"

func TestUnknownLevel(t *testing.T) {
	b := brain.Brain{In: strings.NewReader(""), Out: io.Discard, Now: clock(), Level: "best"}
	if err := b.Run(context.Background()); err == nil {
		t.Error("no error")
	}
}

// TestEndWhileThinking sends END to a brain with an hour to think, and closes the input of
// another: both end.
func TestEndWhileThinking(t *testing.T) {
	for _, how := range []string{"END", "close", "context"} {
		t.Run(how, func(t *testing.T) {
			in, send := io.Pipe()
			receive, out := io.Pipe()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			done := make(chan error)
			go func() {
				b := brain.Brain{In: in, Out: out, Now: clock()}
				err := b.Run(ctx)
				out.Close()
				done <- err
			}()
			lines := bufio.NewScanner(receive)
			io.WriteString(send, "INFO timeout_turn 3600000\nSTART 15\n")
			lines.Scan() // OK
			io.WriteString(send, "BOARD\n7,7,1\n8,8,2\nDONE\n")
			go func() {
				for lines.Scan() {
				}
			}()
			switch how {
			case "END":
				io.WriteString(send, "END\n")
			case "close":
				send.Close()
			case "context":
				cancel()
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
			send.Close() // lets the reader go where the context ended it
		})
	}
}

func FuzzBrain(f *testing.F) {
	f.Add("easy", "START 15\r\nINFO rule 4\nBEGIN\nTURN 0,0\nTAKEBACK 0,0\nBOARD\n1,1,1\n2,2,2\nDONE\nEND\n")
	f.Add("medium", "RECTSTART 5,5\nSWAP2BOARD\n1,1\n2,2\n3,3\nDONE\nPLAY 0,0\nABOUT\nRESTART\nINFO time_left -1\n")
	f.Add("easy", "START 20\nBOARD\n1,1,1\n1,2,1\n1,3,1\n1,4,1\n1,5,1\nDONE\nTURN 9,9\n")
	f.Add("easy", "START 6\nINFO max_memory 1\nINFO rule 1\nBOARD\n,,\nDONE\nBOARD\nBOARD\nDONE\n")
	answer := regexp.MustCompile(`^(OK|SWAP|\d+,\d+( \d+,\d+){0,2}|ERROR .*|UNKNOWN .*|MESSAGE .*|name=.*)$`)
	f.Fuzz(func(t *testing.T, level, in string) {
		if level != "easy" && level != "medium" {
			level = "easy"
		}
		for _, line := range talk(t, level, "INFO max_memory 1\n"+in) { // a small engine is soon made
			if !answer.MatchString(line) {
				t.Errorf("answered %q", line)
			}
		}
	})
}
