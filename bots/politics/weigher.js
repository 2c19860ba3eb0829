// Weigher takes half of the city at once, and then goes wherever the votes weigh least.
//
// What to learn from it: how to put regions in an order. Each gets one number, its weight, made of
// all that makes it hard or useless to campaign there; the lightest is next. Try other weights: that
// is most of the game. The opening takes 3 voters of 4 in each direction, since 9 of the 16 voters
// of a block are enough to win it.
(regions, money, result, storage) => {
  if (!storage.opened) {
    storage.opened = true;
    return campaign([1, 1], [15, 7]);
  }
  const open = regions.map((region) => ({ region, weight: weigh(region) }));
  open.sort((a, b) => a.weight - b.weight);
  const [x, y] = open[0].region.blocks[0];
  const width = money >= 16 ? 4 : 3;
  return money >= width * width ? campaign([x, y], [x + width, y + width]) : null;

  // Firm support is heavy. What we hold already is heaviest; what the opponent holds takes two
  // steps, down and up.
  function weigh(region) {
    const voters = 16 * region.blocks.length;
    let weight = region.absolute_average;
    if (region.number_you > voters / 2) weight += 4;
    else if (region.number_opponent > voters / 2) weight += 1;
    return weight * region.blocks.length;
  }
}
