// A bot for politics: it campaigns where it is behind.
// The function is called once a turn; storage is the bot's own for a whole game. campaign, poll,
// bribe, merge and unmerge are in scope (docs/rules/politics.md).
(regions, money, result, storage) => {
  if (money < 16) return null; // a campaign costs a dollar a voter, and a block has 4 by 4
  let worst = null;
  for (const region of regions) {
    const lead = region.number_you - region.number_opponent;
    if (!worst || lead < worst.lead) worst = { lead, region };
  }
  const [x, y] = worst.region.blocks[0];
  return campaign([x, y], [x + 4, y + 4]);
}
