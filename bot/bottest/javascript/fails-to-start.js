function FailsStart() {
  this.answer = (turn, payload) => turn * 1000 + payload;
  throw new Error('boom, says the bot'); // here
}
