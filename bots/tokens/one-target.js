// One-target goes for the token that pays most for each turn it costs. It divides what the token
// would pay now by the turns: one for each step, and one to eat.
//
// What to learn from it: a rate is a better guide than a distance or a value alone. It keeps no
// plan: every turn it chooses anew, so a token that somebody else has eaten never confuses it.
function oneTarget(first) {
  this.yourMove = function (board) {
    const me = first ? board.player1 : board.player2;
    let target = null;
    let bestRate = 0;
    board.tokens.forEach((column, x) => column.forEach((token, y) => {
      if (!token) return;
      const turns = Math.abs(x - me.pos[0]) + Math.abs(y - me.pos[1]) + 1;
      const rate = payFor(token, me) / turns;
      if (rate > bestRate) {
        bestRate = rate;
        target = [x, y];
      }
    }));
    return stepTo(me.pos, target);
  };

  // What eating the token would add to the player's score: its points, and for one more of the
  // colour eaten last the bonus, which grows by 1 each time.
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
