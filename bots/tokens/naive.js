// Naive goes to the nearest token and eats it. Of several that are equally near it takes the one
// that pays most right now.
//
// What to learn from it: what a token pays. Beside its points there is a bonus if its colour is
// that of the token eaten before: one more each time, for as long as the run of the colour lasts.
// Naive sees the bonus only when it decides between neighbours, so its runs are short and lucky.
function naive(first) {
  this.yourMove = function (board) {
    const me = first ? board.player1 : board.player2;
    let best = null;
    for (const token of list(board.tokens)) {
      const steps = distance(me.pos, token.pos);
      const pay = payFor(token, me);
      if (!best || steps < best.steps || (steps === best.steps && pay > best.pay)) {
        best = { pos: token.pos, steps, pay };
      }
    }
    return stepTo(me.pos, best.pos);
  };

  // The tokens on the board as one flat list. The arena asks nobody when there are none.
  function list(cells) {
    const tokens = [];
    cells.forEach((column, x) => column.forEach((token, y) => {
      if (token) tokens.push({ pos: [x, y], color: token.color, points: token.points });
    }));
    return tokens;
  }

  // Steps from one cell to another: there are no diagonals.
  function distance(a, b) {
    return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
  }

  // What eating the token would add to the player's score.
  function payFor(token, player) {
    return token.points + (token.color === player.lastColor ? player.colorBonus + 1 : 0);
  }

  function stepTo(from, to) {
    if (from[0] < to[0]) return "RIGHT";
    if (from[0] > to[0]) return "LEFT";
    if (from[1] < to[1]) return "DOWN";
    if (from[1] > to[1]) return "UP";
    return "EAT";
  }
}
