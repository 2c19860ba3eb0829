// Hungry gives tokens marks for points, colour, distance and the opponent, and goes for the best.
// It adds up several small judgements of which none is right alone.
//
// What to learn from it: a bot is often a handful of numbers that weigh against each other. They
// stand together at the top, in the unit of points, so that you can turn one and see what happens
// (koth tournament tokens hungry my-hungry.js).
function hungry(first) {
  const PER_STEP = 1;     // what a step costs
  const RUN = 1.5;        // a bonus of 1 now is worth more: it makes the next bonus larger as well
  const COMMON = 2;       // for starting on a colour of which all the tokens are: none are 0
  const SPOIL = 0.5;      // for each point of bonus that the opponent would get for this token
  const LATE = 0.5;       // for each step that the opponent is nearer
  const TAKEN = 100;      // for a token under the opponent's feet: it is as good as gone

  this.yourMove = function (board) {
    const me = first ? board.player1 : board.player2;
    const rival = first ? board.player2 : board.player1;
    const tokens = list(board.tokens);
    let best = null;
    for (const token of tokens) {
      const marks = judge(token, tokens, me, rival);
      if (!best || marks > best.marks) best = { pos: token.pos, marks };
    }
    return stepTo(me.pos, best.pos);
  };

  function judge(token, tokens, me, rival) {
    const mine = distance(me.pos, token.pos);
    const theirs = distance(rival.pos, token.pos);
    const sameColor = tokens.filter((other) => other.color === token.color).length;

    let marks = token.points - PER_STEP * mine;
    marks += RUN * bonus(token, me);
    marks += COMMON * sameColor / tokens.length;
    marks += SPOIL * bonus(token, rival);
    if (theirs < mine) marks -= LATE * (mine - theirs);
    if (theirs === 0 && mine > 0) marks -= TAKEN;
    return marks;
  }

  // What the token would pay the player beyond its points.
  function bonus(token, player) {
    return token.color === player.lastColor ? player.colorBonus + 1 : 0;
  }

  function list(cells) {
    const tokens = [];
    cells.forEach((column, x) => column.forEach((token, y) => {
      if (token) tokens.push({ pos: [x, y], color: token.color, points: token.points });
    }));
    return tokens;
  }

  function distance(a, b) {
    return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);
  }

  // The longer way first keeps both ways open for as long as possible.
  function stepTo(from, to) {
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    if (dx === 0 && dy === 0) return "EAT";
    if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? "RIGHT" : "LEFT";
    return dy > 0 ? "DOWN" : "UP";
  }
}
