// Physicist lets everything it knows pull or push it, the nearer the more, and goes where the sum points.
//
// What to learn from it: a sum of forces is the shortest way to take everything into account at once,
// with a number for how much each thing matters. It knows no walls beyond the next step, so it can be
// stuck between two things that it wants; a bot with a map does better.
function physicist(maze, me, sight, memory) {
  const AS_PACMAN = { o: 10, O: 200, F: 100, G: -500, P: -20, X: -2 };
  const AS_GHOST = { o: 10, O: 200, F: 100, G: -50, P: 500, X: -2 };
  const FORGET = 5; // turns after which things that were out of sight are forgotten; empty squares stay known

  memory.turn = (memory.turn || 0) + 1;
  const known = memory.known = memory.known || {};
  for (const square of sight) known[square.y * maze.size + square.x] = { x: square.x, y: square.y, letter: square.letter, turn: memory.turn };

  const force = me.letter === "G" ? AS_GHOST : AS_PACMAN;
  let fx = 0, fy = 0;
  for (const at in known) {
    const thing = known[at];
    if (thing.letter !== "X" && memory.turn - thing.turn >= FORGET) {
      delete known[at];
      continue;
    }
    const dx = shortest(thing.x - me.x), dy = shortest(thing.y - me.y);
    const squared = dx * dx + dy * dy;
    if (squared === 0) continue;
    const pull = force[thing.letter] / (squared * Math.sqrt(squared));
    fx += pull * dx;
    fy += pull * dy;
  }

  let best = "X", most = -Infinity;
  for (const [i, [way, dx, dy]] of [["N", 0, -1], ["E", 1, 0], ["S", 0, 1], ["W", -1, 0]].entries()) {
    if (maze.walls[me.x][me.y] & 1 << i) continue;
    const pull = fx * dx + fy * dy;
    if (pull > most) {
      most = pull;
      best = way;
    }
  }
  return best;

  // A difference of coordinates the shorter way round: the maze has no edges.
  function shortest(d) {
    if (2 * d > maze.size) return d - maze.size;
    if (2 * d < -maze.size) return d + maze.size;
    return d;
  }
}
