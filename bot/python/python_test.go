package python

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"koth/game"
	"koth/games/blobs"
	"koth/internal/reference"
	"koth/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.MaybeChild()
	os.Exit(m.Run())
}

func TestIsFunction(t *testing.T) {
	for source, want := range map[string]bool{
		"def f(a, b, c, d): return 0":                                  true,
		"import random\n\ndef f(a,\n      b, c=(1), d=2):\n  return 0": true,
		"f = lambda m, n, me, s: 0":                                    true,
		"def f(a, b, c, d):\n  return input_of(a)":                     true,
		"def f(a, b, c): pass":                                         false,
		"def f(): pass":                                                false,
		"  def f(a, b, c, d): pass":                                    false, // within something
		"":                                                             false,
		"import sys\ndef f(a, b, c, d): pass\nsys.stdin.read()":    false,
		"def f(a, b, c, d): pass\nwhile True: f(*input().split())": false,
		"def f(a, b, c, d): pass\nif __name__ == '__main__': f(1)": false,
		"# reads no stdin\ndef f(a, b, c, d): pass":                true,
		"\xff\x00def f(": false,
	} {
		if got := IsFunction([]byte(source), blobs.Game{}); got != want {
			t.Errorf("%q: %v, want %v", source, got, want)
		}
	}
}

// conversation is a harness under test, confined as in a match.
type conversation struct {
	t     *testing.T
	child *sandbox.Confined
	in    *os.File
	out   *bufio.Scanner
	err   *os.File
}

// converse starts a bot's harness, up to its start message.
func converse(t *testing.T, path string, g game.Pythonic) *conversation {
	t.Helper()
	c, err := Command(path, g)
	if err != nil {
		if strings.Contains(err.Error(), "install") {
			t.Skipf("cannot try functions in Python: %v", err)
		}
		t.Fatal(err)
	}
	var pipes [3][2]*os.File
	for i := range pipes {
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			t.Fatal(err)
		}
	}
	child, err := sandbox.Child(sandbox.ChildConfig{
		Path: c.Args[0], Args: c.Args, Env: c.Env, ReadOnly: c.ReadOnly,
		Stdin: pipes[0][0], Stdout: pipes[1][1], Stderr: pipes[2][1],
	})
	for _, f := range []*os.File{pipes[0][0], pipes[1][1], pipes[2][1]} {
		f.Close()
	}
	if err != nil {
		t.Skipf("programs cannot be confined here: %v", err)
	}
	talk := &conversation{t: t, child: child, in: pipes[0][1], out: bufio.NewScanner(pipes[1][0]), err: pipes[2][0]}
	t.Cleanup(func() {
		child.Kill()
		for _, f := range []*os.File{pipes[0][1], pipes[1][0], pipes[2][0]} {
			f.Close()
		}
	})
	fmt.Fprintln(talk.in, `{"type":"start","protocol":1,"game":"blobs","version":1,"options":{},"seat":0,"seats":2,"seed":7,"limits":{}}`)
	return talk
}

// hear returns the next message; nil if the program has ended.
func (c *conversation) hear() map[string]any {
	c.t.Helper()
	if !c.out.Scan() {
		return nil
	}
	var m map[string]any
	if err := json.Unmarshal(c.out.Bytes(), &m); err != nil {
		c.t.Fatalf("it wrote %q: %v", c.out.Text(), err)
	}
	return m
}

// two is an observation of a family of two blobs, of which the second sees nothing.
const two = `{"side":9,"turn":0,"blobs":[` +
	`{"me":{"pos":[1,2],"uid":11,"energy":100.5},"near":{"pellets":[{"pos":[2,2],"energy":5}],"blobs":[{"pos":[1,3],"uid":12,"energy":99},{"pos":[0,2],"uid":13,"energy":7}]}},` +
	`{"me":{"pos":[1,3],"uid":12,"energy":99},"near":{"pellets":[],"blobs":[]}}]}`

// turn has the bot play a turn.
func (c *conversation) turn(n int, observation string) (action, fault string) {
	c.t.Helper()
	fmt.Fprintf(c.in, `{"type":"turn","turn":%d,"limit_ms":1000,"last_ms":0,"observation":%s}`+"\n", n, observation)
	m := c.hear()
	if m == nil {
		return "gone", ""
	}
	if m["turn"] != float64(n) {
		c.t.Errorf("turn %d was answered as %v", n, m["turn"])
	}
	text, err := json.Marshal(m["action"])
	if err != nil {
		c.t.Fatal(err)
	}
	if m["fault"] != nil {
		f := m["fault"].(map[string]any)
		fault = fmt.Sprintf("%s %v: %s", f["kind"], f["count"], f["text"])
	}
	return string(text), fault
}

// end ends the match and returns what the bot wrote to standard error.
func (c *conversation) end() string {
	c.t.Helper()
	fmt.Fprintln(c.in, `{"type":"end"}`)
	var said strings.Builder
	bufio.NewReader(c.err).WriteTo(&said)
	return said.String()
}

func TestAnswers(t *testing.T) {
	const nothing = "[null,null]"
	for name, tt := range map[string]struct {
		source string // the body of a function of m, near, me, s; or a whole file
		action string // of the second turn
		fault  string // what it must hold; "" is none
	}{
		"move":               {"return North", `[["move","north"],["move","north"]]`, ""},
		"split":              {"return SplitWest", `[["split","west"],["split","west"]]`, ""},
		"send":               {"return SendEast(me.energy / 2)", `[["send","east",50.25],["send","east",49.5]]`, ""},
		"send as a dict":     {"return {'send': 'south', 'amt': 3}", `[["send","south",3],["send","south",3]]`, ""},
		"nothing":            {"return None", nothing, ""},
		"zero":               {"return 0", nothing, ""},
		"near":               {"return North if near.pellets else East if near['blobs'] else South", `[["move","north"],["move","south"]]`, ""},
		"attributes":         {"b = near.blobs[1]; return West if (b.pos[0], b.uid, b['energy'], near.pellets[0].energy, m) == (0, 13, 7, 5, 9) else 0", `[["move","west"],null]`, "IndexError"},
		"helpers":            {"return modDir(SplitEast, taxiDist([0, 0], [5, 2.5], 2.5) - 2 + 4 * hypotDist([0, 0], [3, 4])) if modDir('x', 1) == 'x' and modDir(North, -1) == West and modDir(East, 0.5) == East else 0", `[["split","south"],["split","south"]]`, ""},
		"self":               {"s.self.n = s.self.get('n', 0) + 1; return SendNorth(s.self['n'])", `[["send","north",2],["send","north",2]]`, ""},
		"communal":           {"s.communal.n = (s.communal.n if 'n' in s.communal else 0) + 1; return SendNorth(s.communal.n)", `[["send","north",3],["send","north",4]]`, ""},
		"communal by UID":    {"s.communal[me.uid] = me; return SendNorth(len(s.communal))", `[["send","north",2],["send","north",2]]`, ""},
		"names like methods": {"s.self.items = [1]; s.self.items.append(2); return SendNorth(len(s.self.items))", `[["send","north",2],["send","north",2]]`, ""},
		"assigned self":      {"r = 'n' in s.self; s.self = {'n': 1}; return North if r else South", `[["move","south"],["move","south"]]`, ""},
		"fresh copies":       {"near.pellets.append(1); me.pos[0] += 1; me.energy = 0; return SendNorth(me.pos[0])", `[["send","north",2],["send","north",2]]`, ""},
		"scope":              {"global n\n  n = n + 1 if 'n' in globals() else 1\n  return SendNorth(n)", `[["send","north",3],["send","north",4]]`, ""},
		"prints":             {"print('{\"turn\":1,\"action\":[]}', flush=True); import os; os.write(1, b'noise\\n'); return East", `[["move","east"],["move","east"]]`, ""},
		"reads":              {"import sys; return North if sys.stdin.read() == '' else 0", `[["move","north"],["move","north"]]`, ""},
		"seeded":             {"import random; random.seed(1); return [North, East, South, West][random.randrange(4)]", `[["move","east"],["move","east"]]`, ""},
		"name":               {"return 'North'", nothing, "malformed 2: answered 'North', which is no order"},
		"true":               {"return True", nothing, "which is no order"},
		"NaN":                {"return SendNorth(float('nan'))", nothing, "a transfer of nan"},
		"infinity":           {"return SendNorth(1e999)", nothing, "a transfer of inf"},
		"too large":          {"return SendNorth(10 ** 400)", nothing, "malformed 2: answered a transfer of inf"},
		"no number":          {"return SendNorth('1')", nothing, "is no transfer"},
		"an exception":       {"return me.nothing", nothing, "crash 2: AttributeError"},
		"a place":            {"x = 1\n  return nothing", nothing, "NameError: name 'nothing' is not defined (bot.py:4)"},
		"both kinds":         {"return me.nothing if near.pellets else 7", nothing, "crash 1: AttributeError: 'Record' object has no attribute 'nothing' (bot.py:3); also 1 malformed, first answered 7, which is no order"},
		"exit":               {"import sys; sys.exit(3)", nothing, "SystemExit: 3"},
		"recursion":          {"def f(): f()\n  f()", nothing, "RecursionError"},
		"hostile truth":      {"class X:\n    def __bool__(self): raise ValueError('no')\n  return X()", nothing, "ValueError: no"},
		"hostile string":     {"class X(str):\n    def __eq__(self, other): return True\n    __hash__ = str.__hash__\n  return X('north')", nothing, "no order"},
		"hostile repr":       {"class X:\n    def __repr__(self): raise ValueError('no')\n  return X()", nothing, "ValueError: no"},
		"hostile error":      {"class X(Exception):\n    def __str__(self): raise ValueError('no')\n  raise X()", nothing, "X"},
		"cyclic storage":     {"s.communal.me = s.communal; s.self.x = float('nan'); s.self.all = s; print(len(s.self)); return East", `[["move","east"],["move","east"]]`, ""},
		"huge answer":        {"return 'x' * 10 ** 7", nothing, "no order"},
		"dies":               {"import os; os._exit(4)", "gone", ""},
		"forks":              {"import os\n  for i in range(100):\n    try:\n      if os.fork() == 0:\n        os._exit(0)\n    except OSError: break\n  return North", `[["move","north"],["move","north"]]`, ""},
		"last function":      {"def a(x): pass\ndef b(m, n, me, s): return North\ndef c(m, n, me, s, *, more=3): return East\nd = 3\n", `[["move","east"],["move","east"]]`, ""},
		"lambda":             {"f = lambda m, n, me, s: West\n", `[["move","west"],["move","west"]]`, ""},
		"class":              {"class A:\n  def f(self, n, me, s): pass\ndef g(m, n, me, s, more=2): return South\n", `[["move","south"],["move","south"]]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(tt.source, "\ndef ") && !strings.Contains(tt.source, "f = lambda") {
				tt.source = "import math\ndef bot(m, near, me, s):\n  " + tt.source + "\n"
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "bot.py")
			if err := os.WriteFile(path, []byte(tt.source), 0o644); err != nil {
				t.Fatal(err)
			}
			c := converse(t, path, blobs.Game{})
			if m := c.hear(); m["type"] != "ready" {
				t.Fatalf("it says %v: %s", m, c.end())
			}
			c.turn(1, two)
			action, fault := c.turn(2, two)
			// A program that is no order any more must also be one for the arena.
			if tt.action != "gone" {
				if _, err := (blobs.Game{}).ParseAction([]byte(action)); err != nil {
					t.Error(err)
				}
			}
			if action != tt.action || !strings.Contains(fault, tt.fault) || (fault == "") != (tt.fault == "") {
				t.Errorf("action %s, fault %q; want %s, %q; it said %s", action, fault, tt.action, tt.fault, c.end())
			}
		})
	}
}

// A bot that cannot be loaded says why, with the line, and is gone before it was ready.
func TestLoadErrors(t *testing.T) {
	for source, want := range map[string]string{
		"def f(a, b, c, d):\n  return 1 +\n":   "SyntaxError: invalid syntax (bot.py:2)",
		"import nothing\ndef f(a, b, c, d): 0": "No module named 'nothing' (bot.py:1)",
		"def f(a, b): 0":                       "TypeError: there is no function of 4 parameters in it",
		"raise SystemExit(0)":                  "SystemExit: 0 (bot.py:1)",
		"x = \"\x00\"":                         "bytes",
	} {
		path := filepath.Join(t.TempDir(), "bot.py")
		if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		c := converse(t, path, blobs.Game{})
		if m := c.hear(); m != nil {
			t.Errorf("%q: %v", source, m)
		}
		if said := c.end(); !strings.Contains(said, want) || strings.Count(said, "\n") != 1 {
			t.Errorf("%q: it said %q, want one line with %q", source, said, want)
		}
		if end := c.child.Wait(); end.Kind != sandbox.EndExited || end.Code != 1 {
			t.Errorf("%q: %v", source, end)
		}
	}
}

// The one original bot in Python has an error on every way through it that sees anything.
func TestGreedyCoward(t *testing.T) {
	path := filepath.Join(reference.Folder(t), "seedbots", "blobs", "greedy-coward.py")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("no original bots: %v (set KOTH_SHARED)", err)
	}
	if !IsFunction(source, blobs.Game{}) {
		t.Fatal("taken for a program")
	}
	c := converse(t, path, blobs.Game{})
	if m := c.hear(); m["type"] != "ready" {
		t.Fatalf("%v: %s", m, c.end())
	}
	action, fault := c.turn(1, two)
	if action != "[null,null]" || fault != "crash 1: NameError: name 'interesrting_object' is not defined (greedy-coward.py:52)" {
		t.Errorf("%s, %q", action, fault)
	}
	danger := strings.ReplaceAll(two, `"energy":99}`, `"energy":200}`)
	if action, fault = c.turn(2, danger); action != "[null,null]" || !strings.Contains(fault, "(greedy-coward.py:28)") {
		t.Errorf("%s, %q", action, fault)
	}
}
