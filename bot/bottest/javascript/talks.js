function Talks() {
  console.log('starting');
  this.answer = (turn, payload) => {
    console.log('turn', turn);
    return turn * 1000 + payload;
  };
}
