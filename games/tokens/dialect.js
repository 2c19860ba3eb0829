// The script's end of the dialect in javascript.go. It hands a bot the object of the rules,
// section Bot interface, made anew for each turn, and takes one of six strings for an answer.
//
// By the time it runs the bot may have changed every built-in and put setters on every prototype.
// So all that a bot is handed is made by literals, which define properties of their own, and an
// element is only ever written over one that the array already has.
(function () {
  const Wrong = TypeError;
  const colors = ["#000000", "#FF0000", "#00FF00", "#0000FF"]; // by Color

  // An array of size times false. Engines clone such literals faster than anything fills an array.
  function empty(size) {
    switch (size) {
      case 5: return [false, false, false, false, false];
      case 6: return [false, false, false, false, false, false];
      case 7: return [false, false, false, false, false, false, false];
      case 8: return [false, false, false, false, false, false, false, false];
      case 9: return [false, false, false, false, false, false, false, false, false];
      case 10: return [false, false, false, false, false, false, false, false, false, false];
      case 11: return [false, false, false, false, false, false, false, false, false, false, false];
      case 12: return [false, false, false, false, false, false, false, false, false, false, false, false];
      case 13: return [false, false, false, false, false, false, false, false, false, false, false, false, false];
      case 14: return [false, false, false, false, false, false, false, false, false, false, false, false, false, false];
      case 15: return [false, false, false, false, false, false, false, false, false, false, false, false, false, false, false];
    }
  }

  // The object of the rules, from the bytes that AppendTurn wrote.
  function view(u8) {
    const size = u8[0];
    const tokens = empty(size);
    for (let x = 0; x < size; x++) tokens[x] = empty(size);
    for (let left = u8[1], at = 14; left > 0; left--, at += 4) {
      tokens[u8[at]][u8[at + 1]] = { color: colors[u8[at + 2]], points: u8[at + 3] };
    }
    return { player1: player(u8, 2), player2: player(u8, 8), tokens: tokens };
  }

  function player(u8, at) {
    return {
      pos: [u8[at], u8[at + 1]],
      score: u8[at + 2] | u8[at + 3] << 8,
      colorBonus: u8[at + 4],
      lastColor: colors[u8[at + 5]],
    };
  }

  return function (host) {
    let instance;
    return {
      start(bot) {
        if (typeof bot !== "function") throw new Wrong("the bot is no function but " + typeof bot);
        instance = new bot(host.seat === 0);
      },

      turn() {
        const u8 = host.u8;
        if (typeof instance.yourMove !== "function") throw new Wrong("the bot has no function yourMove");
        const answer = instance.yourMove(view(u8));
        switch (answer) { // by Action; only primitive strings are equal to these
          case "PASS": u8[0] = 0; break;
          case "UP": u8[0] = 1; break;
          case "RIGHT": u8[0] = 2; break;
          case "DOWN": u8[0] = 3; break;
          case "LEFT": u8[0] = 4; break;
          case "EAT": u8[0] = 5; break;
          default: return host.malformed(answer);
        }
        return 1;
      },
    };
  };
})()
