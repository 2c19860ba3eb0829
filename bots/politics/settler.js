// Settler moves into empty land: it campaigns where the most voters are still neutral, and breaks
// ties where none are.
//
// What to learn from it: there is no election while one region is tied or half neutral. Settler
// never looks at who leads; it only makes regions decide, and trusts that a region it has decided
// is a region it has won.
(regions, money, result, storage) => {
  if (!storage.opened) {
    storage.opened = true;
    return campaign([3, 3], [13, 13]); // as near to all blocks as 100 dollars go
  }
  if (money < 9) return null;
  let target = regions[0];
  for (const region of regions) {
    if (neutral(region) > neutral(target)) target = region;
  }
  const tied = regions.find((region) => region.number_neutral === 0 && region.number_you === region.number_opponent);
  if (tied && target.number_neutral <= 2) target = tied;

  // Another block of a large region each time: all of them need votes.
  storage.turn = (storage.turn || 0) + 1;
  const [x, y] = target.blocks[storage.turn % target.blocks.length];
  if (money >= 16) return campaign([x, y], [x + 4, y + 4]);
  const shift = storage.turn % 2; // 9 of a block's 16 voters, from two sides in turn
  return campaign([x + shift, y + shift], [x + shift + 3, y + shift + 3]);

  function neutral(region) {
    return region.number_neutral / region.blocks.length;
  }
}
