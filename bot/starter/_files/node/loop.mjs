// ---- The conversation with the arena: JSON, one object a line (docs/protocol.md)

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "start") say({ type: "ready" });
  else if (message.type === "turn") say({ turn: message.turn, action: choose(message.observation) });
  else if (message.type === "end") break;
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
// What you write by console.error is kept with the turn.
