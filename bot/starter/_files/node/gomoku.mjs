// A bot for gomoku, as a program for node: it puts its stone where rows of either colour are longest.

// Returns [x, y]; docs/rules/gomoku.md has the answers to the phases of swap2.
function choose({ board, size, me, phase }) {
  if (phase === "open") return [[2, 2], [size - 3, 2], [size - 2, size - 2]];
  if (phase !== "move") return "swap";
  let best = null, most = -1;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (board[y][x] !== 0) continue; // 1 is black, -1 white
      let worth = 10 * longest(board, x, y, me) + 9 * longest(board, x, y, -me);
      worth -= Math.max(Math.abs(2 * x - size + 1), Math.abs(2 * y - size + 1)) / size; // the middle is better
      if (worth > most) [best, most] = [[x, y], worth];
    }
  }
  return best;
}

// The longest row that a stone of that colour would make here.
function longest(board, x, y, color) {
  return Math.max(...[[1, 0], [0, 1], [1, 1], [1, -1]].map(([dx, dy]) =>
    count(board, x, y, dx, dy, color) + count(board, x, y, -dx, -dy, color)));
}

// How many stones of a colour lie in a row from here, without this cell.
function count(board, x, y, dx, dy, color) {
  let n = 0;
  while (board[y += dy]?.[x += dx] === color) n++;
  return n;
}
