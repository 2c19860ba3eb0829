//go:build cgo && linux && lua

package lua

import (
	"runtime"
	"testing"

	"koth/bot"
	"koth/bot/bottest"
)

// probe is how bots in Lua play bottest.Probe: one is a function answer, or one that the file returns.
var probe = bottest.Script{Kind: bot.Lua, Path: "bots/b.lua", Prelude: probePrelude}

const probePrelude = `
local host = ...
local type, tostring, rawget, globals, unpack = type, tostring, rawget, _G, string.unpack
local answer
North = "north"
return {
  entry = "answer",
  start = function(returned)
    answer = type(returned) == "function" and returned or rawget(globals, "answer")
  end,
  turn = function(observation)
    local said, other = answer(unpack("<i4", observation))
    if other ~= nil then return host.malformed(said, other) end
    if type(said) == "string" then return said end
    if type(said) == "number" then return tostring(said) end
    return host.malformed(said)
  end,
}`

// newRuntime returns a runtime that is closed at the end of the test.
func newRuntime(t testing.TB) *Runtime {
	t.Helper()
	runtime.LockOSThread()
	r := New()
	t.Cleanup(func() {
		r.Close()
		runtime.UnlockOSThread()
	})
	return r
}
