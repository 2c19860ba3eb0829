// Quantity wants many tokens, whatever they are worth, so it goes to the nearest. Of several that
// are equally near it takes the one with the most others close by.
//
// What to learn from it: a bot that looks past the next bite. Counting neighbours is the cheapest
// way to ask "and what then?". Points and colours, which it never reads, are left to you.
function quantity(first) {
  const CLOSE = 3; // steps

  this.yourMove = function (board) {
    const me = first ? board.player1 : board.player2;
    const tokens = positions(board.tokens);
    let best = null;
    for (const pos of tokens) {
      const steps = distance(me.pos, pos);
      const company = tokens.filter((other) => distance(pos, other) <= CLOSE).length;
      if (!best || steps < best.steps || (steps === best.steps && company > best.company)) {
        best = { pos, steps, company };
      }
    }
    return stepTo(me.pos, best.pos);
  };

  function positions(cells) {
    const found = [];
    cells.forEach((column, x) => column.forEach((token, y) => {
      if (token) found.push([x, y]);
    }));
    return found;
  }

  function distance(a, b) {
    return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
  }

  function stepTo(from, to) {
    if (from[0] < to[0]) return "RIGHT";
    if (from[0] > to[0]) return "LEFT";
    if (from[1] < to[1]) return "DOWN";
    if (from[1] > to[1]) return "UP";
    return "EAT";
  }
}
