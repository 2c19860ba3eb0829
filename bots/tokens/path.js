// Path sets out on the short route through several tokens that pays most for each turn. It tries
// many ways through the next few tokens and adds up all that each would pay, bonuses included.
//
// What to learn from it: a depth-first search that stays small. From each token it goes on to the
// WIDTH most promising others only, DEPTH tokens deep, so it never looks at more than
// 4 + 16 + 64 + 256 places; and it keeps its target until that is eaten, by whomever, so it
// searches only once for each token. It plans as if it were alone on the board: teaching it about
// the opponent is the first thing to try.
function path(first) {
  const DEPTH = 4;
  const WIDTH = 4;

  let target = null;

  this.yourMove = function (board) {
    const me = first ? board.player1 : board.player2;
    if (!target || !board.tokens[target.x][target.y]) target = plan(board.tokens, me);
    return stepTo(me.pos, target);
  };

  // The first token of the best route for the player.
  function plan(cells, me) {
    const tokens = [];
    cells.forEach((column, x) => column.forEach((token, y) => {
      if (token) tokens.push({ x, y, color: token.color, points: token.points, used: false });
    }));
    const start = { x: me.pos[0], y: me.pos[1], color: me.lastColor, bonus: me.colorBonus, pay: 0, turns: 0 };
    return search(start, tokens, DEPTH).token;
  }

  // The best way on from a place, through at most depth tokens that are not used yet: its first
  // token, and the rate of the whole route, in points for each turn. No token if none is left.
  function search(place, tokens, depth) {
    let best = { token: null, rate: place.pay / place.turns };
    if (depth === 0) return best;
    for (const token of promising(place, tokens)) {
      token.used = true;
      const rate = search(eat(place, token), tokens, depth - 1).rate;
      token.used = false;
      if (!best.token || rate > best.rate) best = { token, rate };
    }
    return best;
  }

  // The WIDTH tokens that alone would pay most for each turn, best first.
  function promising(place, tokens) {
    const found = [];
    const rates = [];
    for (const token of tokens) {
      if (token.used) continue;
      const rate = pay(place, token) / turns(place, token);
      let at = found.length;
      while (at > 0 && rates[at - 1] < rate) at--;
      if (at === WIDTH) continue;
      found.splice(at, 0, token);
      rates.splice(at, 0, rate);
      if (found.length > WIDTH) {
        found.pop();
        rates.pop();
      }
    }
    return found;
  }

  // The place on a route where the token has just been eaten.
  function eat(place, token) {
    return {
      x: token.x,
      y: token.y,
      color: token.color,
      bonus: token.color === place.color ? place.bonus + 1 : 0,
      pay: place.pay + pay(place, token),
      turns: place.turns + turns(place, token),
    };
  }

  // What the token would pay: its points, and for one more of the colour eaten last the bonus,
  // which grows by 1 each time.
  function pay(place, token) {
    return token.points + (token.color === place.color ? place.bonus + 1 : 0);
  }

  // The steps to the token, and one turn to eat it.
  function turns(place, token) {
    return Math.abs(place.x - token.x) + Math.abs(place.y - token.y) + 1;
  }

  function stepTo(from, to) {
    if (from[0] < to.x) return "RIGHT";
    if (from[0] > to.x) return "LEFT";
    if (from[1] < to.y) return "DOWN";
    if (from[1] > to.y) return "UP";
    return "EAT";
  }
}
