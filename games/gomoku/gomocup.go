package gomoku

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"koth/game"
)

// gomocupName is the name of the protocol of Gomocup and Piskvork.
const gomocupName = "gomocup"

// The quirks of brains (rules, Programs that speak the Gomocup protocol).
const (
	quirkLF         = "lf"          // lines end in LF; the protocol says CR LF
	quirkBoard      = "board"       // BOARD before every move, never TURN or BEGIN
	quirkSeconds    = "seconds"     // times are in seconds; the protocol says milliseconds
	quirkNoSwap2    = "no-swap2"    // it does not even answer UNKNOWN to SWAP2BOARD
	quirkStartFirst = "start-first" // it cannot take INFO before START; the protocol allows it
)

var quirks = []string{quirkLF, quirkBoard, quirkSeconds, quirkNoSwap2, quirkStartFirst}

// longTime is what a brain is told of a time that is not limited, in milliseconds. Some take the
// protocol's own word for that, 2147483647, for a reason to think for ever.
const longTime = 1_000_000_000

var (
	_ game.Texted    = Game{}
	_ game.Reusable  = (*brain)(nil)
	_ game.Advising  = (*brain)(nil)
	_ game.Returning = (*brain)(nil)
)

// TextProtocols returns JSON lines and the Gomocup protocol.
func (Game) TextProtocols() []string { return []string{"", gomocupName} }

// Text returns the dialect of a Gomocup brain.
func (Game) Text(s game.TextSeating) (game.TextDialect, error) {
	if s.Protocol != gomocupName {
		return nil, fmt.Errorf("gomoku does not speak the protocol %.40q (have %s)", s.Protocol, gomocupName)
	}
	for _, q := range s.Quirks {
		if !slices.Contains(quirks, q) {
			return nil, fmt.Errorf("no quirk %.40q of Gomocup brains (have %s)", q, strings.Join(quirks, ", "))
		}
	}
	p, err := (&setup{}).position(s.Options)
	if err != nil {
		return nil, err
	}
	return &brain{seating: s, size: p.board.Size(), rule: p.rule}, nil
}

// brain is the manager's side of the conversation with a Gomocup brain (rules, The brain
// protocol).
type brain struct {
	seating game.TextSeating
	size    int // of the board that it was started with
	rule    Rule

	told    [3]string // of its time, line by line
	wait    waiting
	up      bool     // it has answered OK
	known   int      // stones that lie on its board; unclear after SWAP2BOARD
	queued  []string // what it is sent once it has answered OK
	instead []string // what it is sent where it does not know SWAP2BOARD
	excused int      // lines of a command that it does not know, each of which it may answer UNKNOWN
}

// unclear stands for a board that has to be cleared before the next question.
const unclear = -1

// waiting says what answer is due.
type waiting int

const (
	forStart   waiting = iota // OK to START
	forRestart                // OK to RESTART, or UNKNOWN, and then OK to START
	forMove                   // one point, or what swap2 allows
)

// Hello tells it its limits and starts it.
func (b *brain) Hello() (lines []string, await bool) {
	b.wait = forStart
	lines, b.queued = b.start(b.seating.Clock)
	return lines, true
}

// HelloAgain implements game.Reusable: it clears its board, if that has the right size.
func (b *brain) HelloAgain(before game.TextDialect) (lines []string, await bool) {
	lines, await = b.Hello()
	if played, ok := before.(*brain); ok && played.size == b.size {
		b.wait = forRestart
		lines[len(lines)-1] = "RESTART"
	}
	return lines, await
}

// start returns the lines that start it on an empty board, and those for when it has answered OK: what
// it was told before START some brains forget at START.
func (b *brain) start(clock game.TextClock) (lines, later []string) {
	b.told = [len(b.told)]string{}
	infos := append(b.times(clock),
		info("game_type", 1), // against another brain
		info("rule", b.rule.Number()),
		info("max_memory", clock.Memory))
	if b.seating.Folder != "" {
		infos = append(infos, "INFO folder "+b.seating.Folder)
	}
	if !b.has(quirkStartFirst) {
		lines = infos
	}
	return append(slices.Clip(lines), b.startLine()), infos
}

func (b *brain) startLine() string { return fmt.Sprintf("START %d", b.size) }

func info(key string, value int) string { return fmt.Sprintf("INFO %s %d", key, value) }

// times returns what it has to be told of its time: what has changed, and what is left of a match
// whose time is limited. An account of time is the time of its match: a move may take all that is
// left of it.
func (b *brain) times(clock game.TextClock) []string {
	move, match, left := longTime, longTime, longTime
	if clock.Move > 0 {
		move = int(clock.Move.Milliseconds())
	}
	if clock.Match > 0 {
		match = int(clock.Match.Milliseconds())
		left = match
		if clock.Left > 0 {
			left = int(clock.Left.Milliseconds())
		}
	}
	var lines []string
	for i, line := range [...]string{
		info("timeout_turn", b.unit(move)),
		info("timeout_match", b.unit(match)),
		info("time_left", b.unit(left)),
	} {
		if isLeft := i == len(b.told)-1; line != b.told[i] || isLeft && clock.Match > 0 {
			b.told[i] = line
			lines = append(lines, line)
		}
	}
	return lines
}

// unit turns milliseconds into the unit that it takes times in; what is not nothing stays so.
func (b *brain) unit(ms int) int {
	if !b.has(quirkSeconds) || ms == 0 {
		return ms
	}
	return max(1, ms/1000)
}

func (b *brain) has(quirk string) bool { return slices.Contains(b.seating.Quirks, quirk) }

// Ask asks for a move.
func (b *brain) Ask(obs game.Observation, clock game.TextClock) (lines []string) {
	v := obs.(*View)
	b.instead, b.queued = nil, nil
	switch {
	case v.Board.Size() != b.size || v.Rule != b.rule: // a setup says something else than the options
		b.size, b.rule, b.known = v.Board.Size(), v.Rule, 0
		b.wait = forStart
		lines, b.queued = b.start(clock)
		b.queued = append(b.queued, b.question(v)...)
		return lines
	case v.Phase == PhaseOpen && b.has(quirkNoSwap2): // it is not asked, but has to answer something
		b.wait = forStart
		lines, b.queued = b.start(clock)
		return lines
	case v.Phase == PhaseMove && !b.has(quirkBoard) && b.known != 0 && b.known+1 != len(v.Stones):
		b.known = 0
		b.wait, b.queued = forRestart, b.question(v)
		return append(b.times(clock), "RESTART")
	}
	b.wait = forMove
	return append(b.times(clock), b.question(v)...)
}

// question returns the command that asks for a decision of swap2, or for one stone: a brain whose
// board is one stone behind gets TURN, any other, with an empty one, the whole board.
func (b *brain) question(v *View) []string {
	last, any := v.Last()
	switch {
	case v.Phase != PhaseMove:
		return b.settle(v)
	case b.has(quirkBoard):
		return b.board(v)
	case !any:
		b.known = 1
		return []string{"BEGIN"}
	case b.known+1 == len(v.Stones) && last.Stone != v.Me:
		b.known += 2
		return []string{"TURN " + last.Point.String()}
	}
	return b.board(v)
}

// board returns the whole position, stones in the order in which they were put.
func (b *brain) board(v *View) []string {
	lines := make([]string, 0, len(v.Stones)+2)
	lines = append(lines, "BOARD")
	for _, s := range v.Stones {
		owner := 2
		if s.Stone == v.Me {
			owner = 1
		}
		lines = append(lines, fmt.Sprintf("%v,%d", s.Point, owner))
	}
	b.known = len(v.Stones) + 1
	return append(lines, "DONE")
}

// settle returns the command that asks for a decision of swap2. Where a brain does not know that,
// the arena opens for it, and it chooses by putting a stone.
func (b *brain) settle(v *View) []string {
	if v.Phase != PhaseOpen {
		b.instead = b.board(v)
		if b.has(quirkNoSwap2) {
			return b.instead
		}
	}
	b.known = unclear
	lines := []string{"SWAP2BOARD"}
	for _, s := range v.Stones {
		lines = append(lines, s.Point.String())
	}
	return append(lines, "DONE")
}

// Line takes a line: an answer, or talk.
func (b *brain) Line(obs game.Observation, line []byte) (game.TextAnswer, error) {
	v, _ := obs.(*View) // nil before the first question
	talk := game.TextAnswer{Note: true}
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return game.TextAnswer{}, nil
	}
	word, rest := wordOf(line)
	switch strings.ToUpper(word) {
	case "MESSAGE", "DEBUG":
		return talk, nil
	case "OK":
		if b.wait == forMove {
			return talk, nil
		}
		return b.ready(v), nil
	case "UNKNOWN", "ERROR":
		return b.refused(v, line)
	case "SUGGEST":
		if p, ok := pointsOf(rest, 1); ok && b.wait == forMove {
			return game.TextAnswer{Reply: []string{"PLAY " + p[0].String()}}, nil
		}
		return talk, nil
	}
	talk.Stray = true
	if v == nil || b.wait != forMove {
		return talk, nil
	}
	if a, ok := answerOf(v.Phase, line); ok {
		b.excused = 0
		return game.TextAnswer{Done: true, Action: a}, nil
	}
	return talk, nil
}

// ready takes the OK that is awaited: it has started, or its board is empty.
func (b *brain) ready(v *View) game.TextAnswer {
	b.wait, b.up, b.excused = forMove, true, 0
	switch {
	case v == nil:
		return game.TextAnswer{Done: true, Reply: b.queued}
	case v.Phase == PhaseOpen && b.has(quirkNoSwap2):
		return game.TextAnswer{Done: true, Action: DefaultOpening(v.Board.Size()), Reply: b.queued}
	}
	return game.TextAnswer{Reply: b.queued}
}

// refused takes an UNKNOWN or an ERROR. To RESTART it means that another START has to do, to
// SWAP2BOARD that the arena settles the opening for it; to START, or where a stone is due, that it
// cannot go on. What it says of an INFO is of no matter, but it is not told twice what it answers:
// after OK that could be mistaken for an answer to a question.
func (b *brain) refused(v *View, line []byte) (game.TextAnswer, error) {
	talk := game.TextAnswer{Note: true}
	isError := line[0] == 'E' || line[0] == 'e'
	switch {
	case b.excused > 0:
		b.excused--
		return talk, nil
	case b.wait == forRestart:
		b.wait = forStart
		talk.Reply = []string{b.startLine()}
		return talk, nil
	case b.wait == forStart && !isError:
		if v == nil {
			b.queued = nil
		}
		return talk, nil
	case v == nil && b.wait == forMove:
		return talk, nil
	case b.wait == forStart:
		talk.Done = true
		return talk, fmt.Errorf("answered %.80q to %s: %w", line, b.startLine(), game.ErrMalformed)
	case v.Phase == PhaseOpen:
		b.excused = 1 // DONE
		talk.Done, talk.Action = true, DefaultOpening(v.Board.Size())
		return talk, nil
	case b.instead != nil && b.known == unclear:
		b.excused = len(v.Stones) + 1 // the stones, and DONE
		b.known = len(v.Stones) + 1
		talk.Reply = b.instead
		return talk, nil
	}
	talk.Done = true
	return talk, fmt.Errorf("answered %.80q instead of a move: %w", line, game.ErrMalformed)
}

// Advice implements game.Advising: it names the quirk that most likely helps.
func (b *brain) Advice(ended bool) string {
	advice, quirk := "", ""
	switch {
	case !b.up && ended:
		advice, quirk = "some brains take INFO only after START", quirkStartFirst
	case !b.up:
		advice, quirk = "some brains do not understand lines that end in CR LF", quirkLF
	case b.wait != forMove:
		return ""
	case b.known == unclear:
		advice, quirk = "some brains are silent where they do not know SWAP2BOARD", quirkNoSwap2
	default:
		advice, quirk = "some brains take times in seconds", quirkSeconds
	}
	if b.has(quirk) {
		return ""
	}
	return fmt.Sprintf("%s (brain+%s:COMMAND, or quirks in bot.toml)", advice, quirk)
}

// Goodbye ends it.
func (b *brain) Goodbye() []string { return []string{"END"} }

// LineEnd is CR LF but for brains that do not take it.
func (b *brain) LineEnd() string {
	if b.has(quirkLF) {
		return "\n"
	}
	return "\r\n"
}

// EndsInCR implements game.Returning: CR alone ends a line of the protocol, too.
func (*brain) EndsInCR() {}

// wordOf cuts off the letters that a line begins with: of "OK." and "ERROR: full" the word.
func wordOf(line []byte) (word string, rest []byte) {
	n := 0
	for n < len(line) && (line[n]|0x20) >= 'a' && (line[n]|0x20) <= 'z' {
		n++
	}
	return string(line[:n]), line[n:]
}

// answerOf reads an answer to a question: one point, and in swap2 also what its phase allows. Text
// may follow a point.
func answerOf(phase Phase, line []byte) (game.Action, bool) {
	if phase == PhaseMove {
		if p, ok := pointsOf(line, 1); ok {
			return Put(p...), true
		}
		return nil, false
	}
	if word, _ := wordOf(line); phase != PhaseOpen && strings.EqualFold(word, swapWord) {
		return Swap(), true
	}
	for n := maxStones; n > 0; n-- {
		if !phase.allows(n) {
			continue
		}
		if p, ok := pointsOf(line, n); ok {
			return Put(p...), true
		}
	}
	return nil, false
}

// pointsOf reads n points "x,y" that a line begins with; blanks may stand anywhere between
// numbers.
func pointsOf(line []byte, n int) ([]Point, bool) {
	points := make([]Point, n)
	for i := range points {
		var ok bool
		if points[i].X, line, ok = number(line); !ok {
			return nil, false
		}
		line = bytes.TrimLeft(line, " \t")
		if len(line) == 0 || line[0] != ',' {
			return nil, false
		}
		if points[i].Y, line, ok = number(line[1:]); !ok {
			return nil, false
		}
	}
	return points, true
}

// number reads a number of digits after blanks. One that no board has room for comes back as one
// that is off every board.
func number(line []byte) (n int, rest []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	digits := 0
	for digits < len(line) && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	if digits == 0 {
		return 0, line, false
	}
	n, err := strconv.Atoi(string(line[:digits]))
	if err != nil || n > maxCoordinate {
		n = maxCoordinate
	}
	return n, line[digits:], true
}
