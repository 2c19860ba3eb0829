package worker

import (
	"slices"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/lua"
	"koth/game"
	"koth/match"
)

// drops is a bot in Lua whose drop(board, t) has the given body.
func drops(name, body string) bot.Spec {
	return bot.Spec{Name: name, Kind: bot.Lua, Path: name + ".lua", Source: []byte("function drop(board, t) " + body + " end")}
}

// Every bot here tries to hang, kill or fool the arena, from the second seat of a match of gomoku. A
// fault loses that, and the worker goes on.
var hostileLua = []hostileBot{
	{drops("endless loop", "while true do end"), game.FaultTimeout, ""},
	{drops("loop in pcall", "while true do pcall(function() while true do end end) end"), game.FaultTimeout, ""},
	{drops("loop in a coroutine", "while true do coroutine.wrap(function() pcall(function() while true do end end) end)() end"), game.FaultTimeout, ""},
	{drops("loop in a handler", "xpcall(error, function() while true do end end)"), game.FaultTimeout, ""},
	{drops("slow pattern", "return (('a'):rep(3000)):find('a*a*a*a*a*a*a*a*b')"), game.FaultTimeout, ""},
	{drops("nothing repeated", "return (''):rep(1 << 62)"), game.FaultTimeout, ""},
	{drops("traps on an answer", "return setmetatable({}, { __index = function() while true do end end, __eq = function() while true do end end }), 1"), game.FaultMalformed, "a table"},
	{drops("files", "io.open('/etc/passwd')"), game.FaultCrash, "'io'"},
	{drops("processes", "os.execute('true')"), game.FaultCrash, "'execute'"},
	{drops("modules", "require('os')"), game.FaultCrash, "'require'"},
	{drops("compiled code", "return load('\\27Lua')()"), game.FaultCrash, "nil"},
	{bot.Spec{Name: "load loops", Kind: bot.Lua, Path: "l.lua", Source: []byte("while true do end")}, game.FaultTimeout, ""},
	{bot.Spec{Name: "bytes", Kind: bot.Lua, Path: "b.lua", Source: []byte("\x1bLua\x54\x00")}, game.FaultCrash, "binary"},
	{bot.Spec{Name: "empty file", Kind: bot.Lua, Path: "e.lua", Source: []byte{}}, game.FaultCrash, "drop"},
}

// These are found out by something else than the clock, so they get the time for it.
var greedyLua = []hostileBot{
	{drops("tables", "local t = {} while true do t[#t + 1] = {} end"), game.FaultCrash, "memory"},
	{drops("strings", "local s = 'x' while true do s = s .. s end"), game.FaultCrash, "memory"},
	{drops("finalizers", "for i = 1, 1e5 do setmetatable({}, { __gc = function() while true do end end }) end collectgarbage() return 'x'"), game.FaultMalformed, "\"x\""},
	{drops("deep recursion", "local function f() return 1 + f() end f()"), game.FaultCrash, ""},
	{drops("much output", "for i = 1, 1e5 do print(('x'):rep(100)) end return 'x'"), game.FaultMalformed, "\"x\""},
}

func TestHostileLua(t *testing.T) {
	testHostileLua(t, bot.Limits{Move: 150 * time.Millisecond, Start: 150 * time.Millisecond, Memory: 32 << 20}, hostileLua)
}

func TestGreedyLua(t *testing.T) {
	testHostileLua(t, bot.Limits{Move: time.Minute, Start: time.Minute, Memory: 32 << 20}, greedyLua)
}

func testHostileLua(t *testing.T, limits bot.Limits, hostile []hostileBot) {
	if strings.HasPrefix(lua.Engine(), "none") {
		t.Skipf("bots in Lua are refused here: %s", lua.About())
	}
	bots := []bot.Spec{drops("first free", "for i = 1, #board do for j = 1, #board do if board[i][j] == 0 then return i, j end end end")}
	var jobs []Job
	for i, h := range hostile {
		bots = append(bots, h.bot)
		jobs = append(jobs, Job{Bots: []int{0, 1 + i}})
	}
	p, err := Start(Config{Game: "gomoku", Options: game.Options{}, Limits: limits, Bots: bots, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	outs := play(t, p, slices.Values(jobs))
	for i, h := range hostile {
		t.Run(h.bot.Name, func(t *testing.T) {
			seats := outs[i].Result.Seats
			checkHostile(t, seats[1], h.kind, h.text)
			if strings.Contains(seats[1].First[0].Text, "worker") {
				t.Errorf("it took the worker with it: %s", seats[1].First[0].Text)
			}
			if seats[0].Faults != (match.FaultCount{}) || seats[0].Score != 1 {
				t.Errorf("the other seat: %+v", seats[0])
			}
		})
	}
}
