function LoopsOnce() {
  let asked = 0;
  this.answer = () => {
    if (++asked === 2) {
      for (;;) {
        try {
          for (;;);
        } catch (stopped) {
          // goes on
        } finally {
          continue;
        }
      }
    }
    return asked;
  };
}
