// Greedy looks at every window of blocks that it can pay for and campaigns in the one where that
// changes the most.
//
// What to learn from it: searching all there is to choose from. There are at most 100 windows of
// whole blocks; each block in one gets marks for what a campaign does to its region, and the best
// sum of marks wins, the cheapest of equals. So one rule covers the opening, with 100 dollars, as
// well as the lean turns later.
(regions, money, result, storage) => {
  let best = null;
  for (let x = 0; x < 4; x++) for (let y = 0; y < 4; y++) {
    for (let w = 1; x + w <= 4; w++) for (let h = 1; y + h <= 4; h++) {
      const price = (4 * w - 1) * (4 * h - 1); // 3 voters of 4 at the edges: 9 of 16 win a block
      if (price > money) continue;
      let marks = 0;
      for (let i = x; i < x + w; i++) for (let j = y; j < y + h; j++) marks += judge(regionOf(4 * i, 4 * j));
      if (!best || marks > best.marks || marks === best.marks && price < best.price) best = { x, y, w, h, marks, price };
    }
  }
  if (!best || best.marks <= 0) return null;
  return campaign([4 * best.x, 4 * best.y], [4 * (best.x + best.w) - 1, 4 * (best.y + best.h) - 1]);

  // A campaign in a block moves its neutral voters to us, and about half of the opponent's to
  // neutral. It is worth something only if that changes who leads, and most if it is close.
  function judge(region) {
    const lead = (region.number_you - region.number_opponent) / region.blocks.length;
    const gain = region.number_neutral / region.blocks.length + 4;
    if (lead > 4) return 0;
    if (lead > 0) return 0.5;
    return lead + gain > 0 ? 1 : 0.3 + lead / 100;
  }

  function regionOf(x, y) {
    return regions.find((region) => region.blocks.some((block) => block[0] === x && block[1] === y));
  }
}
