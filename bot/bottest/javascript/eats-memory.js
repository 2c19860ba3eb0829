function EatsMemory() {
  const eaten = [];
  this.answer = (turn, payload) => {
    while (turn === 2) eaten.push(new Array(1000).fill(turn));
    return turn * 1000 + payload;
  };
}
