// The script's end of the dialect in javascript.go. It calls a bot with the arguments of the rules,
// section Bots in JavaScript, made anew for each turn, and checks what it returns.
//
// By the time it runs the bot may have changed every built-in and put setters on every prototype.
// So what a bot is handed is made by literals, JSON.parse and Array.from, which define properties
// of their own, and an element is only ever written over one that the array already has. An answer
// may be a Proxy or have getters: each part of it is read once, and what was read is what is
// checked.
(function () {
  const Wrong = TypeError;
  const { parse } = JSON;
  const { isArray, from: arrayFrom } = Array;
  const rules = ["freestyle", "standard", "renju"]; // by Rule
  const phases = ["move", "open", "choose", "decide"]; // by Phase
  const colors = [0, 1, -1]; // by Stone
  const OPEN = 1; // PhaseOpen
  const SWAP = 115, OPENING = 100; // answers, "s" and "d"
  const ZERO = 1000, MOST = 999; // coordinateZero, maxCoordinate
  const HEADER = 6; // bytes before the cells

  const blank = []; // the text of an empty board, by size
  for (let size = 0; size <= 20; size++) {
    const row = "[" + "0,".repeat(size).slice(0, -1) + "]";
    blank[size] = "[" + (row + ",").repeat(size).slice(0, -1) + "]";
  }

  // board[y][x], from the bytes that AppendTurn wrote.
  function boardOf(u8) {
    const size = u8[0];
    const board = parse(blank[size]);
    for (let y = 0, at = HEADER; y < size; y++) {
      const row = board[y];
      for (let x = 0; x < size; x++, at++) {
        if (u8[at] !== 0) row[x] = colors[u8[at]];
      }
    }
    return board;
  }

  function movesOf(u8) {
    const moves = arrayFrom({ __proto__: null, length: u8[4] | u8[5] << 8 });
    for (let i = 0, at = HEADER + u8[0] * u8[0]; i < moves.length; i++, at += 2) moves[i] = [u8[at], u8[at + 1]];
    return moves;
  }

  // writeCoordinate writes a whole number at an offset and says whether it was one.
  function writeCoordinate(u8, at, value) {
    if (typeof value !== "number" || value % 1 !== 0) return false;
    const n = (value < -MOST ? -MOST : value > MOST ? MOST : value) + ZERO;
    u8[at] = n & 255;
    u8[at + 1] = n >> 8;
    return true;
  }

  function writePair(u8, at, x, y) {
    return writeCoordinate(u8, at, x) && writeCoordinate(u8, at + 2, y);
  }

  // writePoint writes a point [x, y] at an offset and says whether it was one.
  function writePoint(u8, at, point) {
    if (!isArray(point) || point.length !== 2) return false;
    return writePair(u8, at, point[0], point[1]);
  }

  // answered writes an answer and returns its length, 0 if it is none.
  function answered(u8, answer) {
    if (answer === "swap") {
      u8[0] = SWAP;
      return 1;
    }
    if (!isArray(answer)) return 0;
    const length = answer.length;
    if (length !== 2 && length !== 3) return 0;
    const first = answer[0], second = answer[1];
    if (length === 2 && writePair(u8, 0, first, second)) return 4;
    if (!writePoint(u8, 0, first) || !writePoint(u8, 4, second)) return 0;
    if (length === 2) return 8;
    return writePoint(u8, 8, answer[2]) ? 12 : 0;
  }

  return function (host) {
    let bot, knowsSwap2;
    return {
      start(value) {
        if (typeof value !== "function") throw new Wrong("the bot is no function but " + typeof value);
        bot = value;
        knowsSwap2 = value.length > 2;
      },

      turn() {
        const u8 = host.u8;
        if (u8[2] === OPEN && !knowsSwap2) {
          u8[0] = OPENING;
          return 1;
        }
        const answer = bot(boardOf(u8), colors[u8[1]], { size: u8[0], rule: rules[u8[3]], phase: phases[u8[2]], moves: movesOf(u8) });
        return answered(u8, answer) || host.malformed(answer);
      },
    };
  };
})()
