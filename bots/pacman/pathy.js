// Pathy walks the shortest way to the nearest thing it wants, and runs for a while when it sees a ghost.
//
// What to learn from it: breadth-first search. With the whole maze known, the shortest way through it to
// "the nearest fruit or power pellet", whatever that is, takes one loop over a list that grows. The
// rest of the bot only says what it wants at the moment.
function pathy(maze, me, sight, memory) {
  const FLEE = 8;        // turns to run after a ghost was seen
  const POWER_MOVES = 9; // moves during which ghosts are food
  const STEPS = [["N", 0, -1], ["E", 1, 0], ["S", 0, 1], ["W", -1, 0]];
  const size = maze.size;
  const here = me.y * size + me.x;

  const known = memory.known = memory.known || {}; // letters by square; nothing for what was never seen
  for (const square of sight) known[square.y * size + square.x] = square.letter;
  known[here] = "X";
  memory.power = Math.max(0, (memory.power || 0) - 1);
  memory.flee = Math.max(0, (memory.flee || 0) - 1);

  const way = me.letter === "G" ? nearest("P") : memory.power > 0 ? nearest("G") || nearest("O") || nearest("Fo") : flee() || nearest("OF") || nearest("o");
  const move = way || STEPS.map((step) => step[0])[Math.floor(Math.random() * 4)];
  for (const [letter, to] of exits(here)) {
    if (letter === move && known[to] === "O") memory.power = POWER_MOVES + 1; // one is taken off before the next move
  }
  return move;

  // The squares around a square, as [way, square].
  function exits(from) {
    const x = from % size, y = Math.floor(from / size);
    const list = [];
    STEPS.forEach(([letter, dx, dy], i) => {
      if (!(maze.walls[x][y] & 1 << i)) list.push([letter, (y + dy + size) % size * size + (x + dx + size) % size]);
    });
    return list;
  }

  // The first step to the nearest square with one of these letters, if one is known.
  function nearest(letters) {
    const seen = { [here]: true };
    let front = exits(here);
    while (front.length > 0) {
      const next = [];
      for (const [first, square] of front) {
        if (seen[square]) continue;
        seen[square] = true;
        if (known[square] && letters.includes(known[square])) return first;
        for (const [, to] of exits(square)) next.push([first, to]);
      }
      front = next;
    }
    return null;
  }

  // The steps from each square to one.
  function distances(to) {
    const steps = { [to]: 0 };
    const list = [to];
    for (const square of list) {
      for (const [, other] of exits(square)) {
        if (other in steps) continue;
        steps[other] = steps[square] + 1;
        list.push(other);
      }
    }
    return steps;
  }

  // The step that leads farthest from the ghost, while there is one to run from.
  function flee() {
    const away = distances(here);
    for (const square of sight) {
      const at = square.y * size + square.x;
      if (square.letter === "G" && !(memory.flee > 0 && away[at] >= memory.far)) {
        memory.flee = FLEE;
        memory.ghost = at;
        memory.far = away[at];
      }
    }
    if (memory.flee === 0) return null;
    const steps = distances(memory.ghost);
    return exits(here).reduce((best, exit) => steps[exit[1]] > steps[best[1]] ? exit : best)[0];
  }
}
