// Animated Meal always wants the pellet that is farthest away.
//
// What to learn from it: what a bad idea costs. It passes by the food at its feet, and since it looks
// at no other blob it ends up as one's meal. Beat it first.
function animatedMeal(map, near, me) {
  let target = null;
  for (const pellet of near.pellets) {
    if (!target || taxiDist(pellet.pos, me.pos) > taxiDist(target.pos, me.pos)) target = pellet;
  }
  if (!target) return null;

  const [x, y] = target.pos;
  if (x !== me.pos[0]) return x > me.pos[0] ? East : West;
  return y > me.pos[1] ? South : North;
}
