// Windows looks one stone ahead: it plays where the windows of five cells gain most.
// A window that only one colour has stones in is worth the more the more there are; a stone adds to
// its own windows and spoils those of the other. It knows swap2 (the third parameter says so) and
// opens with stones far apart.
function windows(board, me, game) {
  var size = board.length;
  var own = [1, 12, 150, 2000, 1000000];   // what one more stone adds to a window with so many of mine
  var theirs = [0, 8, 100, 1500, 100000];  // and takes from one with so many of theirs
  if (game.phase === "open") return [[2, 2], [size - 3, 2], [size - 2, size - 2]];

  // The worth of a stone on x, y for the five windows of one direction that it is in.
  function along(x, y, dx, dy) {
    var sum = 0;
    for (var back = 0; back < 5; back++) {
      var mine = 0, others = 0, i = 0;
      for (; i < 5; i++) {
        var cx = x + (i - back) * dx, cy = y + (i - back) * dy;
        if (cx < 0 || cx >= size || cy < 0 || cy >= size) break;
        if (board[cy][cx] === me) mine++;
        else if (board[cy][cx] === -me) others++;
      }
      if (i < 5) continue; // not all of it is on the board
      if (others === 0) sum += own[mine];
      else if (mine === 0) sum += theirs[others];
    }
    return sum;
  }

  var best = null, most = -1;
  for (var y = 0; y < size; y++) {
    for (var x = 0; x < size; x++) {
      if (board[y][x] !== 0) continue;
      var worth = along(x, y, 1, 0) + along(x, y, 0, 1) + along(x, y, 1, 1) + along(x, y, 1, -1);
      if (worth > most) {
        most = worth;
        best = [x, y];
      }
    }
  }
  return best;
}
