// Avoider keeps out of everybody's way and goes straight on as long as it can.
//
// What to learn from it: what not to do counts for more than what to do. It collects only what happens
// to lie in its way, but it lives long enough to find a lot of it. It also shows what memory is for:
// the bot is called anew on each turn, and only memory is the same object again.
function avoider(maze, me, sight, memory) {
  const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
  const BACK = { N: "S", E: "W", S: "N", W: "E" };

  // What a ghost must avoid is Pac-Men that may be invincible, and company; what a Pac-Man must
  // avoid is ghosts, and then other Pac-Men, with whom it would share nothing but trouble.
  const dead = me.letter === "G";
  const enemy = dead ? "P" : "G";
  const nuisance = dead ? "G" : "P";

  const ways = ["N", "E", "S", "W"].filter((way, i) => !(maze.walls[me.x][me.y] & 1 << i));
  const safe = ways.filter((way) => letterAt(way) !== enemy);
  const quiet = safe.filter((way) => letterAt(way) !== nuisance);
  let choice = quiet.length > 0 ? quiet : safe;
  if (choice.length > 1) choice = choice.filter((way) => way !== BACK[memory.last]);
  if (choice.length === 0) return "X";
  if (!choice.includes(memory.last)) memory.last = choice[Math.floor(Math.random() * choice.length)];
  return memory.last;

  // What is seen one step away; undefined for a square out of sight.
  function letterAt(way) {
    const x = (me.x + STEPS[way][0] + maze.size) % maze.size;
    const y = (me.y + STEPS[way][1] + maze.size) % maze.size;
    const square = sight.find((other) => other.x === x && other.y === y);
    return square && square.letter;
  }
}
