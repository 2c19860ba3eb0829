// Shepherd gathers food with a whole herd that shares what it sees, and spares the last stranger as
// long as there is more to come.
//
// What to learn from it: a round is over when one family is left, and with it the pellets of all the
// waves that would still have come. Scores are never subtracted: the 50 of a split are well spent
// early, when the map is full, and energy left at the end is worth nothing. And a rule that is
// right for one blob (go for the best food) is right for a herd once it knows what the others are
// after (storage.communal).
function shepherd(map, near, me, storage) {
  const SIGHT = 4;
  const PRICE = 50;          // of a split
  const RICH = 120;          // with more than this it splits, unless a strong stranger is near
  const PARENTS = 8;         // only so many blobs split, the eldest
  const FAR = 10;            // steps from which on a pellet is out of mind
  const WAVE = 30;           // turns from one wave to the next
  const DISTANCE = 1.2;      // how fast food loses in worth with the steps to it, as an exponent
  const ALSO = 0.1;          // what food counts that is not the best in reach
  const LOST = 0.4;          // what a pellet counts that a stranger reaches first,
  const SHARED = 0.3;        // or a relative
  const RUNNING = 0.05;      // what prey counts that runs away
  const CALM = 0.1;          // what a strong stranger is feared that has not moved for long
  const CROWDED = 50, SPARED = 30; // marks that keep it from stepping on a relative or the last stranger

  const herd = storage.communal;
  if (!herd.uids) {
    Object.assign(herd, { turn: -1, lastFood: 0, uids: new Set(), pellets: new Map(), strangers: new Map(), nextChildren: new Set() });
  }
  if (herd.turn < 0 || herd.decided.has(me.uid)) nextTurn();
  herd.decided.add(me.uid);
  herd.uids.add(me.uid);

  const relatives = near.blobs.filter(isRelative);
  const strangers = near.blobs.filter((blob) => !herd.uids.has(blob.uid));
  rememberPellets();
  rememberStrangers();
  const spare = othersLeft() <= 1 && herd.turn - herd.lastFood <= WAVE + 1;

  const strongest = Math.max(0, ...strangers.filter((blob) => calm(blob) < 3).map((blob) => blob.energy));
  const half = (me.energy - PRICE) / 2;
  const split = me.energy > RICH && strongest < half - 1 && herd.decided.size <= PARENTS;
  const strength = split ? half : me.energy;

  const food = [...pelletsToGet(), ...prey()];
  let best = null;
  for (const [way, dx, dy] of [[null, 0, 0], [North, 0, -1], [East, 1, 0], [South, 0, 1], [West, -1, 0]]) {
    const pos = [me.pos[0] + dx, me.pos[1] + dy];
    if (pos[0] < 0 || pos[1] < 0 || pos[0] >= map || pos[1] >= map) continue;
    const choice = judge(pos);
    if (way) choice.marks -= 0.15; // a step costs more than to stand
    else if (split) choice.marks -= 5;
    if (!best || choice.marks > best.marks) best = { ...choice, way, pos };
  }

  if (best.aim && best.aim.isPellet) herd.claims.set(cell(best.aim.pos), best.aim.steps);
  herd.taken.add(cell(best.pos));
  if (!split || !best.way) return best.way;
  herd.taken.add(cell(me.pos));
  herd.children.add(cell(best.pos));
  return "split" + best.way;

  // ---- what the herd knows

  // The blobs are asked one after the other: the first that is asked again begins a turn.
  function nextTurn() {
    herd.turn++;
    herd.decided = new Set();  // UIDs asked on this turn
    herd.taken = new Set();    // cells where a relative will be
    herd.claims = new Map();   // by cell of a pellet: the steps that a relative has to it
    herd.newborn = herd.nextChildren; // cells where children are, who have not said their UID yet
    herd.nextChildren = herd.children = new Set();
  }

  function isRelative(blob) {
    if (herd.newborn.has(cell(blob.pos)) && blob.energy <= me.energy + 16) herd.uids.add(blob.uid);
    return herd.uids.has(blob.uid);
  }

  function rememberPellets() {
    for (const [key, pellet] of herd.pellets) {
      if (taxiDist(pellet.pos, me.pos) <= SIGHT) herd.pellets.delete(key); // seen again now, or gone
    }
    for (const pellet of near.pellets) herd.pellets.set(cell(pellet.pos), pellet);
    if (near.pellets.length > 0) herd.lastFood = herd.turn;
  }

  function rememberStrangers() {
    for (const blob of strangers) {
      const old = herd.strangers.get(blob.uid) || { seen: -1, pos: [-1, -1], calm: 0 };
      if (old.seen === herd.turn) continue;
      const stood = old.seen === herd.turn - 1 && taxiDist(old.pos, blob.pos) === 0;
      herd.strangers.set(blob.uid, { seen: herd.turn, pos: blob.pos, calm: stood ? old.calm + 1 : 0 });
    }
    for (const [uid, old] of herd.strangers) { // who stood there and does not any more was eaten
      if (old.seen < herd.turn && old.calm > 1 && taxiDist(old.pos, me.pos) <= SIGHT) herd.strangers.delete(uid);
    }
  }

  // How many turns a stranger has not moved, as far as was seen.
  function calm(blob) {
    return herd.strangers.get(blob.uid).calm;
  }

  // How many strangers are probably alive: one that never moves is where it was.
  function othersLeft() {
    let count = 0;
    for (const { seen, calm } of herd.strangers.values()) {
      if (herd.turn - seen <= (calm > 2 ? 60 : 6)) count++;
    }
    return count;
  }

  // ---- what a blob wants

  function pelletsToGet() {
    const list = [];
    for (const [key, { pos, energy }] of herd.pellets) {
      const steps = taxiDist(pos, me.pos);
      if (steps >= FAR || herd.claims.has(key) && herd.claims.get(key) <= steps) continue;
      let gain = energy;
      for (const blob of strangers) {
        const other = taxiDist(blob.pos, pos);
        if (other < steps || other === steps && blob.energy >= strength) gain *= LOST;
      }
      for (const blob of relatives) {
        if (!herd.decided.has(blob.uid) && taxiDist(blob.pos, pos) < steps) gain *= SHARED;
      }
      list.push({ pos, gain, steps, isPellet: true });
    }
    return list;
  }

  function prey() {
    if (spare) return [];
    return strangers
      .filter((blob) => blob.energy < strength - 0.75 * taxiDist(blob.pos, me.pos) - 1)
      .map((blob) => ({ pos: blob.pos, gain: blob.energy * (calm(blob) > 1 ? 1 : RUNNING) }));
  }

  // The marks of being on a cell after this turn, and the food that it would be for.
  function judge(pos) {
    let all = 0, most = 0, aim = null;
    for (const thing of food) {
      const worth = thing.gain / Math.pow(1 + taxiDist(thing.pos, pos), DISTANCE);
      all += worth;
      if (worth > most) {
        most = worth;
        aim = thing;
      }
    }
    let marks = most + ALSO * all - 0.02 * taxiDist(pos, [(map - 1) / 2, (map - 1) / 2]);

    if (herd.taken.has(cell(pos))) marks -= CROWDED;
    for (const blob of relatives) {
      const steps = taxiDist(blob.pos, pos);
      if (steps === 0 && !herd.decided.has(blob.uid)) marks -= CROWDED;
      marks -= 0.3 / (1 + steps); // spread
    }
    for (const blob of strangers) {
      const steps = taxiDist(blob.pos, pos);
      if (spare && steps === 0) marks -= SPARED;
      if (blob.energy < strength - 2) continue;
      if (steps <= 1) marks -= strength * (calm(blob) > 3 ? CALM : 1);
      else if (steps === 2) marks -= 1;
    }
    return { marks, aim };
  }

  function cell(pos) {
    return pos[0] + pos[1] * map;
  }
}
