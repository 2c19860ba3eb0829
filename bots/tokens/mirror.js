// Mirror does what its opponent did last. It takes the same step, and when the opponent stood
// still, it tries to eat.
//
// What to learn from it: how to remember something from one turn to the next. A bot is told only
// how things are now; what happened is the difference to what it has kept from its last turn.
function mirror(first) {
  let seen = null; // where the opponent was on our last turn

  this.yourMove = function (board) {
    const now = (first ? board.player2 : board.player1).pos;
    const before = seen || now;
    seen = now; // a copy of our own, made for this turn: nobody changes it later

    if (now[0] > before[0]) return "RIGHT";
    if (now[0] < before[0]) return "LEFT";
    if (now[1] > before[1]) return "DOWN";
    if (now[1] < before[1]) return "UP";
    return "EAT";
  };
}
