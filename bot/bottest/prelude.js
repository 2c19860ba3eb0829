// The script's end of Echo's dialect. A bot is a function that is called with new and makes an
// object whose method answer(turn, payload) returns a whole number.
(function () {
  const Wrong = TypeError;

  return function (host) {
    let bot;
    return {
      start(Bot) {
        if (typeof Bot !== 'function') throw new Wrong('the bot is no function but ' + typeof Bot);
        bot = new Bot();
      },

      turn() {
        const answer = bot.answer(host.i32[0], host.i32[1]);
        if (typeof answer !== 'number') return host.malformed(answer);
        host.f64[0] = answer;
        return 8;
      },
    };
  };
})()
