// Introvert keeps away from everybody, its own relatives too, and hunts only what is weaker.
//
// What to learn from it: how a family works together without a plan. Its blobs know each other by
// the UIDs that each writes into storage.communal, they tell there which food they are after so that
// no two go for the same, and since each likes to be alone they spread over the map.
function introvert(map, near, me, storage) {
  const RICH = 150;      // enough energy to split
  const STEP = 1;        // what a step costs
  const SOLITUDE = 0.4;  // how much a step away from relatives is worth, in steps towards food

  const family = storage.communal;
  family.uids = family.uids || {};
  family.uids[me.uid] = true;
  if (!family.asked || family.asked[me.uid]) { // the first blob that is asked again begins a turn
    family.asked = {};
    family.claims = {}; // cells with food that a relative is after
  }
  family.asked[me.uid] = true;

  const relatives = near.blobs.filter((blob) => family.uids[blob.uid]);
  const strangers = near.blobs.filter((blob) => !family.uids[blob.uid]);
  const prey = strangers.filter((blob) => blob.energy < me.energy - STEP * taxiDist(blob.pos, me.pos));
  const hunters = strangers.filter((blob) => !prey.includes(blob));

  const split = me.energy > RICH && hunters.length === 0;
  const target = choose([...near.pellets, ...prey]);
  if (target) family.claims[target.pos] = true;

  const choices = [[null, 0, 0], [North, 0, -1], [East, 1, 0], [South, 0, 1], [West, -1, 0]];
  let best = null;
  for (const [way, dx, dy] of choices) {
    const pos = [me.pos[0] + dx, me.pos[1] + dy];
    if (split && !way || !onMap(pos)) continue;
    const marks = judge(pos);
    if (!best || marks > best.marks) best = { marks, way };
  }
  return split ? "split" + best.way : best.way;

  // The food that gives most for each step, if it is worth the steps and no relative is after it.
  function choose(food) {
    let found = null, most = 0;
    for (const thing of food) {
      if (thing.pos in family.claims) continue;
      const steps = taxiDist(thing.pos, me.pos);
      const rate = (thing.energy - STEP * steps) / steps;
      if (rate > most) {
        found = thing;
        most = rate;
      }
    }
    return found;
  }

  function judge(pos) {
    if (hunters.some((blob) => taxiDist(blob.pos, pos) <= 1)) return -1000;
    if (relatives.some((blob) => taxiDist(blob.pos, pos) === 0)) return -1000;
    let marks = target ? -taxiDist(target.pos, pos) : 0;
    for (const blob of relatives) marks += SOLITUDE * hypotDist(blob.pos, pos) / relatives.length;
    return marks;
  }

  function onMap(pos) {
    return pos[0] >= 0 && pos[1] >= 0 && pos[0] < map && pos[1] < map;
  }
}
