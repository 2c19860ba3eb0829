// Myopic takes the best thing next to it, and remembers the squares it has seen but never looks further.
// It never turns back, which would lead over squares that it has emptied.
//
// What to learn from it: counting. Nobody tells a Pac-Man that it is invincible; it has to know that it
// took a power pellet, and that ghosts are food for the nine moves after that.
function myopic(maze, me, sight, memory) {
  const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  const BACK = { N: "S", E: "W", S: "N", W: "E" };
  const POWER_MOVES = 9;

  memory.turn = (memory.turn || 0) + 1;
  memory.known = memory.known || {};
  for (const square of sight) memory.known[[square.x, square.y]] = square.letter;
  memory.known[[me.x, me.y]] = "X";

  const invincible = memory.turn <= memory.powerUntil;
  let best = 0, wanted = null;
  const others = []; // ways that are worth nothing, but no danger
  for (const [i, way] of ["N", "E", "S", "W"].entries()) {
    if (maze.walls[me.x][me.y] & 1 << i) continue;
    const letter = letterAt(way);
    const points = worth(letter);
    if (points > best) {
      best = points;
      wanted = way;
    }
    if (points >= 0 && way !== BACK[memory.last]) others.push(way);
  }
  if (!wanted && others.length > 0) wanted = others[Math.floor(Math.random() * others.length)];
  if (!wanted) return "X";
  if (letterAt(wanted) === "O") memory.powerUntil = memory.turn + POWER_MOVES;
  return memory.last = wanted;

  function worth(letter) {
    if (me.letter === "G") return letter === "P" ? 1000 : 0;
    switch (letter) {
      case "F": return 100;
      case "O": return 50;
      case "o": return 10;
      case "G": return invincible ? 200 : -1;
      default: return 0;
    }
  }

  function letterAt(way) {
    const x = (me.x + STEPS[way][0] + maze.size) % maze.size;
    const y = (me.y + STEPS[way][1] + maze.size) % maze.size;
    return memory.known[[x, y]];
  }
}
