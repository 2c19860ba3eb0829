//go:build cgo && linux && lua

package lua

import (
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

var hostile = bottest.HostileConfig{
	Script: probe,
	New:    func(t testing.TB) bot.Runtime { return newRuntime(t) },
	Counts: `local turns = 0
local tostring, bad = tostring
function answer(n) turns = turns + 1 if n == 2 then return bad() end return tostring(turns) end
function bad()
%s
end`,
	Echoes:  "function answer(n) return n end",
	Limit:   100 * time.Millisecond,
	Patient: time.Minute,
}

func TestHostile(t *testing.T) {
	for _, h := range hostileBots {
		t.Run(h.Name, func(t *testing.T) { hostile.Run(t, bottest.Hostile(h)) })
	}
}

var hostileBots = []struct {
	Name string
	Bad  string
	Want game.FaultKind // "" for none
	Text string         // part of the fault's text, or of the answer
}{
	{"endless loop", "while true do end", game.FaultTimeout, ""},
	{"endless for", "for i = 1, math.huge do end", game.FaultTimeout, ""},
	{"endless goto", "::again:: goto again", game.FaultTimeout, ""},
	{"endless loop in pcall", "while true do pcall(function() while true do end end) end", game.FaultTimeout, ""},
	{"pcall of pcall", "local function f() pcall(f) end while true do pcall(pcall, pcall, f) end", game.FaultTimeout, ""},
	{"handler that loops", "xpcall(function() while true do end end, function() while true do end end)", game.FaultTimeout, ""},
	{"handler of an error that loops", "xpcall(error, function() while true do end end)", game.FaultTimeout, ""},
	{"handler that fails for ever", "while true do xpcall(error, function() error('again') end) end", game.FaultTimeout, ""},
	{"endless coroutine", "coroutine.wrap(function() while true do end end)()", game.FaultTimeout, ""},
	{"endless coroutines", "while true do local c = coroutine.create(function() while true do coroutine.yield() end end) coroutine.resume(c) coroutine.resume(c) end", game.FaultTimeout, ""},
	{"coroutine in pcall in coroutine", "while true do pcall(coroutine.wrap(function() pcall(coroutine.wrap(function() while true do end end)) while true do end end)) end", game.FaultTimeout, ""},
	{"coroutine that catches", "local c c = coroutine.create(function() while true do pcall(function() while true do end end) end end) while true do coroutine.resume(c) end", game.FaultTimeout, ""},
	{"yield without end", "for x in coroutine.wrap(function() while true do coroutine.yield(1) end end) do end", game.FaultTimeout, ""},
	{"close that loops", "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end", game.FaultTimeout, ""},
	{"close of a coroutine that loops", "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end) coroutine.resume(c) coroutine.close(c)", game.FaultTimeout, ""},
	{"index that loops", "return setmetatable({}, { __index = function() while true do end end }).x", game.FaultTimeout, ""},
	{"tostring that loops", "return tostring(setmetatable({}, { __tostring = function() while true do end end }))", game.FaultTimeout, ""},
	{"error whose tostring loops", "error(setmetatable({}, { __tostring = function() while true do end end }))", game.FaultTimeout, ""},
	{"comparator that loops", "table.sort({ 1, 2 }, function() while true do end end)", game.FaultTimeout, ""},
	{"sort without end", "while true do local t = {} for i = 1, 1e5 do t[i] = i * 7919 % 10007 end table.sort(t) end", game.FaultTimeout, ""},
	{"sort of nothing by C", "table.sort(setmetatable({}, { __len = function() return 2^31 - 2 | 0 end, __index = rawlen }), rawequal)", game.FaultTimeout, ""},
	{"gsub that loops", "('x'):gsub('x', function() while true do end end)", game.FaultTimeout, ""},
	{"load that loops", "load(function() while true do end end)", game.FaultTimeout, ""},
	{"load without end", "load(function() return ' ' end)", game.FaultTimeout, ""},
	{"endless collection", "while true do collectgarbage() end", game.FaultTimeout, ""},

	{"pattern bomb", "return (('a'):rep(40)):find(('a?'):rep(40) .. ('a'):rep(40) .. 'b')", game.FaultTimeout, ""},
	{"pattern of many stars", "return (('a'):rep(3000)):find('a*a*a*a*a*a*a*a*b')", game.FaultTimeout, ""},
	{"pattern bomb in gmatch", "for _ in (('a'):rep(3000)):gmatch('.-.-.-.-.-.-b') do end", game.FaultTimeout, ""},
	{"pattern bomb in gsub", "return (('a'):rep(3000)):gsub('.-.-.-.-.-.-b', '')", game.FaultTimeout, ""},
	{"large set on large text", "return (('a'):rep(1e6)):find('[' .. ('b'):rep(1e6) .. 'a]*c')", game.FaultTimeout, ""},
	{"balance of much", "return (('('):rep(1e7)):find('%b()')", game.FaultTimeout, ""},
	{"plain search of much", "return (('a'):rep(2e6)):find(('a'):rep(1e6) .. 'b', 1, true)", game.FaultTimeout, ""},
	{"nothing repeated", "return (''):rep(1 << 62)", game.FaultTimeout, ""},
	{"concat of nothing", "return table.concat(setmetatable({}, { __index = table.concat }), '', 1, 1 << 62)", game.FaultTimeout, ""},
	{"concat of nothing by Lua", "return table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1 << 62)", game.FaultTimeout, ""},
	{"move of nothing", "table.move({}, 1, 1 << 62, 2)", game.FaultTimeout, ""},
	{"remove from what says it is long", "table.remove(setmetatable({}, { __len = function() return 1 << 62 end }), 1)", game.FaultTimeout, ""},
	{"insert into what says it is long", "table.insert(setmetatable({}, { __len = function() return 1 << 62 end }), 1, 1)", game.FaultTimeout, ""},
	{"next of what was deleted", "local t = {} for i = 1, 5e5 do t[i] = 1 end for i = 1, 5e5 do t[i] = nil end while true do next(t) end", game.FaultTimeout, ""},

	{"deep recursion", "local function f() return 1 + f() end f()", game.FaultCrash, "out of memory"},
	{"deep recursion in pcall", "local function f() return pcall(f) end local ok = f() return 'ok'", "", "ok"},
	{"deep recursion in tostring", "local t = setmetatable({}, { __tostring = function(t) return tostring(t) end }) return tostring(t)", game.FaultCrash, "stack overflow"},
	{"deep recursion in coroutines", "local function f() return coroutine.wrap(f)() end f()", game.FaultCrash, "b.lua:5: b.lua:5:"},
	{"deep recursion in gsub", "local function f() return ('x'):gsub('x', f) end f()", game.FaultCrash, "stack overflow"},
	{"deep recursion in sort", "local function f() table.sort({ 1, 2, 3 }, f) end f()", game.FaultCrash, "stack overflow"},
	{"deep recursion in index", "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) return t[1]", game.FaultCrash, "stack overflow"},
	{"deep recursion in load", "return load(('('):rep(1e5) .. '1' .. (')'):rep(1e5)) == nil and 'ok'", "", "ok"},
	{"deep closing of coroutines", "local function f() local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = f }) coroutine.yield() end) coroutine.resume(c) return coroutine.close(c) end f() return 'ok'", "", "ok"},
	{"deep recursion in a handler", "local function f(x) return x .. f(x .. x) end local function g() return 1 + g() end xpcall(g, g) xpcall(g, f) return 'ok'", "", "ok"},
	{"deep metatables", "local t = {} for i = 1, 1e5 do t = setmetatable({}, { __index = t }) end return t.x", game.FaultCrash, "too long"},
	{"deep pattern", "return (('x'):rep(1e4)):find(('(x'):rep(40))", game.FaultCrash, "too many captures"},

	{"table bomb", "local t = {} while true do t[#t + 1] = {} end", game.FaultCrash, "out of memory (32 MiB)"},
	{"string bomb", "local s = 'x' while true do s = s .. s end", game.FaultCrash, "out of memory (32 MiB)"},
	{"strings", "local t = {} for i = 1, math.huge do t[i] = ('x'):rep(1e5) .. i end", game.FaultCrash, "out of memory"},
	{"repeated string", "return ('x'):rep(1 << 30)", game.FaultCrash, "out of memory"},
	{"huge string", "return ('x'):rep(1 << 62, 'y')", game.FaultCrash, "too large"},
	{"memory and pcall", "local t = {} while pcall(function() while true do t[#t + 1] = {} end end) do end t = nil return 'ok'", "", "ok"},
	{"memory without a collector", "collectgarbage('stop') for i = 1, 5e6 do local t = {} end return 'ok'", "", "ok"},
	{"garbage of all sizes", "for size = 1, 3e5, 1000 do for i = 1, 20 do local s = ('x'):rep(size + i) end end return 'ok'", "", "ok"},
	{"coroutines without end", "local t = {} while true do t[#t + 1] = coroutine.create(print) end", game.FaultCrash, "out of memory"},
	{"closures", "local f = print while true do local g = f f = function() return g end end", game.FaultCrash, "out of memory"},
	{"concat bomb", "local t = {} for i = 1, 1e5 do t[i] = ('x'):rep(1e4) end return table.concat(t)", game.FaultCrash, "out of memory"},
	{"unpack bomb", "return select('#', table.unpack({}, 1, 1e7))", game.FaultCrash, "too many results"},
	{"formats", "return ('%99.99f'):rep(3):format(1e308, 1e308, 1e308):sub(1, 2)", "", ""},
	{"pack bomb", "return string.pack('!16' .. ('i16'):rep(100), 1)", game.FaultCrash, "bad argument"},
	{"large pack", "return #string.pack('c2147483647', '')", game.FaultCrash, "out of memory"},

	{"answer nil", "return nil", game.FaultMalformed, "answered nil"},
	{"answer table", "return setmetatable({}, { __tostring = error, __name = 'x' })", game.FaultMalformed, "answered a table"},
	{"answer function", "return print", game.FaultMalformed, "answered a function"},
	{"answer coroutine", "return coroutine.create(print)", game.FaultMalformed, "answered a thread"},
	{"answer boolean", "return true", game.FaultMalformed, "answered true"},
	{"answer two", "return 1, ('x\\n'):rep(200)", game.FaultMalformed, "answered 1, \"x x x"},
	{"answer two tables", "return {}, 1.5", game.FaultMalformed, "answered a table, 1.5"},
	{"answer of 10 MB", "return ('x'):rep(10 << 20)", "", "xxxx"},
	{"yield of an answer", "coroutine.yield(1)", game.FaultCrash, "outside a coroutine"},

	{"globals deleted", "local g = _G for k in next, g do g[k] = nil end return 'ok'", "", "ok"},
	{"globals that are a number", "local _ENV <const> = 11; x = 1", game.FaultCrash, "number"},
	{"libraries emptied", "for _, lib in next, { string, table, math, coroutine, utf8 } do for k in next, lib do lib[k] = nil end end return 'ok'", "", "ok"},
	{"globals that fail", "setmetatable(_G, { __index = error, __newindex = error }) return 'ok'", "", "ok"},
	{"strings that fail", "local m = getmetatable('') for k in next, m do m[k] = nil end m.__index = error return 'ok'", "", "ok"},
	{"own function replaced", "local was = answer answer = nil return 'ok'", "", "ok"},
	{"throws nil", "error()", game.FaultCrash, "nil value"},
	{"throws a table", "error({})", game.FaultCrash, "table value"},
	{"throws a table that fails", "error(setmetatable({}, { __tostring = error }))", game.FaultCrash, ""},
	{"throws a table that says nothing", "error(setmetatable({}, { __tostring = function() return {} end }))", game.FaultCrash, "must return a string"},
	{"throws a novel", "error(('novel\\n\\0\\255'):rep(1 << 17))", game.FaultCrash, "novel"},
	{"throws with another's place", "error('bots/other.lua:1: x', 0)", game.FaultCrash, "bots/b.lua:5: bots/other.lua:1: x"},
	{"finalizer that loops", "for i = 1, 1e5 do setmetatable({}, { __gc = function() while true do end end }) end collectgarbage() return 'ok'", "", "ok"},
	{"finalizer on a metatable that is set again", "local m = { __gc = function() while true do end end } for i = 1, 1e5 do setmetatable({}, m) end return type(m.__gc)", "", "function"},
	{"protected metatable", "local t = setmetatable({}, { __metatable = 1 }) return pcall(setmetatable, t, { __gc = print }) and 'no' or 'ok'", "", "ok"},
	{"compiled code", "return tostring(load('\\27Lua')) .. tostring(load('\\27Lua', 'x', 'b')) .. tostring(load('\\27Lua', 'x', 'bt')) .. tostring(load('return 1', 'x', 'b'))", "", "nilnilnilnil"},
	{"no way out", "return table.concat({ type(io), type(os.execute), type(os.getenv), type(os.clock), type(debug), type(package), type(require), type(dofile), type(loadfile), type(string.dump) }, ' ')", "", strings.TrimSpace(strings.Repeat("nil ", 10))},
	{"print of 10 MB", "print(('x'):rep(10 << 20)) return 'ok'", "", "ok"},
	{"print of many lines", "for i = 1, 1e6 do print('x') end return 'ok'", "", "ok"},
	{"print of what fails", "print(setmetatable({}, { __tostring = function() error('x') end }))", game.FaultCrash, "x"},
}

func TestHostileStart(t *testing.T) {
	for _, tt := range []struct {
		name, source string
		want         game.FaultKind
	}{
		{"loop", "while true do end", game.FaultTimeout},
		{"loop that catches", "while true do pcall(function() while true do end end) end", game.FaultTimeout},
		{"memory", "local t = {} while true do t[#t + 1] = {} end", game.FaultCrash},
		{"recursion", "local function f() return 1 + f() end f()", game.FaultCrash},
		{"brackets", "return " + strings.Repeat("(", 100000), game.FaultCrash},
		{"functions", strings.Repeat("function f() ", 20000), game.FaultCrash},
		{"compiled", "\x1bLua", game.FaultCrash},
		{"bytes", "\xff\xfe\x00function", game.FaultCrash},
		{"yield", "coroutine.yield()", game.FaultCrash},
	} {
		t.Run(tt.name, func(t *testing.T) { hostile.Start(t, tt.source, tt.want) })
	}
}

// Any file starts, or gives one fault in one clean line.
func FuzzFile(f *testing.F) {
	f.Add([]byte("function answer(n) return n end answer(1)"))
	f.Add([]byte("local t = setmetatable({}, { __index = function(t, k) return k end }) return function(n) return t[n] end"))
	f.Add([]byte("\x1bLua"))
	f.Add([]byte("#!x\nwhile true do pcall(coroutine.wrap(function() answer() end)) end"))
	for _, h := range hostileBots {
		f.Add([]byte("function answer(n) " + h.Bad + " end"))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		l := bot.Limits{Start: 20 * time.Millisecond, Move: 20 * time.Millisecond, Memory: 1 << 20}.OrDefault()
		p, reply := probe.Seat(t, newRuntime(t), string(source), l)
		defer p.Close()
		for n := 1; n <= 2; n++ {
			if f := reply.Fault; f != nil {
				bottest.IsFaultText(t, f.Text)
			}
			reply = bottest.Ask(p, n)
		}
	})
}
