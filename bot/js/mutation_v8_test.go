//go:build cgo && v8

package js

import (
	"testing"

	"koth/bot/bottest"
)

// randomMutator is a bot that says on turn 1 what the whole realm looks like, as a hash over all
// objects that it can reach, and on turn 2 changes things at random.
const randomMutator = `function (n) {
	const objects = [], numbers = new Map();
	const number = (v) => {
		if ((typeof v !== 'object' || v === null) && typeof v !== 'function') return typeof v === 'symbol' ? v.toString() : typeof v + String(v) + Object.is(v, -0);
		if (!numbers.has(v)) { numbers.set(v, objects.length); objects.push(v) }
		return numbers.get(v);
	};
	const proto = Object.getPrototypeOf;
	[globalThis, proto([].values()), proto(new Map().values()), proto(new Set().values()), proto(''[Symbol.iterator]()), proto('a'.matchAll(/a/g)),
		proto(function* () {}), proto(async function () {}), proto(async function* () {}), proto(new Intl.Segmenter().segment('a'))].forEach(number);
	let hash = 0;
	const mix = (v) => { const s = String(v); for (let i = 0; i < s.length; i++) hash = Math.imul(hash, 31) + s.charCodeAt(i) | 0 };
	for (let i = 0; i < objects.length; i++) {
		const o = objects[i];
		mix(number(proto(o)));
		mix(Object.isExtensible(o));
		for (const k of Reflect.ownKeys(o)) {
			const d = Reflect.getOwnPropertyDescriptor(o, k);
			mix(String(k));
			mix([number(d.value), number(d.get), number(d.set), d.writable, d.enumerable, d.configurable]);
		}
	}
	if (n === 1) return objects.length + ' objects, hash ' + hash + ', statics ' + RegExp.$1 + RegExp.lastMatch;

	const random = Math.random, floor = Math.floor, string = String, keysOf = Reflect.ownKeys, describe = Reflect.getOwnPropertyDescriptor;
	const define = Reflect.defineProperty, remove = Reflect.deleteProperty, setProto = Reflect.setPrototypeOf, assign = Reflect.set;
	const { freeze, seal, preventExtensions } = Object, test = /(.)x/, name = Symbol('leak');
	const pick = (a) => a[floor(random() * a.length)];
	let values = [1, 2.5, 'text', null, undefined, {}, () => 1, -0, NaN, name];
	const done = [];
	for (let times = 1 + floor(random() * 3); times > 0; times--) {
		const o = pick(objects), keys = keysOf(o), k = keys.length > 0 ? pick(keys) : 'none', d = describe(o, k) || {};
		const what = floor(random() * 14), v = random() < 0.5 ? pick(values) : pick(objects);
		done[done.length] = what;
		try {
			switch (what) {
				case 0: o[k] = v; break;
				case 1: remove(o, k); break;
				case 2: define(o, k, { __proto__: null, value: v }); break;
				case 3: define(o, k, { __proto__: null, get: () => v }); break;
				case 4: define(o, k, { __proto__: null, enumerable: !d.enumerable }); break;
				case 5: define(o, k, { __proto__: null, writable: false }); break;
				case 6: o[pick(['leak', 0, 7, 100000, name])] = v; break;
				case 7: define(o, pick(['leak', 3, name]), { __proto__: null, value: v, configurable: random() < 0.8 }); break;
				case 8: setProto(o, random() < 0.3 ? null : { __proto__: proto(o) }); break;
				case 9: if (random() < 0.3) pick([freeze, seal, preventExtensions])(o); break;
				case 10: remove(o, k); define(o, k, d); break; // another order of keys
				case 11: test.test('yx'); break;
				case 12: define(o, k, { __proto__: null, configurable: false }); break;
				case 13: if (typeof d.get === 'function') d.get.leak = v; else assign(o, k, v, o); break;
			}
		} catch {}
	}
	return 'done ' + done;
}`

// Whatever a bot has changed, the next match starts in a realm that looks as the first did.
func TestRandomMutations(t *testing.T) {
	matches := 150
	if testing.Short() {
		matches = 30
	}
	r := newRuntime(t)
	first, kept := "", 0
	for n := range matches {
		p := probe.Open(t, r, randomMutator, uint32(n), bottest.Generous)
		if start := p.Start(); start.Fault != nil {
			t.Fatalf("match %d: %s", n, bottest.Show(start))
		}
		looks := bottest.Show(bottest.Ask(p, 1))
		if first == "" {
			first = looks
		}
		if looks != first {
			t.Fatalf("match %d: the realm looks like %q, the first one %q", n, looks, first)
		}
		bottest.Ask(p, 2)
		p.Close()
		kept += len(r.idle)
	}
	t.Logf("%d matches, %d realms kept, each %s", matches, kept, first)
	if kept == 0 || kept == matches {
		t.Errorf("%d of %d realms were kept: want some, not all", kept, matches)
	}
}
