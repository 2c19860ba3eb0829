// A bot for blobs, as a program for node: each of its blobs goes to the nearest pellet.

// Returns one order for each blob of the family: ["move", "north"], ["split", "east"],
// ["send", "west", 12.5] or null.
function choose(observation) {
  return observation.blobs.map(({ me, near }) => {
    if (me.energy > 150) return ["split", "south"]; // it costs 50; what is left is shared by parent and child
    let nearest = null;
    for (const { pos } of near.pellets) {
      const steps = Math.abs(pos[0] - me.pos[0]) + Math.abs(pos[1] - me.pos[1]);
      if (!nearest || steps < nearest.steps) nearest = { steps, pos };
    }
    if (!nearest) return null; // standing still costs a quarter of a step
    const [x, y] = nearest.pos;
    if (x !== me.pos[0]) return ["move", x > me.pos[0] ? "east" : "west"];
    return ["move", y > me.pos[1] ? "south" : "north"];
  });
}
