// A bot for pacman, as a program for node: of the squares around it, it goes where it has been least
// often, prefers pellets and keeps away from ghosts.

const ways = [["N", 0, -1, 1], ["E", 1, 0, 2], ["S", 0, 1, 4], ["W", -1, 0, 8]]; // dx, dy, and the bit of a wall
const visits = new Map(); // how often it was on a square

// Returns "N", "E", "S", "W" or "X", which is to stay.
function choose({ size, walls, me: [x, y, letter], sight }) {
  const number = (x, y) => (y + size) % size * size + (x + size) % size; // the maze goes on at the other side
  const seen = new Map(sight.map(([x, y, what]) => [number(x, y), what])); // G ghost, P Pac-Man, o O F to eat, X nothing
  const here = number(x, y);
  visits.set(here, (visits.get(here) ?? 0) + 1);
  let best = "X", most = null;
  for (const [way, dx, dy, wall] of ways) {
    if (parseInt(walls[here], 16) & wall) continue;
    const square = number(x + dx, y + dy);
    let worth = -(visits.get(square) ?? 0);
    if (letter === "G") worth += seen.get(square) === "P" ? 50 : 0; // caught: the bot is a ghost itself now, and hunts
    else if (seen.get(square) === "G") worth -= 1000;
    else if ("oOF".includes(seen.get(square))) worth += 2;
    if (most === null || worth > most) [best, most] = [way, worth];
  }
  return best;
}
