//go:build cgo && linux && lua

package lua

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

// A file's own main program ends where it calls the function that the arena is to call.
func TestMainProgram(t *testing.T) {
	tests := []struct {
		name, source string
		want         string // the answer on turn 1, or the fault of the start
	}{
		{"none", "function answer() return 'a' end", "a"},
		{"at the end", "function answer() return made end function make() made = 'a' end function main() while true do answer(1) end end make() main() error('x')", "a"},
		{"that catches", "function answer() return 'a' end while true do pcall(answer, 1) end", "a"},
		{"that catches more", "function answer() return 'a' end while true do xpcall(function() pcall(answer, 1) end, print) end", "a"},
		{"in a coroutine", "function answer() return 'a' end while true do coroutine.resume(coroutine.create(function() while true do answer() end end)) end", "a"},
		{"in a coroutine that is left", "co = coroutine.create(function() while true do coroutine.yield() answer() end end) coroutine.resume(co) function answer() return coroutine.status(co) end coroutine.resume(co)", "dead"},
		{"by a tail call", "function answer() return 'a' end local function main() return answer() end main() error('x')", "a"},
		{"by another name", "function answer() return 'a' end local play = answer play() error('x')", "a"},
		{"from C", "function answer() return 'a' end table.sort({ 3, 1, 2 }, answer) error('x')", "a"},
		{"while closing", "function answer() return 'a' end do local x <close> = setmetatable({}, { __close = function() answer() end }) end error('x')", "a"},
		{"of another function", "function answer() return 'a' .. helped end function help() helped = 'b' end help()", "ab"},
		{"of a method", "local t = {} function t.answer() end t.answer() function answer() return 'a' end", "a"},
		{"before it is there", "answer() function answer() return 'a' end", "crash bots/b.lua:1: attempt to call a nil value (global 'answer')"},
		{"a returned function", "return function() return 'a' end", "a"},
		{"a returned function that is called", "local function f() return 'a' end f() return f", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRuntime(t)
			p, start := probe.Seat(t, r, "print('said')\n"+strings.ReplaceAll(tt.source, "\n", " "), bottest.Generous)
			defer p.Close()
			if start.Fault != nil {
				if got := strings.Replace(bottest.Show(start), ":2:", ":1:", 1); got != tt.want {
					t.Fatalf("start: %s", got)
				}
				return
			}
			ended := !slices.Contains([]string{"none", "of another function", "of a method", "a returned function", "a returned function that is called"}, tt.name)
			if got, want := string(start.Debug), "said\n"; (got == want) == ended {
				t.Errorf("the console has %q; ended by itself: %v", got, ended)
			}
			if got := bottest.Show(bottest.Ask(p, 1)); got != tt.want {
				t.Errorf("answer %s, want %s", got, tt.want)
			}
		})
	}
}

// The time is up in a file's own main program.
func TestMainProgramThatLoops(t *testing.T) {
	r := newRuntime(t)
	l := bottest.Generous
	l.Start = 100 * time.Millisecond
	p, start := probe.Seat(t, r, "function answer() end while true do end", l)
	defer p.Close()
	if start.Fault == nil || start.Fault.Kind != game.FaultTimeout {
		t.Errorf("start: %s, want a timeout", bottest.Show(start))
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"syntax", "function answer()\n  return 1 +\nend", "crash bots/b.lua:3: unexpected symbol near 'end'"},
		{"end of file", "function answer()\n", "crash bots/b.lua:2: 'end' expected (to close 'function' at line 1) near <eof>"},
		{"nothing", "", "crash bots/b.lua: attempt to call a nil value"},
		{"name that is not there", "function answer()\n  return missing.x\nend", "crash bots/b.lua:2: attempt to index a nil value (global 'missing')"},
		{"level 2", "local function check(x)\n  if not x then error('no x', 2) end\nend\nfunction answer()\n  check()\nend", "crash bots/b.lua:5: no x"},
		{"without a place", "function answer()\n  error('x', 0)\nend", "crash bots/b.lua:2: x"},
		{"a table", "function answer()\n  error({})\nend", "crash bots/b.lua:2: (error object is a table value)"},
		{"a table that speaks", "function answer()\n  error(setmetatable({}, { __tostring = function() return 'hear me' end }))\nend", "crash bots/b.lua:2: hear me"},
		{"a number", "function answer() error(7, 0) end", "crash bots/b.lua:1: 7"},
		{"inside C", "function answer()\n  return ('x'):rep({})\nend", "crash bots/b.lua:2: bad argument #1 to 'rep' (number expected, got table)"},
		{"in a coroutine", "function answer()\n  local c = coroutine.wrap(function()\n    error('x')\n  end)\n  c()\nend", "crash bots/b.lua:5: b.lua:3: x"},
		{"for a shell", "#!/usr/bin/lua\nfunction answer() error('x') end", "crash bots/b.lua:2: x"},
		{"byte order mark", "\ufefffunction answer() error('x') end", "crash bots/b.lua:1: x"},
		{"only a shell's line", "#!/usr/bin/lua", "crash bots/b.lua: attempt to call a nil value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := probe.Play(t, newRuntime(t), tt.source, 1)[0]; !strings.HasPrefix(got, tt.want) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// What Lua programs rely on.
func TestLanguage(t *testing.T) {
	tests := []struct{ name, expression, want string }{
		{"version", "_VERSION", "Lua 5.4"},
		{"integers and floats", "('%s %s %s %s'):format(7 // 2, 7 / 2, 2^53, 1 << 62)", "3 3.5 9.007199254741e+15 4611686018427387904"},
		{"random numbers of a seed, as lua5.4 has them", "(function() math.randomseed(42) return math.random(100) .. ' ' .. math.random(100) .. ' ' .. math.random(0) end)()", "50 76 -3807604385970496171"},
		{"random numbers without a seed: those of seeds 7, 1 and 7, 2", "(function() math.randomseed() return math.random(1000) .. ' ' .. (math.randomseed() and math.random(1000)) end)()", "947 541"},
		{"time is the seed", "os.time()", "7"},
		{"sort", "(function() local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return table.concat(t, ',') end)()", "3,2,1"},
		{"coroutines", "(function() local t = {} for x in coroutine.wrap(function(a) for i = 1, a do coroutine.yield(i) end end), 3 do t[#t + 1] = x end return #t end)()", "3"},
		{"close", "(function() local log = '' do local x <close> = setmetatable({}, { __close = function() log = log .. 'closed' end }) end return log end)()", "closed"},
		{"handler", "select(2, xpcall(error, function(e) return e .. '!' end, 'x'))", "x!"},
		{"load", "load('local a = ... return a + 1')(1)", "2"},
		{"load with an environment", "load('return x', 'name', 't', { x = 5 })()", "5"},
		{"load by pieces", "(function() local n = 0 return load(function() n = n + 1 return ({ 'return ', '6' })[n] end)() end)()", "6"},
		{"metatables", "getmetatable(setmetatable({}, { x = 1, __gc = print })).x", "1"},
		{"patterns", "('key = value'):gsub('(%w+) = (%w+)', '%2 = %1')", "value = key"},
		{"collector", "collectgarbage('count') > 0 and collectgarbage() .. collectgarbage('stop') .. tostring(collectgarbage('isrunning'))", "00true"},
		{"host's names", "North", "north"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := probe.Play(t, newRuntime(t), "function answer() return ("+tt.expression+") end", 1)[0]; got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestMemoryIsCounted(t *testing.T) {
	r := newRuntime(t)
	l := bottest.Generous
	l.Memory = 1 << 20
	const source = "function answer(n) return #('x'):rep(n) end" // made in a buffer, and copied
	for n, want := range map[int]string{400 << 10: "409600", 600 << 10: "crash out of memory (1 MiB)"} {
		p, _ := probe.Seat(t, r, source, l)
		if got := bottest.Show(bottest.Ask(p, n)); got != want {
			t.Errorf("a string of %d bytes: %s, want %s", n, got, want)
		}
		p.Close()
	}
}

// repeatable says what depends on hashes and addresses, and on the numbers of the match.
const repeatable = `
local said = {}
local keys = { alpha = 1, beta = 2, gamma = 3, delta = 4, epsilon = 5, zeta = 6, eta = 7 }
for i = 1, 50 do keys[{}] = i keys[function() return i end] = -i end
for k, v in pairs(keys) do said[#said + 1] = tostring(v) end
said[#said + 1] = tostring({})
said[#said + 1] = tostring(coroutine.create(print))
local big = {}
for i = 1, 5000 do big[i] = { i % 2 } end
table.sort(big, function(a, b) return a[1] < b[1] end)
for i = 1, 5000, 100 do said[#said + 1] = tostring(big[i]) end
said[#said + 1] = math.random(1000000)
math.randomseed()
said[#said + 1] = math.random(1000000)
function answer(n) return table.concat(said, ' ') end`

// TestRepeatable plays the same match in this process, among others, and in another process.
func TestRepeatable(t *testing.T) {
	r := newRuntime(t)
	first := probe.Play(t, r, repeatable, 1)[0]
	if os.Getenv("KOTH_TEST_REPEATABLE") != "" {
		t.Log("said: " + first)
		return
	}
	if strings.HasPrefix(first, "crash") {
		t.Fatal(first)
	}
	if !strings.Contains(About(), "at the same addresses") {
		t.Skip("this system does not give the same addresses each time")
	}
	probe.Play(t, r, "local t = {} for i = 1, 1e5 do t[i] = { i } end function answer() return 1 end", 1)
	if again := probe.Play(t, r, repeatable, 1)[0]; again != first {
		t.Errorf("in one process\n%s\nand then\n%s", first, again)
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^TestRepeatable$", "-test.v")
	cmd.Env = append(os.Environ(), "KOTH_TEST_REPEATABLE=1", "SOME_MORE_ENVIRONMENT="+strings.Repeat("x", 5000))
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "said: "+first+"\n") {
		t.Errorf("here\n%s\nin another process (%v)\n%s", first, err, out)
	}
}

// noLua is a game without a dialect for Lua.
type noLua struct{ game.Game }

func (noLua) Info() game.Info { return game.Info{Name: "chess"} }

func TestGameWithoutLua(t *testing.T) {
	_, err := newRuntime(t).Open(bottest.Lua(bottest.Answers).Spec, bot.Seating{Game: noLua{}, Limits: bottest.Generous})
	if err == nil || err.Error() != "chess has no bots in Lua" {
		t.Errorf("error %v", err)
	}
}

func FuzzLocated(f *testing.F) {
	f.Add("b.lua:3: x", 2)
	f.Add("b.lua:x", 0)
	f.Fuzz(func(t *testing.T, text string, line int) {
		if got := located(text, "b.lua", "bots/b.lua", line); !strings.HasPrefix(got, "bots/b.lua:") {
			t.Errorf("located(%q) = %q", text, got)
		}
	})
}
