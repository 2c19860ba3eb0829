// A bot for tokens: it walks to the nearest token and eats it.
// The arena makes one bot a match, by new, with true in the first seat, and calls its yourMove on
// each of its turns. Math.random is seeded; console.log is kept with the turn.
function (player1) {
  // Returns "UP", "DOWN", "LEFT", "RIGHT", "EAT" or "PASS".
  this.yourMove = function (board) {
    const me = player1 ? board.player1 : board.player2;
    const [x, y] = me.pos;
    let nearest = null;
    board.tokens.forEach((column, tx) => column.forEach((token, ty) => {
      if (!token) return; // false where there is none, else {color: "#FF0000", points: 2}
      const steps = Math.abs(tx - x) + Math.abs(ty - y);
      if (!nearest || steps < nearest.steps) nearest = { steps, tx, ty };
    }));
    if (!nearest) return "PASS";
    if (nearest.tx !== x) return nearest.tx > x ? "RIGHT" : "LEFT";
    if (nearest.ty !== y) return nearest.ty > y ? "DOWN" : "UP";
    return "EAT";
  };
}
