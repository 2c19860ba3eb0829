function TalksMuch() {
  this.answer = (turn, payload) => {
    if (turn === 2) {
      console.log('first');
      for (let i = 0; i < 20000; i++) console.log('more');
      console.log('last');
    }
    return turn * 1000 + payload;
  };
}
