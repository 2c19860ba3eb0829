// Gambler draws lots: one of the regions that it does not lead in gets a campaign, somewhere in it.
//
// What to learn from it: chance makes a bot hard to foresee, and here it costs little, since all
// the regions in the draw are worth a visit. Math.random is seeded for each match, so a match can
// be played again, move by move. (koth match politics gambler steady --seed 7)
(regions, money, result, storage) => {
  if (!storage.opened) {
    storage.opened = true;
    const x = draw(7), y = draw(9);
    return campaign([x, y], [x + 10, y + 8]);
  }
  if (money < 9) return null;
  const wanted = regions.filter((region) => region.number_you <= region.number_opponent + region.number_neutral / 2);
  const [x, y] = pick(pick(wanted.length > 0 ? wanted : regions).blocks);
  const width = Math.min(4, Math.floor(Math.sqrt(money)));
  const from = [x + draw(5 - width), y + draw(5 - width)];
  return campaign(from, [from[0] + width, from[1] + width]);

  // A whole number from 0 to n - 1, each as likely.
  function draw(n) {
    return Math.floor(Math.random() * n);
  }

  function pick(list) {
    return list[draw(list.length)];
  }
}
