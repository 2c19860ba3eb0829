function Nonsense() {
  this.answer = (turn, payload) => turn === 2 ? 'nonsense' : turn * 1000 + payload;
}
