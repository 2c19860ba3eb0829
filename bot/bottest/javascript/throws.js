function Throws() {
  let asked = 0;
  this.answer = () => {
    if (++asked === 2) throw new Error('boom, says the bot'); // here
    return asked;
  };
}
