// Liberal takes the lower half at a stroke, makes one region of two of its opponent's, and then
// defends its half where that is weakest.
//
// What to learn from it: 8 regions each is a tie, and the match goes on. One merge on the far side
// breaks it: 8 to 7. After that nothing is needed but to hold, so all the money goes to the block
// that is nearest to being lost.
(regions, money, result, storage) => {
  if (!storage.opened) {
    storage.opened = true;
    return campaign([1, 9], [15, 15]);
  }
  const far = regions.filter((region) => region.blocks.every((block) => block[1] < 8));
  if (!storage.merged && money >= 25) {
    const pair = neighbours(far.filter((region) => region.blocks.length === 1 && region.number_you < 8));
    storage.merged = true; // once, whether it goes through or not
    if (pair) return merge(pair[0].blocks[0], pair[1].blocks[0]);
  }
  // While saving for the merge, only a block that is about to be lost gets anything.
  const home = regions.filter((region) => region.blocks.some((block) => block[1] >= 8));
  const weakest = home.reduce((a, b) => (safety(b) < safety(a) ? b : a));
  if (money < 9 || (!storage.merged && safety(weakest) > 0)) return null;
  const [x, y] = weakest.blocks[0];
  const width = money >= 16 ? 4 : 3;
  return campaign([x, y], [x + width, y + width]);

  // How far a region is from being lost, in voters for each block; firm ones count more.
  function safety(region) {
    const lead = (region.number_you - region.number_opponent) / region.blocks.length;
    return lead - region.number_neutral / region.blocks.length / 2 + region.absolute_average;
  }

  // Two regions side by side, the ones in which the opponent leads first; or nothing.
  function neighbours(list) {
    const byLead = [...list].sort((a, b) => b.number_opponent - a.number_opponent);
    for (const a of byLead) for (const b of byLead) {
      const [ax, ay] = a.blocks[0], [bx, by] = b.blocks[0];
      if (Math.abs(ax - bx) + Math.abs(ay - by) === 4) return [a, b];
    }
  }
}
