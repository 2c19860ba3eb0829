// Novice puts its stones at random, but next to others.
// It takes a five when it sees one; nothing else about the position matters to it. The simplest
// bot to start from: board[y][x] is 1 for black, -1 for white and 0 for an empty cell, and me is
// the colour to play.
function novice(board, me) {
  var size = board.length, near = [], middle = size >> 1;

  function at(x, y) {
    return x >= 0 && x < size && y >= 0 && y < size ? board[y][x] : undefined;
  }

  // How many of me in a row a stone on x, y would make in a direction.
  function row(x, y, dx, dy) {
    var n = 1;
    for (var i = 1; at(x + i * dx, y + i * dy) === me; i++) n++;
    for (i = 1; at(x - i * dx, y - i * dy) === me; i++) n++;
    return n;
  }

  function hasNeighbour(x, y) {
    for (var dy = -1; dy <= 1; dy++) {
      for (var dx = -1; dx <= 1; dx++) if (at(x + dx, y + dy)) return true;
    }
    return false;
  }

  for (var y = 0; y < size; y++) {
    for (var x = 0; x < size; x++) {
      if (board[y][x] !== 0) continue;
      if (Math.max(row(x, y, 1, 0), row(x, y, 0, 1), row(x, y, 1, 1), row(x, y, 1, -1)) === 5) return [x, y];
      if (hasNeighbour(x, y)) near.push([x, y]);
    }
  }
  if (near.length > 0) return near[Math.floor(Math.random() * near.length)];
  return [middle, middle];
}
