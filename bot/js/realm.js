// The host's part of a realm, evaluated first, the same for every game and engine. Its value is a
// function that is called once with what the engine gives:
//
//   native.control         ArrayBuffer, the control block (control.go)
//   native.grow(bytes)     a larger ArrayBuffer for the shared bytes, with their contents; its length
//                          is a multiple of 8
//   native.crash(error)    writes an error's text, with its place, as the note at CRASH_TEXT
//   native.length(value)   the length of a real array, -1 for anything else: runs no code of the bot's
//
// It returns what the engine needs: attach, seal, freeze, start, reset, sweep, restore.
//
// The bot runs in the same realm later and may replace every built-in. So what is needed after
// that is taken into constants here, and only syntax and those constants are used.
(function (native) {
  'use strict';

  const global = globalThis;
  const { Error, Float64Array, Int32Array, RangeError, RegExp, TypeError, Uint8Array } = global;
  const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys, setPrototypeOf } = Reflect;
  const { freeze: freezeObject, is } = Object;
  const { isArray } = Array;
  const { stringify } = JSON;
  const uncurry = Function.prototype.bind.bind(Function.prototype.call);
  const charCodeAt = uncurry(String.prototype.charCodeAt);
  const slice = uncurry(String.prototype.slice);
  const exec = uncurry(RegExp.prototype.exec);
  const toText = String;
  const imul = Math.imul;

  // ---- the control block: the numbers of control.go

  const RANDOM = 0, SEAT = 1, SEATS = 2, DEBUG = 3, MALFORMED = 4, CRASHES = 5, MALFORMED_LEN = 6; // of i32
  const DRAWS = 0, WRITTEN = 1; // of f64
  const MALFORMED_TEXT = 128, NOTE_SIZE = 384, CONSOLE = 1024; // of bytes
  const i32 = new Int32Array(native.control, 0, 16);
  const f64 = new Float64Array(native.control, 64, 2);
  const bytes = new Uint8Array(native.control);

  // encode writes text as UTF-8 into target from at on, as far as it fits before end and without
  // cutting a character, and returns the offset after it.
  function encode(text, target, at, end) {
    const length = text.length;
    for (let i = 0; i < length; i++) {
      let c = charCodeAt(text, i);
      if (c < 0x80) {
        if (at >= end) return at;
        target[at++] = c;
        continue;
      }
      if (c >= 0xd800 && c < 0xe000) {
        const low = c < 0xdc00 && i + 1 < length ? charCodeAt(text, i + 1) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
          if (at + 4 > end) return at;
          c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
          i++;
          target[at++] = 0xf0 | c >> 18;
          target[at++] = 0x80 | c >> 12 & 63;
          target[at++] = 0x80 | c >> 6 & 63;
          target[at++] = 0x80 | c & 63;
          continue;
        }
        c = 0xfffd; // half a pair
      }
      if (at + (c < 0x800 ? 2 : 3) > end) return at;
      if (c < 0x800) {
        target[at++] = 0xc0 | c >> 6;
      } else {
        target[at++] = 0xe0 | c >> 12;
        target[at++] = 0x80 | c >> 6 & 63;
      }
      target[at++] = 0x80 | c & 63;
    }
    return at;
  }

  // encodedLength returns how many bytes encode writes for text from character i on up to j.
  function encodedLength(text, i, j) {
    let n = 0;
    for (; i < j; i++) {
      const c = charCodeAt(text, i);
      n += c < 0x80 ? 1 : c < 0x800 || c >= 0xd800 && c < 0xe000 ? 2 : 3;
      // A pair is 4 bytes, 2 for each half. Half a pair is 3.
      if (c >= 0xd800 && c < 0xe000) {
        const low = c < 0xdc00 && i + 1 < text.length ? charCodeAt(text, i + 1) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
          n += 2;
          i++;
        } else {
          n++;
        }
      }
    }
    return n;
  }

  // whole returns i, or the offset after the character that i would cut in half.
  function whole(text, i) {
    if (i <= 0 || i >= text.length) return i;
    const high = charCodeAt(text, i - 1), low = charCodeAt(text, i);
    return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000 ? i + 1 : i;
  }

  // ---- Math.random

  // mulberry32, as docs/rules/tokens.md has it.
  const random = {
    random() {
      f64[DRAWS]++;
      const a = i32[RANDOM] = i32[RANDOM] + 0x6d2b79f5;
      let t = imul(a ^ a >>> 15, a | 1);
      t ^= t + imul(t ^ t >>> 7, t | 61);
      return ((t ^ t >>> 14) >>> 0) / 4294967296;
    },
  }.random;
  defineProperty(Math, 'random', { value: random, writable: true, enumerable: false, configurable: true });

  // ---- console

  const scratch = new Uint8Array(1024);

  // print appends text to the console's bytes: the first half of them is filled once, the second
  // is a ring. What neither will keep is only counted.
  function print(text) {
    const debug = i32[DEBUG], half = debug >> 1, ring = debug - half;
    if (ring === 0) return;
    let written = f64[WRITTEN];
    let i = 0;
    const length = text.length;
    while (i < length) {
      if (written >= half && length - i > ring) { // a character is a byte at least
        const from = whole(text, length - ring);
        written += encodedLength(text, i, from);
        i = from;
      }
      const part = length - i <= 256 ? (i === 0 ? text : slice(text, i)) : slice(text, i, whole(text, i + 256));
      const n = encode(part, scratch, 0, 1024);
      i += part.length;
      let at = written < half ? written : half + (written - half) % ring;
      written += n;
      for (let k = 0; k < n; k++) {
        bytes[CONSOLE + at] = scratch[k];
        if (++at === debug) at = half;
      }
    }
    f64[WRITTEN] = written;
  }

  // show turns a value into text for people. It can run the bot's getters and traps: it is part
  // of the bot's call of console.log, within the bot's time.
  function show(value, depth) {
    switch (typeof value) {
      case 'string': return depth === 0 ? value : stringify(value);
      case 'function': return '[function]';
      case 'object': return value === null ? 'null' : showObject(value, depth);
      case 'symbol': return toText(value);
      case 'bigint': return value + 'n';
      default: return '' + value;
    }
  }

  function showObject(value, depth) {
    try {
      const array = isArray(value);
      if (depth > 2) return array ? '[...]' : '{...}';
      let text = '', separator = array ? '[ ' : '{ ';
      if (array) {
        const length = value.length;
        for (let i = 0; i < length; i++) {
          if (i === 100) return text + ', ... ' + (length - i) + ' more ]';
          text += separator + show(value[i], depth + 1);
          separator = ', ';
        }
        return length > 0 ? text + ' ]' : '[]';
      }
      const stack = getOwnPropertyDescriptor(value, 'stack');
      if (stack !== undefined && typeof value.stack === 'string') return value.stack;
      const keys = ownKeys(value);
      for (let i = 0; i < keys.length; i++) {
        if (i === 100) return text + ', ... }';
        text += separator + toText(keys[i]) + ': ' + show(value[keys[i]], depth + 1);
        separator = ', ';
      }
      return keys.length > 0 ? text + ' }' : '{}';
    } catch {
      return '[object]';
    }
  }

  function printLine(values) {
    let text = '';
    for (let i = 0; i < values.length; i++) text += (i === 0 ? '' : ' ') + show(values[i], 0);
    print(text + '\n');
  }

  const console = {
    log() { printLine(arguments); },
    info() { printLine(arguments); },
    warn() { printLine(arguments); },
    error() { printLine(arguments); },
    debug() { printLine(arguments); },
  };
  defineProperty(global, 'console', { value: console, writable: true, enumerable: false, configurable: true });

  // ---- what a bot must not have: clocks for side channels, and ways to see the collector at work

  for (const name of ['WebAssembly', 'Atomics', 'SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry']) delete global[name];

  // ---- host, for the game's prelude

  // describe says what a value is, without running any code of the bot's.
  function describe(value) {
    switch (typeof value) {
      case 'string': return value.length <= 80 ? stringify(value) : stringify(slice(value, 0, 80)) + '...';
      case 'undefined': case 'boolean': case 'number': return '' + value;
      case 'object': {
        if (value === null) return 'null';
        const length = native.length(value);
        return length < 0 ? 'an object' : 'an array of ' + length;
      }
      default: return 'a ' + typeof value;
    }
  }

  function note(value) {
    i32[MALFORMED_LEN] = encode(describe(value), bytes, MALFORMED_TEXT, MALFORMED_TEXT + NOTE_SIZE) - MALFORMED_TEXT;
  }

  const MAX_BYTES = 1 << 26;
  const host = {
    __proto__: null,
    u8: null, i32: null, f64: null,
    seat: 0, seats: 0,
    room(size) {
      if (!(size <= MAX_BYTES)) throw new RangeError('an answer of ' + size + ' bytes is too long');
      if (size > host.u8.length) attach(native.grow(size));
    },
    write(text, at) {
      if (text.length > MAX_BYTES) throw new RangeError('an answer of ' + text.length + ' characters is too long');
      const size = encodedLength(text, 0, text.length);
      host.room(at + size);
      encode(text, host.u8, at, at + size);
      return size;
    },
    malformed(value) {
      note(value);
      return -1;
    },
    fault(value) {
      if (i32[MALFORMED]++ === 0) note(value);
    },
    crash(error) {
      if (i32[CRASHES]++ === 0) native.crash(error);
    },
  };

  function attach(buffer) {
    host.u8 = new Uint8Array(buffer);
    host.i32 = new Int32Array(buffer);
    host.f64 = new Float64Array(buffer);
  }

  // ---- one match

  // start begins a match and returns the function to call on each turn. bot is the compiled
  // source: a function that returns the bot, or the bot itself if that is constant (wrap.go).
  function start(prelude, bot, constant) {
    host.seat = i32[SEAT];
    host.seats = i32[SEATS];
    const script = prelude(host);
    const turn = script.turn;
    if (typeof turn !== 'function') throw new TypeError('the prelude gives no turn function');
    script.start(constant ? bot : bot());
    return turn;
  }

  // freeze makes the compiled source, which the bot can get hold of (arguments.callee), useless
  // for keeping anything. A constant bot is guarded by seal instead.
  function freeze(bot) {
    if (bot.prototype) freezeObject(bot.prototype);
    freezeObject(bot);
  }

  // ---- between matches

  const setInput = (getOwnPropertyDescriptor(RegExp, 'input') || {}).set;
  const nothing = /(?:)/;

  // reset clears what is no property: RegExp.$1 and its like.
  function reset() {
    exec(nothing, '');
    if (setInput) apply(setInput, RegExp, ['']);
  }

  // Objects that are reachable, but by no property of an object reachable otherwise.
  function hidden() {
    const of = (object) => getPrototypeOf(object);
    const list = [
      of([].values()), of(new Map().values()), of(new Set().values()), of(''[Symbol.iterator]()), of('a'.matchAll(/a/g)),
      of(function* () {}), of(async function () {}), of(async function* () {}), of((function* () {})()), of((async function* () {})()),
      getOwnPropertyDescriptor(function () { 'use strict'; return arguments; }(), 'callee').get,
    ];
    if (typeof Intl === 'object' && Intl.Segmenter) {
      const segments = new Intl.Segmenter().segment('a');
      list.push(of(segments), of(segments[Symbol.iterator]()));
    }
    if (typeof Iterator === 'function' && Iterator.from) list.push(of(Iterator.from({ next() {} })), of([].values().map((x) => x)));
    const before = getOwnPropertyDescriptor(Error, 'prepareStackTrace');
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack; // V8's call sites: seen by a bot's own prepareStackTrace
    if (typeof sites === 'object' && sites.length > 0) list.push(of(sites[0]));
    if (before) defineProperty(Error, 'prepareStackTrace', before);
    else delete Error.prepareStackTrace;
    return list;
  }

  let records = [];
  let globals = null; // the names on the global object

  // seal records every object reachable now, before the bot's first line has run, and returns
  // them. roots are objects to add.
  function seal(roots) {
    reset();
    const seen = new Set(), objects = [];
    const add = (value) => {
      if ((typeof value === 'object' && value !== null || typeof value === 'function') && !seen.has(value)) {
        seen.add(value);
        objects.push(value);
      }
    };
    add(global);
    for (const root of [...roots, ...hidden()]) add(root);
    records = [];
    for (let i = 0; i < objects.length; i++) { // grows while it runs
      const object = objects[i], keys = ownKeys(object), own = { __proto__: null };
      add(getPrototypeOf(object));
      for (const key of keys) {
        const { value, get, set, writable, enumerable, configurable } = getOwnPropertyDescriptor(object, key);
        own[key] = [value, get, set, writable, enumerable, configurable];
        add(value);
        add(get);
        add(set);
      }
      records.push({ object, keys, own, prototype: getPrototypeOf(object), extensible: isExtensible(object) });
    }
    globals = { __proto__: null };
    for (const key of ownKeys(global)) globals[key] = true;
    return objects;
  }

  // sweep removes the names that the bot put on the global object. It returns whether it could.
  function sweep() {
    const keys = ownKeys(global);
    for (let i = 0; i < keys.length; i++) {
      if (globals[keys[i]] !== true && !deleteProperty(global, keys[i])) return false;
    }
    return true;
  }

  // same tells whether a descriptor is as recorded. What one kind of descriptor lacks would be looked
  // for on Object.prototype, where a bot can put a getter: so the descriptor loses its prototype.
  function same(d, e) {
    return d !== undefined && setPrototypeOf(d, null) && is(d.value, e[0]) && d.get === e[1] && d.set === e[2] &&
      d.writable === e[3] && d.enumerable === e[4] && d.configurable === e[5];
  }

  // pristine tells whether the object of a record is exactly as it was recorded.
  function pristine(record) {
    const { object, keys: was, own } = record;
    if (getPrototypeOf(object) !== record.prototype || isExtensible(object) !== record.extensible) return false;
    const keys = ownKeys(object);
    if (keys.length !== was.length) return false;
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== was[i] || !same(getOwnPropertyDescriptor(object, keys[i]), own[keys[i]])) return false;
    }
    return true;
  }

  // define gives an object a property as it was recorded.
  function define(object, key, e) {
    const enumerable = e[4], configurable = e[5];
    defineProperty(object, key, e[3] === undefined
      ? { __proto__: null, get: e[1], set: e[2], enumerable, configurable }
      : { __proto__: null, value: e[0], writable: e[3], enumerable, configurable });
  }

  // repair undoes what can be undone: added properties, changed ones, another prototype.
  function repair(record) {
    const { object, keys: was, own } = record;
    if (getPrototypeOf(object) !== record.prototype) setPrototypeOf(object, record.prototype);
    const keys = ownKeys(object);
    for (let i = 0; i < keys.length; i++) if (own[keys[i]] === undefined) deleteProperty(object, keys[i]);
    for (let i = 0; i < was.length; i++) {
      if (!same(getOwnPropertyDescriptor(object, was[i]), own[was[i]])) define(object, was[i], own[was[i]]);
    }
    return pristine(record);
  }

  // restore is the judge: it repairs what it can. It returns how many recorded objects it had to
  // repair, or false if one cannot be as it was.
  function restore() {
    let repaired = 0;
    for (let i = 0; i < records.length; i++) {
      if (pristine(records[i])) continue;
      if (!repair(records[i])) return false;
      repaired++;
    }
    return repaired;
  }

  return { __proto__: null, attach, seal, freeze, start, reset, sweep, restore };
})
