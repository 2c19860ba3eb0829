// A bot for politics, as a program for node: it campaigns where it is behind.

// Returns ["campaign", [x, y], [x, y]] or another move of docs/rules/politics.md, or null.
function choose(observation) {
  if (observation.money < 16) return null; // a campaign costs a dollar a voter, and a block has 4 by 4
  let worst = null;
  for (const region of observation.regions) {
    const lead = region.number_you - region.number_opponent;
    if (!worst || lead < worst.lead) worst = { lead, region };
  }
  const [x, y] = worst.region.blocks[0];
  return ["campaign", [x, y], [x + 4, y + 4]];
}
