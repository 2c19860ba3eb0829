function Answers() {
  this.answer = (turn, payload) => turn * 1000 + payload;
}
