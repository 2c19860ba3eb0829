package stdio

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/game"
)

// Bounds on what a program may say, in bytes but for maxLines.
const (
	maxLines   = 1 << 17  // on one turn, also of those that are no answer: the program is then ended
	maxLine    = 1 << 20  // of one line: a longer one is passed over, and is no answer
	maxFlood   = 64 << 20 // of standard output on one turn: the program is then ended
	maxBacklog = 8 << 20  // of what it was sent and has not read: the program is then ended
)

// program is a program that runs, in a seat or between two matches.
type program struct {
	command *bot.Command
	dialect game.TextDialect // that it talks, or talked last
	child   Child
	streams Streams
	lines   lines
	unsent  []byte // what it has not read yet
	deaf    bool   // it has closed its standard input
	heard   bool   // it has written something, ever
}

// player is a program in its seat.
type player struct {
	*program // nil before Start, and when it is gone
	runtime  *Runtime
	spec     bot.Spec
	seating  bot.Seating
	dialect  game.TextDialect
	lineEnd  string

	debug   debug
	trouble error // the arena's

	started time.Time // when it was launched
	greeted bool      // somebody waited for its start
	account bot.Account
	said    int // bytes on this turn
	cut     int // lines on this turn

	// The question that is open.
	waiting  bool // its answer has not come
	obs      game.Observation
	asks     int    // how often it was asked
	owed     int    // answers to earlier questions that have not come
	replied  bool   // it has answered some question, in time or late
	stray    string // the last line on this question that means nothing, cut
	repeats  int    // the turn that it has answered, on this turn, though it had answered it or a later one before; 0 for none
	stale    bool
	asked    time.Time
	limit    time.Duration // for this answer
	deadline time.Time
	action   game.Action
	fault    *game.Fault
	used     time.Duration // for the last answer
	gone     string        // how its life ended, for all later turns; "" while it lives
	over     bool          // its output has ended: it is to be asked how it ended
}

func newPlayer(r *Runtime, spec bot.Spec, s bot.Seating, d game.TextDialect) *player {
	return &player{runtime: r, spec: spec, seating: s, dialect: d, lineEnd: d.LineEnd(), account: bot.NewAccount(s.Limits), debug: newDebug(s.Limits.Debug)}
}

// Start implements bot.Player.
func (p *player) Start() bot.Reply {
	hello := p.again()
	if p.program == nil {
		child, err := p.runtime.launcher.Launch(p.spec, p.seating)
		switch {
		case errors.Is(err, ErrProgram):
			p.gone = clean(p.spec, err.Error())
			return bot.Reply{Fault: &game.Fault{Kind: game.FaultCrash, Text: p.gone, Limit: p.seating.Limits.Start}}
		case err != nil:
			p.trouble = err
			return bot.Reply{}
		}
		p.program = &program{command: p.spec.Command, child: child, streams: child.Streams()}
		_, p.lines.cr = p.dialect.(game.Returning)
		hello, p.greeted = p.dialect.Hello()
	}
	p.program.dialect = p.dialect
	p.runtime.players = append(p.runtime.players, p)
	p.started = time.Now()
	if !p.greeted {
		p.send(hello)
		return bot.Reply{}
	}
	p.open(p.started, p.seating.Limits.Start)
	p.send(hello)
	p.runtime.wait(p)
	reply := p.reply()
	if reply.Fault != nil { // it will not be asked
		p.drop()
	}
	return reply
}

// again takes a program that was kept from an earlier match, if there is one that still runs, and
// returns what it is sent.
func (p *player) again() (hello []string) {
	d, ok := p.dialect.(game.Reusable)
	if !ok {
		return nil
	}
	for p.program = p.runtime.kept(p.spec.Command); p.program != nil; p.program = p.runtime.kept(p.spec.Command) {
		p.catchUp()
		p.readErr()
		p.debug = newDebug(p.seating.Limits.Debug) // that was of the last match
		if !p.over {
			hello, p.greeted = d.HelloAgain(p.program.dialect)
			return hello
		}
		p.release()
		p.over, p.gone = false, ""
	}
	return nil
}

// Trouble implements bot.Troubled.
func (p *player) Trouble() error { return p.trouble }

// Ask implements bot.Player.
func (p *player) Ask(obs game.Observation) {
	if p.program == nil {
		return
	}
	p.obs = obs
	p.said, p.cut, p.repeats = 0, 0, 0
	p.debug.reset()
	p.catchUp()
	p.asks++
	now := time.Now()
	limit := p.account.Limit()
	if p.asks == 1 && !p.greeted { // what is left of its time to start
		limit += max(0, p.seating.Limits.Start-now.Sub(p.started))
	}
	p.open(now, limit)
	p.send(p.dialect.Ask(obs, p.clock()))
}

// open starts to wait for an answer.
func (p *player) open(now time.Time, limit time.Duration) {
	p.action, p.fault, p.stray = nil, nil, ""
	p.asked, p.limit, p.deadline = now, limit, now.Add(limit)
	p.waiting = !p.over
}

// catchUp reads what the program wrote before it is asked: that can be no answer.
func (p *player) catchUp() {
	for range 4 { // more than a pipe holds, and an end to it for who writes all the time
		if p.over || !p.read() {
			break
		}
	}
	p.stale = p.lines.begun()
}

func (p *player) clock() game.TextClock {
	c := clock(p.seating.Limits, &p.account)
	c.Turn = p.asks
	if p.asks > 1 {
		c.Last = p.used
	}
	return c
}

// clock is what a program is told of its limits.
func clock(l bot.Limits, a *bot.Account) game.TextClock {
	c := game.TextClock{Move: a.Limit(), Match: l.Bank, Memory: l.Child}
	if l.Bank > 0 {
		c.Left = a.Limit()
	}
	return c
}

// Answer implements bot.Player.
func (p *player) Answer() bot.Reply {
	if p.program == nil {
		return p.absent()
	}
	p.runtime.wait(p)
	reply := p.reply()
	p.account.Spend(reply.Used)
	return reply
}

// absent is the reply of a program that has ended on an earlier turn.
func (p *player) absent() bot.Reply {
	return bot.Reply{Fault: &game.Fault{Kind: game.FaultCrash, Text: p.gone, Limit: p.account.Limit()}}
}

// reply sums up what has come.
func (p *player) reply() bot.Reply {
	if p.over && p.action == nil && p.fault == nil {
		p.runtime.settle() // to ask how it ended takes time, which the others shall not be charged
		p.bury()
	} else {
		p.readErr()
	}
	if p.fault != nil {
		p.fault.Used = p.used
	}
	return bot.Reply{Action: p.action, Fault: p.fault, Used: p.used, Debug: p.debug.bytes()}
}

// wrong notes what the program did wrong, which ends the wait for its answer.
func (p *player) wrong(kind game.FaultKind, text string) {
	p.waiting = false
	p.fault = &game.Fault{Kind: kind, Text: text, Limit: p.limit}
}

// answered notes that an answer came, or none will.
func (p *player) answered(now time.Time) {
	p.waiting = false
	p.used = min(now.Sub(p.asked), p.limit)
}

// take takes a line of the program's.
func (p *player) take(line []byte, now time.Time) {
	answer, err := p.dialect.Line(p.obs, line)
	if answer.Note {
		p.debug.note(line)
	}
	if len(answer.Reply) > 0 {
		p.send(answer.Reply)
	}
	if !answer.Done {
		if answer.Stray && p.waiting {
			p.stray = string(line[:min(len(line), maxStray)])
		}
		return
	}
	p.replied = p.replied || p.asks > 0
	if !p.isCurrent(answer.Turn) {
		return
	}
	p.answered(now)
	switch {
	case err != nil:
		p.wrong(game.FaultMalformed, clean(p.spec, err.Error()))
	case answer.Turn > p.asks:
		p.wrong(game.FaultMalformed, fmt.Sprintf("answered turn %d on turn %d", answer.Turn, p.asks))
	default:
		p.action = answer.Action
		if f := answer.Fault; f != nil {
			p.wrong(f.Kind, clean(p.spec, f.Text))
			p.fault.Count = f.Count
		}
	}
}

// isCurrent says whether an answer is one to the open question. Every question gets one answer in
// the end, however late, unless answers say which question they are for.
func (p *player) isCurrent(turn int) bool {
	closed := p.asks // questions that nobody waits for any more
	if p.waiting {
		closed--
	}
	switch {
	case turn > closed && p.waiting && !p.stale:
		p.owed = 0
		return true
	case turn > 0:
		owed := max(0, closed-turn)
		if owed >= p.owed && turn <= closed {
			p.repeats = turn
		}
		p.owed = min(p.owed, owed)
		return false
	case p.owed > 0:
		p.owed--
		return false
	default:
		return p.waiting && !p.stale
	}
}

// tooLong takes note of a line that was too long to be kept.
func (p *player) tooLong(now time.Time) {
	if p.isCurrent(0) {
		p.answered(now)
		p.wrong(game.FaultMalformed, fmt.Sprintf("flooded: wrote a line of more than %d KiB", maxLine>>10))
	}
}

// expire is called when the time is over. What has come by now is still taken: if it came too
// late, then by no more than the arena was late to look.
func (p *player) expire() {
	for p.waiting && p.said <= maxFlood && p.read() {
	}
	if !p.waiting {
		return
	}
	p.used = p.limit
	p.wrong(game.FaultTimeout, p.whyLate())
	if p.asks > 0 {
		p.owed++
	}
}

// send queues lines and writes what the program takes at once.
func (p *player) send(lines []string) {
	if p.deaf {
		return
	}
	for _, line := range lines {
		p.unsent = append(append(p.unsent, line...), p.lineEnd...)
	}
	p.write()
	if len(p.unsent) > maxBacklog {
		p.end("stopped reading: " + fmt.Sprintf("%d MiB that it was sent wait to be read", maxBacklog>>20))
	}
}

// write hands over what the program takes now.
func (p *player) write() {
	done := 0
	for done < len(p.unsent) {
		n, err := unix.Write(p.streams.In, p.unsent[done:])
		if err == unix.EINTR {
			continue
		}
		if err == unix.EAGAIN {
			break
		}
		if err != nil { // EPIPE: nobody can read it any more
			p.deaf = true
			done = len(p.unsent)
			break
		}
		done += n
	}
	p.unsent = append(p.unsent[:0], p.unsent[done:]...)
}

// read reads once from standard output and takes the lines that are complete. It returns false
// when there was nothing.
func (p *player) read() bool {
	chunk := p.runtime.chunk
	n, err := readSome(p.streams.Out, chunk)
	if err == unix.EAGAIN {
		return false
	}
	now := time.Now()
	if n <= 0 {
		p.over = true
		if rest := p.lines.rest(); len(rest) > 0 {
			p.take(rest, now)
		}
		if p.waiting {
			p.answered(now)
		}
		return false
	}
	p.heard = true
	if p.said += n; p.said > maxFlood {
		p.end(fmt.Sprintf("flooded: wrote more than %d MiB on one turn", maxFlood>>20))
		return false
	}
	p.lines.add(chunk[:n])
	for !p.over {
		line, long, ok := p.lines.next()
		if !ok {
			break
		}
		if p.cut++; p.cut > maxLines {
			p.end(fmt.Sprintf("flooded: wrote more than %d lines on one turn", maxLines))
			return false
		}
		if long {
			p.tooLong(now)
		} else {
			p.take(line, now)
		}
		p.stale = false
	}
	return true
}

// readErr reads what has come on standard error.
func (p *player) readErr() {
	for range 64 { // that is what a pipe holds 64 times: more comes from who never stops
		if p.streams.Err < 0 {
			return
		}
		n, err := readSome(p.streams.Err, p.runtime.chunk)
		if err == unix.EAGAIN {
			return
		}
		if n <= 0 {
			unix.Close(p.streams.Err)
			p.streams.Err = -1
			return
		}
		p.debug.write(p.runtime.chunk[:n])
		if n < len(p.runtime.chunk) { // it is empty
			return
		}
	}
}

// readSome reads what is there; 0 bytes without an error is the end.
func readSome(fd int, buf []byte) (int, error) {
	for {
		n, err := unix.Read(fd, buf)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// end ends the program for what it did.
func (p *player) end(text string) {
	p.over, p.waiting = true, false
	p.gone = text
	p.used = min(time.Since(p.asked), p.limit)
}

// bury finds out how the program ended, and lets go of it.
func (p *player) bury() {
	how, err := p.child.End(p.gone == "")
	p.readErr()
	switch {
	case err != nil:
		p.gone = "could not be ended: " + err.Error() // it goes with the arena
	case p.gone == "":
		p.gone = p.obituary(how)
	}
	p.wrong(game.FaultCrash, p.gone)
	p.drop()
}

// release closes the streams and lets go of the child.
func (p *program) release() {
	unix.Close(p.streams.In)
	unix.Close(p.streams.Out)
	if p.streams.Err >= 0 {
		unix.Close(p.streams.Err)
	}
	p.child.Release()
}

// drop lets go of the program.
func (p *player) drop() {
	if p.program == nil {
		return
	}
	p.release()
	p.leave()
}

// leave is when the program is somebody else's.
func (p *player) leave() {
	p.program = nil
	p.runtime.players = slices.DeleteFunc(p.runtime.players, func(q *player) bool { return q == p })
}

// Conclude implements bot.Concluded.
func (p *player) Conclude(c game.Conclusion) {
	if d, ok := p.dialect.(game.Concluded); ok {
		d.Conclude(c)
	}
}

// Draws implements bot.Player: nobody knows.
func (p *player) Draws() int { return -1 }

// Close implements bot.Player. A program that owes nothing may be kept for another match.
func (p *player) Close() {
	if p.program == nil {
		return
	}
	_, reusable := p.dialect.(game.Reusable)
	if p.runtime.Keep > 0 && reusable && !p.over && !p.deaf && !p.waiting && p.owed == 0 && len(p.unsent) == 0 {
		p.runtime.keep(p.program)
		p.leave()
		return
	}
	p.send(p.dialect.Goodbye())
	p.drop()
}

var (
	_ bot.Player    = (*player)(nil)
	_ bot.Troubled  = (*player)(nil)
	_ bot.Concluded = (*player)(nil)
)
