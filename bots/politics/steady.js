// Steady campaigns in one block after the other, and waits when its money will not do.
//
// What to learn from it: the whole of a bot is one function. What it must remember from turn to
// turn lives in storage, an object that is the bot's own for one match. And a bot that cannot pay
// had better return null: a move that is too dear is lost as well, and counts as a fault.
(regions, money, result, storage) => {
  const SIZE = 4; // blocks are 4 voters wide and high, 4 of them across

  if (money < SIZE * SIZE) return null;
  const turn = storage.turn || 0;
  storage.turn = turn + 1;
  const x = turn % 4 * SIZE;
  const y = Math.floor(turn / 4) % 4 * SIZE;
  return campaign([x, y], [x + SIZE, y + SIZE]);
}
