// Lazy never takes a step. It tries to eat what lies under it, turn after turn.
//
// What to learn from it: the smallest bot there is. A bot is a function that is called with "new"
// once for each match, and its yourMove is called once for each of its turns. Trying to eat from
// an empty cell is allowed; it just uses up the turn.
function lazy() {
  this.yourMove = function () {
    return "EAT";
  };
}
