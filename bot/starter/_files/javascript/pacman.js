// A bot for pacman: of the squares around it, it goes where it has been least often, prefers pellets
// and keeps away from ghosts.
// The function is called once for each of its moves; memory is its own for a whole match. It
// returns "N", "E", "S", "W" or "X", which is to stay.
function bot(maze, me, sight, memory) {
  const size = maze.size;
  const number = (x, y) => (y + size) % size * size + (x + size) % size; // the maze goes on at the other side
  const seen = {}; // G ghost, P Pac-Man, o O F to eat, X nothing
  for (const square of sight) seen[number(square.x, square.y)] = square.letter;
  const visits = memory.visits ??= {}; // how often it was on a square
  const here = number(me.x, me.y);
  visits[here] = (visits[here] ?? 0) + 1;
  let best = "X", most = null;
  for (const [way, dx, dy, wall] of [["N", 0, -1, 1], ["E", 1, 0, 2], ["S", 0, 1, 4], ["W", -1, 0, 8]]) {
    if (maze.walls[me.x][me.y] & wall) continue;
    const square = number(me.x + dx, me.y + dy);
    let worth = -(visits[square] ?? 0);
    if (me.letter === "G") worth += seen[square] === "P" ? 50 : 0; // caught: the bot is a ghost itself now, and hunts
    else if (seen[square] === "G") worth -= 1000;
    else if ("oOF".includes(seen[square])) worth += 2;
    if (most === null || worth > most) [best, most] = [way, worth];
  }
  return best;
}
