// Ghostbuster travels to places it has not been yet, by the way that costs least, and food makes a way cheap.
// Ghosts make it dear, unless a power pellet is at work: then they are what it travels for.
//
// What to learn from it: a cost for each square, and the cheapest way (Dijkstra's algorithm) instead of
// the shortest one. The bot has no rules for running away or for going round a corner for a fruit;
// both come out of the same sum.
function ghostbuster(maze, me, sight, memory) {
  const COST = { o: 6, O: 1, F: 1, X: 20, P: 20, G: 400 }; // of a square, by what was seen there last
  const NEAR_GHOST = 300; // more for a square beside a ghost
  const BACK = 15;        // more for the square one comes from
  const PREY = 1;         // of a ghost and the squares beside it, while invincible
  const POWER_MOVES = 9;
  const RANGE = 8;        // squares that a ghost goes away from where it is
  const STEPS = [["N", 0, -1], ["E", 1, 0], ["S", 0, 1], ["W", -1, 0]];
  const size = maze.size;
  const here = me.y * size + me.x;

  if (!memory.known) {
    memory.known = new Array(size * size).fill("o"); // most squares hold a pellet at the start
    memory.exits = memory.known.map((_, at) => exits(at));
    memory.power = 0;
    memory.toVisit = new Set(memory.known.keys());
    look();
    return "X"; // who stands still sees in all four directions afterwards
  }
  look();
  memory.power = Math.max(0, memory.power - 1);
  memory.toVisit.delete(here);

  while (!goodGoal(memory.goal)) memory.goal = somewhere();
  const step = cheapest(memory.goal);
  if (me.letter !== "G" && memory.known[step.to] === "O") memory.power = POWER_MOVES + 1;
  memory.last = here;
  return step.way;

  function look() {
    for (const square of sight) memory.known[square.y * size + square.x] = square.letter;
    memory.known[here] = "X";
  }

  function exits(at) {
    const x = at % size, y = Math.floor(at / size);
    return STEPS.filter((_, i) => !(maze.walls[x][y] & 1 << i))
      .map(([way, dx, dy]) => ({ way, to: (y + dy + size) % size * size + (x + dx + size) % size }));
  }

  function goodGoal(at) {
    if (at === undefined || at === here) return false;
    return me.letter === "G" ? apart(at) <= RANGE : memory.toVisit.has(at);
  }

  function somewhere() {
    const dead = me.letter === "G";
    if (!dead && memory.toVisit.size === 0) memory.toVisit = new Set(memory.known.keys());
    const list = dead ? [...memory.known.keys()].filter((at) => apart(at) <= RANGE) : [...memory.toVisit];
    return list[Math.floor(Math.random() * list.length)];
  }

  function apart(at) {
    const dx = Math.abs(at % size - me.x), dy = Math.abs(Math.floor(at / size) - me.y);
    return Math.min(dx, size - dx) + Math.min(dy, size - dy);
  }

  function cost(at) {
    const letter = memory.known[at];
    if (me.letter === "G") return letter === "P" ? 1 : 10;
    const nearGhost = letter === "G" || memory.exits[at].some((exit) => memory.known[exit.to] === "G");
    if (memory.power > 0 && nearGhost) return PREY;
    return COST[letter] + (nearGhost ? NEAR_GHOST : 0) + (at === memory.last ? BACK : 0);
  }

  // The first step of the cheapest way to a square.
  function cheapest(goal) {
    const spent = new Map([[here, 0]]);
    const first = new Map(); // by square: the step from here that leads there
    const open = new Set([here]);
    const done = new Set();
    while (open.size > 0) {
      let at = -1;
      for (const square of open) if (at < 0 || spent.get(square) < spent.get(at)) at = square;
      if (at === goal) return first.get(at);
      open.delete(at);
      done.add(at);
      for (const exit of memory.exits[at]) {
        if (done.has(exit.to)) continue;
        const sum = spent.get(at) + cost(exit.to);
        if (open.has(exit.to) && spent.get(exit.to) <= sum) continue;
        open.add(exit.to);
        spent.set(exit.to, sum);
        first.set(exit.to, at === here ? exit : first.get(at));
      }
    }
    return memory.exits[here][0];
  }
}
