// A bot for blobs: each of its blobs goes to the nearest pellet.
// The function is called once for each blob of your family. North, SplitSouth, SendEast(7),
// taxiDist and the rest of docs/rules/blobs.md, What a bot gets, are in scope.
function bot(map, near, me, storage) {
  if (me.energy > 150) return SplitSouth; // it costs 50; what is left is shared by parent and child
  let nearest = null;
  for (const pellet of near.pellets) {
    const steps = taxiDist(pellet.pos, me.pos);
    if (!nearest || steps < nearest.steps) nearest = { steps, pos: pellet.pos };
  }
  if (!nearest) return null; // standing still costs a quarter of a step
  const [x, y] = nearest.pos;
  if (x !== me.pos[0]) return x > me.pos[0] ? East : West;
  return y > me.pos[1] ? South : North;
}
