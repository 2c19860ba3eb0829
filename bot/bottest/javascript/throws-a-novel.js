function ThrowsNovel() {
  this.answer = (turn, payload) => {
    if (turn === 2) throw new Error('It was a dark and stormy night.\n'.repeat(1 << 15));
    return turn * 1000 + payload;
  };
}
