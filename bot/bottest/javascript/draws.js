function Draws() {
  this.answer = (turn) => {
    let drawn;
    for (let i = 0; i < turn; i++) drawn = Math.random();
    return drawn * 4294967296;
  };
}
