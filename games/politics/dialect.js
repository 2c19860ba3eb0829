// The script's end of the dialect in javascript.go. It calls a bot with the arguments of the rules,
// section Bot interface, made anew for each turn, and checks what the bot returns as section Moves
// says.
//
// By the time it runs the bot may have changed every built-in and put setters on every prototype.
// So all that a bot is handed is made by literals, which define properties of their own, and an
// element is only ever written over one that the array already has. An answer may be a Proxy or
// have getters: each part of it is read once, and what was read is what is checked.
(function () {
  const Wrong = TypeError;
  const { isArray, from: arrayFrom } = Array;

  // ---- what bots call: helpers that change nothing and describe a move

  const VOTER = 15, CORNER = 16; // the largest coordinate of a voter, and of an area's corner

  // pack returns a good point as x | y << 8, and -1 for anything else.
  function pack(point, limit) {
    if (!isArray(point) || point.length !== 2) return -1;
    const x = point[0], y = point[1];
    if (typeof x !== "number" || typeof y !== "number") return -1;
    if (!(x >= 0 && x <= limit && y >= 0 && y <= limit)) return -1;
    const packed = x | y << 8;
    return (packed & 255) === x && packed >> 8 === y ? packed : -1;
  }

  function pair(point) {
    return isArray(point) && point.length === 2;
  }

  function inBrackets(point) {
    return "[" + point.join(", ") + "]";
  }

  function two(kind, limit, a, b) {
    if (!pair(a) || !pair(b)) return ["invalid", kind, a.toString(), b.toString()];
    if (pack(a, limit) < 0 || pack(b, limit) < 0) return ["invalid", kind, inBrackets(a), inBrackets(b)];
    return [kind, a, b];
  }

  function one(kind, a) {
    if (!pair(a)) return ["invalid", kind, a.toString()];
    if (pack(a, VOTER) < 0) return ["invalid", kind, inBrackets(a)];
    return [kind, a];
  }

  globalThis.campaign = function campaign(from, to) { return two("campaign", CORNER, from, to); };
  globalThis.poll = function poll(from, to) { return two("poll", CORNER, from, to); };
  globalThis.bribe = function bribe(at) { return one("bribe", at); };
  globalThis.merge = function merge(from, to) { return two("merge", VOTER, from, to); };
  globalThis.unmerge = function unmerge(at) { return one("unmerge", at); };

  // ---- what bots are handed

  // An array of n times null. Engines clone such literals faster than anything fills an array.
  function empty(n) {
    switch (n) {
      case 0: return [];
      case 1: return [null];
      case 2: return [null, null];
      case 3: return [null, null, null];
      case 4: return [null, null, null, null];
      case 5: return [null, null, null, null, null];
      case 6: return [null, null, null, null, null, null];
      case 7: return [null, null, null, null, null, null, null];
      case 8: return [null, null, null, null, null, null, null, null];
      case 9: return [null, null, null, null, null, null, null, null, null];
      case 10: return [null, null, null, null, null, null, null, null, null, null];
      case 11: return [null, null, null, null, null, null, null, null, null, null, null];
      case 12: return [null, null, null, null, null, null, null, null, null, null, null, null];
      case 13: return [null, null, null, null, null, null, null, null, null, null, null, null, null];
      case 14: return [null, null, null, null, null, null, null, null, null, null, null, null, null, null];
      case 15: return [null, null, null, null, null, null, null, null, null, null, null, null, null, null, null];
      case 16: return [null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null];
      default: return arrayFrom({ __proto__: null, length: n }); // n elements of its own, undefined
    }
  }

  function point(packed) {
    return [packed & 15, packed >> 4];
  }

  function regions(u8, i32, f64) {
    const n = u8[4];
    const list = empty(n);
    for (let i = 0, at = 8 + 16 * n; i < n; i++) {
      const size = i32[5 + 4 * i];
      const counts = i32[4 + 4 * i], neutral = counts & 0xffff, you = counts >>> 16;
      let blocks;
      if (size === 1) {
        blocks = [point(u8[at++])];
      } else {
        blocks = empty(size);
        for (let j = 0; j < size; j++) blocks[j] = point(u8[at++]);
      }
      list[i] = {
        blocks: blocks,
        number_neutral: neutral,
        number_you: you,
        number_opponent: 16 * size - neutral - you,
        absolute_average: f64[1 + 2 * i],
      };
    }
    return list;
  }

  // The result of a poll, whose bytes begin at offset at.
  function result(u8, i32, f64, at) {
    const n = i32[(at >> 2) + 3];
    const counts = i32[(at >> 2) + 2], neutral = counts & 0xffff, you = counts >>> 16;
    const people = empty(n);
    const supports = (at >> 3) + 2, places = at + 16 + 8 * n;
    for (let i = 0; i < n; i++) {
      people[i] = { position: point(u8[places + 2 * i]), region: u8[places + 2 * i + 1], support: f64[supports + i] };
    }
    return {
      people: people,
      amounts: {
        number_neutral: neutral,
        number_you: you,
        number_opponent: n - neutral - you,
        absolute_average: f64[at >> 3],
      },
    };
  }

  // ---- what bots answer: kinds by number as in action.go

  const CAMPAIGN = 1, POLL = 2, BRIBE = 3, MERGE = 4, UNMERGE = 5;

  // write puts a move of one or two points at the start of the shared bytes and returns its
  // length; a bad point makes the answer malformed.
  function write(host, answer, kind, limit, points) {
    const u8 = host.u8;
    const first = pack(answer[1], limit);
    const second = points === 2 ? pack(answer[2], limit) : 0;
    if (first < 0 || second < 0) return host.malformed(answer);
    u8[0] = kind;
    u8[1] = first & 255;
    u8[2] = first >> 8;
    if (points === 1) return 3;
    u8[3] = second & 255;
    u8[4] = second >> 8;
    return 5;
  }

  // complaint makes one line of a helper's description of a bad move.
  function complaint(answer) {
    let text = "invalid";
    for (let i = 1; i < 4; i++) {
      const part = answer[i];
      if (typeof part === "string") text += " " + part;
    }
    return text;
  }

  return function (host) {
    let bot;
    const storage = {};
    return {
      start(value) {
        if (typeof value !== "function") throw new Wrong("the bot is no function but " + typeof value);
        bot = value;
      },

      turn() {
        const u8 = host.u8, i32 = host.i32, f64 = host.f64;
        const polled = u8[5] === 1 ? result(u8, i32, f64, 24 + 16 * u8[4]) : {};
        const answer = bot(regions(u8, i32, f64), i32[0], polled, storage);
        if (answer === null) {
          u8[0] = 0;
          return 1;
        }
        if (!isArray(answer)) return host.malformed(answer);
        const name = answer[0];
        switch (name) { // only primitive strings are equal to these
          case "campaign": return write(host, answer, CAMPAIGN, CORNER, 2);
          case "poll": return write(host, answer, POLL, CORNER, 2);
          case "bribe": return write(host, answer, BRIBE, VOTER, 1);
          case "merge": return write(host, answer, MERGE, VOTER, 2);
          case "unmerge": return write(host, answer, UNMERGE, VOTER, 1);
          case "invalid": return host.malformed(complaint(answer));
          default: return host.malformed(answer);
        }
      },
    };
  };
})()
