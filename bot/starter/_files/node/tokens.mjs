// A bot for tokens, as a program for node: it walks to the nearest token and eats it.

// Returns "UP", "DOWN", "LEFT", "RIGHT", "EAT" or "PASS".
function choose(observation) {
  const me = observation.seat === 0 ? observation.player1 : observation.player2;
  const [x, y] = me.pos;
  let nearest = null;
  observation.tokens.forEach((column, tx) => column.forEach((token, ty) => {
    if (!token) return; // false where there is none, else {color: "#FF0000", points: 2}
    const steps = Math.abs(tx - x) + Math.abs(ty - y);
    if (!nearest || steps < nearest.steps) nearest = { steps, tx, ty };
  }));
  if (!nearest) return "PASS";
  if (nearest.tx !== x) return nearest.tx > x ? "RIGHT" : "LEFT";
  if (nearest.ty !== y) return nearest.ty > y ? "DOWN" : "UP";
  return "EAT";
}
