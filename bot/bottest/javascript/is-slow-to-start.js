function SlowStart() {
  for (const began = Date.now(); Date.now() - began < 400;);
  this.answer = (turn, payload) => turn * 1000 + payload;
}
