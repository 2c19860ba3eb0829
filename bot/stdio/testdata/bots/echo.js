const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const m = JSON.parse(line);
  if (m.type === 'start') console.log(JSON.stringify({ type: 'ready' }));
  if (m.type === 'end') process.exit(0);
  if (m.type !== 'turn') return;
  const { turn, payload } = m.observation;
  if (process.argv[2] === 'throws' && turn === 2) throw new Error('boom'); // here
  console.log(JSON.stringify({ turn: m.turn, action: turn * 1000 + payload }));
});
