// Example waits until it sees pellets and then goes where most of them lie.
//
// What to learn from it: the whole of a bot. It is called once for each of your blobs, gets the side
// of the map, what is near, the blob itself and a storage, and returns a direction, or nothing. This
// one needs no storage and knows no other blobs.
function example(map, near, me) {
  if (me.energy > 150) return SplitSouth; // the price is 50; parent and child share the rest

  // How far the pellets lie in each direction, all taken together.
  let east = 0, south = 0;
  for (const pellet of near.pellets) {
    east += pellet.pos[0] - me.pos[0];
    south += pellet.pos[1] - me.pos[1];
  }
  if (near.pellets.length === 0) return null; // standing still costs a quarter of a step

  if (Math.abs(east) > Math.abs(south)) return east > 0 ? East : West;
  if (south !== 0) return south > 0 ? South : North;
  return near.pellets[0].pos[0] > me.pos[0] ? East : West; // in the middle of them: any will do
}
