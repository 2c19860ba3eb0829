package js

import (
	"runtime"
	"testing"

	"koth/bot"
	"koth/bot/bottest"
)

// probe is how bots in JavaScript play bottest.Probe: one is a function, or a class with a method
// answer.
var probe = bottest.Script{Kind: bot.JavaScript, Path: "b.js", Prelude: probePrelude}

// probePrelude puts some names on the global object, as real preludes do.
const probePrelude = `(function () {
	globalThis.North = 'north';
	globalThis.half = 0.5;
	globalThis.helper = function helper(a) { return a.length };
	globalThis.table = { real: 1.5, list: [1, 2.5, {}] };
	return function (host) {
		let answer;
		return {
			start(bot) {
				if (typeof bot !== 'function') throw new TypeError('the bot is no function');
				answer = bot.prototype && bot.prototype.answer ? new bot(host.seat) : { answer: bot };
			},
			turn() {
				const said = answer.answer(host.i32[0]);
				if (typeof said === 'string') return host.write(said, 0);
				if (typeof said === 'number') return host.write('' + said, 0);
				if (said === null) { host.fault(said); host.crash(new Error('part')); host.crash(2); return host.write('null', 0) }
				return host.malformed(said);
			},
		};
	};
})()`

// newRuntime returns a runtime that is closed at the end of the test.
func newRuntime(t testing.TB) *Runtime {
	t.Helper()
	runtime.LockOSThread()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		runtime.UnlockOSThread()
	})
	return r
}

// seat opens and starts a bot.
func seat(t testing.TB, r *Runtime, source string, l bot.Limits) (*player, bot.Reply) {
	t.Helper()
	p, start := probe.Seat(t, r, source, l)
	return p.(*player), start
}
