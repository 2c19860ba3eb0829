// Random wanders about without any aim, and eats whatever it happens to stand on. It is what a bot
// must beat to show that it knows anything.
//
// What to learn from it: how to find out who you are and what lies under your feet, and that
// Math.random is yours to use: the arena seeds it, so a match can be played again just as it was.
function random(first) {
  const steps = ["UP", "RIGHT", "DOWN", "LEFT"];

  this.yourMove = function (board) {
    const me = first ? board.player1 : board.player2;
    const [x, y] = me.pos;
    if (board.tokens[x][y]) return "EAT";
    return steps[Math.floor(Math.random() * steps.length)];
  };
}
