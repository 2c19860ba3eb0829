// The script's end of the dialect in javascript.go. It calls the bot once a turn with the objects of
// the rules, section In JavaScript: the maze and a memory, which are the same in all calls of a match,
// and its square and its sight, made anew for each call. It takes one of five strings for an answer.
//
// By the time it runs the bot may have changed every built-in and put setters on every prototype.
// So all that a bot is handed is made by literals or parsed, which define properties of their own,
// and an element is only ever written over one that the array already has.
(function () {
  const Wrong = TypeError;
  const parse = JSON.parse;
  const letters = ["X", "o", "O", "F", "P", "G"]; // as sightLetters
  const texts = { __proto__: null };              // of arrays of zeros, by their length

  function zeros(n) {
    if (n === 0) return [];
    let text = texts[n];
    if (text === undefined) {
      text = "[0";
      for (let i = 1; i < n; i++) text += ",0";
      text = texts[n] = text + "]";
    }
    return parse(text);
  }

  function square(u8, at) {
    return { x: u8[at], y: u8[at + 1], letter: letters[u8[at + 2]] };
  }

  // The maze, whose walls are read from at on.
  function readMaze(u8, at) {
    const size = u8[1];
    const walls = zeros(size);
    for (let x = 0; x < size; x++) {
      const column = walls[x] = zeros(size);
      for (let y = 0; y < size; y++) column[y] = u8[at + y * size + x];
    }
    return { size: size, walls: walls };
  }

  return function (host) {
    const memory = {};
    let maze, move;
    return {
      start(bot) {
        if (typeof bot !== "function") throw new Wrong("the bot is no function but " + typeof bot);
        move = bot;
      },

      turn() {
        const u8 = host.u8;
        const seen = u8[5] | u8[6] << 8;
        const sight = zeros(seen);
        for (let i = 0, at = 7; i < seen; i++, at += 3) sight[i] = square(u8, at);
        if (u8[0] === 1) maze = readMaze(u8, 7 + 3 * seen);
        const answer = move(maze, square(u8, 2), sight, memory);
        switch (answer) { // by Action; only primitive strings are equal to these
          case "N": case "n": u8[0] = 0; break;
          case "E": case "e": u8[0] = 1; break;
          case "S": case "s": u8[0] = 2; break;
          case "W": case "w": u8[0] = 3; break;
          case "X": case "x": u8[0] = 4; break;
          default: return host.malformed(answer);
        }
        return 1;
      },
    };
  };
})()
