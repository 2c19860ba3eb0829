// Safety takes only the pellets that it reaches before anybody else, and keeps to the middle
// otherwise.
//
// What to learn from it: before you run for something, ask who else can. Where the answer is nobody,
// the way there is safe as well, more or less.
function safety(map, near, me) {
  const middle = [(map - 1) / 2, (map - 1) / 2];
  let target = null, best = 0;
  for (const pellet of near.pellets) {
    const distance = taxiDist(pellet.pos, me.pos);
    const rate = pellet.energy / distance;
    if (rate > best && near.blobs.every((blob) => mineFirst(blob, pellet, distance))) {
      target = pellet.pos;
      best = rate;
    }
  }

  const split = me.energy > 150;
  const steps = [[North, 0, -1], [East, 1, 0], [South, 0, 1], [West, -1, 0]]
    .map(([way, dx, dy]) => ({ way, pos: [me.pos[0] + dx, me.pos[1] + dy] }))
    .filter((step) => onMap(step.pos) && !threatened(step.pos, split ? (me.energy - 50) / 2 : me.energy - 1));
  if (steps.length === 0) return null;

  const goal = target || middle;
  steps.sort((a, b) => hypotDist(a.pos, goal) - hypotDist(b.pos, goal));
  if (split) return "split" + steps[0].way;

  const farFromMiddle = taxiDist(me.pos, middle) > map / 3;
  if (target || farFromMiddle || threatened(me.pos, me.energy)) return steps[0].way;
  return null;

  // Whether this blob is at a pellet before another one: at the same time is enough against a weaker.
  function mineFirst(blob, pellet, distance) {
    const other = taxiDist(blob.pos, pellet.pos);
    return blob.energy < me.energy - distance ? distance <= other : distance < other;
  }

  // Whether a blob can step on a cell that would be too strong for this energy.
  function threatened(pos, energy) {
    return near.blobs.some((blob) => taxiDist(blob.pos, pos) <= 1 && blob.energy >= energy);
  }

  function onMap(pos) {
    return pos[0] >= 0 && pos[1] >= 0 && pos[0] < map && pos[1] < map;
  }
}
