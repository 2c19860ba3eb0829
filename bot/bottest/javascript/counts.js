function Counts() {
  let asked = 0;
  this.answer = () => ++asked;
}
