// Work, not time, so that a machine with more to do changes nothing.
function SlowOnce() {
  let asked = 0;
  this.answer = () => {
    if (++asked === 2) for (let i = 0; i < 5e9; i++);
    return asked;
  };
}
