// Greedy Coward goes for the nearest thing that it can eat, but never towards the nearest thing that
// can eat it.
//
// What to learn from it: sort what you see into food and danger. A blob that has less energy is food
// like a pellet; one that has as much is danger already, for equals vanish both.
function greedyCoward(map, near, me) {
  const food = [...near.pellets, ...near.blobs.filter((blob) => blob.energy < me.energy - 1)];
  const danger = near.blobs.filter((blob) => blob.energy >= me.energy - 1);

  const target = nearest(food);
  if (!target) return null;

  const feared = nearest(danger);
  const forbidden = feared ? ways(feared.pos) : [];
  for (const way of ways(target.pos)) {
    if (!forbidden.includes(way)) return way;
  }
  return null; // the food lies behind the danger

  function nearest(things) {
    let best = null;
    for (const thing of things) {
      if (!best || taxiDist(thing.pos, me.pos) < taxiDist(best.pos, me.pos)) best = thing;
    }
    return best;
  }

  // The one or two directions that lead nearer to a cell, the longer way first.
  function ways(pos) {
    const dx = pos[0] - me.pos[0], dy = pos[1] - me.pos[1];
    const list = [];
    if (dx !== 0) list.push(dx > 0 ? East : West);
    if (dy !== 0) list.push(dy > 0 ? South : North);
    return Math.abs(dy) > Math.abs(dx) ? list.reverse() : list;
  }
}
