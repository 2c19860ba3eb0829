function Huge() {
  this.answer = (turn, payload) => turn === 2 ? 'x'.repeat(1 << 24) : turn * 1000 + payload;
}
