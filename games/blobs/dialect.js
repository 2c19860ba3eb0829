// The script's end of the dialect in javascript.go. It calls the bot once for each blob of the
// family, with the objects of the rules, section What a bot gets, made anew for each call, and
// takes a string or an object {send, amt} for an answer.
//
// By the time it runs the bot may have changed every built-in and put setters on every prototype.
// So all that a bot is handed is made by literals, which define properties of their own, an element
// is only ever written over one that the array already has, and of an answer each part is read once.
(function () {
  const Wrong = TypeError;
  const parse = JSON.parse;

  // ---- the names that bots use (rules, What a bot gets)

  globalThis.North = "north";
  globalThis.East = "east";
  globalThis.South = "south";
  globalThis.West = "west";
  globalThis.SplitNorth = "splitnorth";
  globalThis.SplitEast = "spliteast";
  globalThis.SplitSouth = "splitsouth";
  globalThis.SplitWest = "splitwest";
  globalThis.SendNorth = function SendNorth(amt) { return { send: "north", amt: amt }; };
  globalThis.SendEast = function SendEast(amt) { return { send: "east", amt: amt }; };
  globalThis.SendSouth = function SendSouth(amt) { return { send: "south", amt: amt }; };
  globalThis.SendWest = function SendWest(amt) { return { send: "west", amt: amt }; };

  globalThis.taxiDist = function taxiDist(a, b, k) {
    return (Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1])) / (k === undefined ? 1 : k);
  };

  globalThis.hypotDist = function hypotDist(a, b) {
    return Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
  };

  globalThis.modDir = function modDir(dir, amt) {
    switch (dir) {
      case "north": return turned(dir, "", 0, amt);
      case "east": return turned(dir, "", 1, amt);
      case "south": return turned(dir, "", 2, amt);
      case "west": return turned(dir, "", 3, amt);
      case "splitnorth": return turned(dir, "split", 0, amt);
      case "spliteast": return turned(dir, "split", 1, amt);
      case "splitsouth": return turned(dir, "split", 2, amt);
      case "splitwest": return turned(dir, "split", 3, amt);
    }
    return dir;
  };

  function turned(dir, prefix, from, amt) {
    switch ((from + amt % 4 + 4) % 4) {
      case 0: return prefix + "north";
      case 1: return prefix + "east";
      case 2: return prefix + "south";
      case 3: return prefix + "west";
    }
    return dir; // by an amount that is no whole number
  }

  // ---- lists

  // An array of n elements of its own. Engines clone literals faster than anything fills an array;
  // a parsed one has no setters in its way either.
  function list(n) {
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
    }
    let text = "[null";
    for (let i = 1; i < n; i++) text += ",null";
    return parse(text + "]");
  }

  return function (host) {
    const selves = { __proto__: null }; // storage.self by UID
    const communal = {};
    let run;
    let at = 0; // where the next number is read, in units of 4 bytes

    function pellets(i32, n) {
      const out = list(n);
      for (let i = 0; i < n; i++, at += 2) {
        const pos = i32[at];
        out[i] = { pos: [pos & 0xffff, pos >> 16], energy: i32[at + 1] };
      }
      return out;
    }

    function blobs(i32, f64, n) {
      const out = list(n);
      for (let i = 0; i < n; i++, at += 4) {
        const pos = i32[at + 1];
        out[i] = { pos: [pos & 0xffff, pos >> 16], uid: i32[at], energy: f64[at + 2 >> 1] };
      }
      return out;
    }

    // The code of a transfer, whose amount goes to f64[slot]; 0 if it is none.
    function transfer(answer, f64, slot) {
      const send = answer.send;
      let code = 0;
      switch (send) {
        case "north": code = 9; break;
        case "east": code = 10; break;
        case "south": code = 11; break;
        case "west": code = 12; break;
        default: host.fault(answer); return 0;
      }
      const amt = answer.amt;
      if (typeof amt !== "number") { host.fault(answer); return 0; }
      if (amt - amt !== 0) { host.fault("a transfer of " + amt); return 0; } // NaN, Infinity
      f64[slot] = amt;
      return code;
    }

    // The code of an answer; what is no order is noted, so that its author learns of it.
    function order(answer, f64, slot) {
      if (!answer) return 0;
      switch (answer) { // only primitive strings are equal to these
        case "north": return 1;
        case "east": return 2;
        case "south": return 3;
        case "west": return 4;
        case "splitnorth": return 5;
        case "spliteast": return 6;
        case "splitsouth": return 7;
        case "splitwest": return 8;
      }
      if (typeof answer === "object") return transfer(answer, f64, slot);
      host.fault(answer);
      return 0;
    }

    // Calls the bot for the blob that is read at at.
    function decide(side, i32, f64, slot) {
      const uid = i32[at], pos = i32[at + 1], food = i32[at + 2], others = i32[at + 3], energy = f64[at + 4 >> 1];
      at += 6;
      const near = { pellets: pellets(i32, food), blobs: blobs(i32, f64, others) };
      const me = { energy: energy, uid: uid, pos: [pos & 0xffff, pos >> 16] };
      let self = selves[uid];
      if (self === undefined) self = selves[uid] = {};
      try {
        return order(run(side, near, me, { self: self, communal: communal }), f64, slot);
      } catch (error) {
        host.crash(error);
        return 0;
      }
    }

    return {
      start(bot) {
        if (typeof bot !== "function") throw new Wrong("the bot is no function but " + typeof bot);
        run = bot;
      },

      turn() {
        const i32 = host.i32, f64 = host.f64;
        const side = i32[0], count = i32[1];
        at = 2;
        // The answers overwrite what has been read: 16 bytes for at least 24.
        for (let i = 0; i < count; i++) i32[4 * i] = decide(side, i32, f64, 2 * i + 1);
        return 16 * count;
      },
    };
  };
})()
