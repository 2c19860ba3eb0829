package pacman

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"koth/game"
	"koth/internal/reference"
)

// trace is a recorded game; testdata/README.md describes the format.
type trace struct {
	Seed    int               `json:"seed"`
	N       int               `json:"n"`
	Walls   string            `json:"walls"`
	Items   string            `json:"items"`
	Players [][3]any          `json:"players"`
	Ghosts  []json.RawMessage `json:"ghosts"`
	Turns   []traceTurn       `json:"turns"`
	End     string            `json:"end"`
	Nturns  int               `json:"nturns"`
	Scores  map[string]int    `json:"scores"`
	Alive   []string          `json:"alive"`
	Gone    []string          `json:"gone"`
}

// traceTurn is a turn: what was said and done, and the position afterwards.
type traceTurn struct {
	T       int         `json:"t"`
	Ghosts  [][2]int    `json:"g"` // after they moved
	Chase   string      `json:"chase"`
	Skip    []int       `json:"skip"`
	Dead    []traceMove `json:"gp"`
	Check1  traceCheck  `json:"c1"`
	Living  []traceMove `json:"pm"`
	Check2  traceCheck  `json:"c2"`
	Score   []int       `json:"score"`
	Inv     []int       `json:"inv"`
	Pellets int         `json:"pellets"`
}

// traceMove is what a player was sent and said, and where it stood then.
type traceMove struct {
	Seat    int
	Line    string
	Answers []string // nil: terminated
	X, Y    int
}

func (m *traceMove) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&m.Seat, &m.Line, &m.Answers, &m.X, &m.Y})
}

// traceCheck is what a check found.
type traceCheck struct {
	Eat  [][2][]any `json:"eat"`  // invincible players, ghosts
	Dead []int      `json:"dead"` // players
	Item [][4]any   `json:"item"` // player or nil, letter, x, y
	Sole []int      `json:"sole"` // players who took something among others
	Tp   [][3]any   `json:"tp"`   // ghost, x, y
}

// setup returns what chance decided in the game and the trace tells: all but which of several equally
// good targets and references were chosen.
func (tr *trace) setup() map[string]any {
	players, steps, teleports := [][2]any{}, []string{}, [][2]any{}
	for _, p := range tr.Players {
		players = append(players, [2]any{p[1], p[2]})
	}
	at := make([][2]int, len(tr.Ghosts))
	for i, raw := range tr.Ghosts {
		var kind, length any
		if err := json.Unmarshal(raw, &[]any{&kind, &at[i][0], &at[i][1], &length}); err != nil {
			panic(err)
		}
	}
	size := sideFor(tr.N)
	for i := range tr.Turns {
		turn := &tr.Turns[i]
		step := ""
		for k, now := range turn.Ghosts {
			step += stepLetter(at[k], now, size)
			at[k] = now
		}
		steps = append(steps, step)
		for _, c := range []*traceCheck{&turn.Check1, &turn.Check2} {
			for _, tp := range c.Tp {
				teleports = append(teleports, [2]any{tp[1], tp[2]})
				if k, ok := tp[0].(float64); ok {
					at[int(k)] = [2]int{int(tp[1].(float64)), int(tp[2].(float64))}
				}
			}
		}
	}
	return map[string]any{"walls": tr.Walls, "items": tr.Items, "players": players, "ghosts": tr.Ghosts, "steps": steps, "teleports": teleports}
}

// stepLetter names the step between two squares, "-" for none and for what is no step.
func stepLetter(from, to [2]int, size int) string {
	for d, by := range [][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
		if modulo(from[0]+by[0], size) == to[0] && modulo(from[1]+by[1], size) == to[1] {
			return letters[d : d+1]
		}
	}
	return "-"
}

// errAstray says that a ghost did not go where it did in the trace.
var errAstray = errors.New("a ghost went another way")

// replay plays the game with the recorded answers and compares everything. rng chooses among equally
// good targets where the setup does not; what was drawn is returned, each list joined.
func (tr *trace) replay(setup map[string]any, rng *rand.Rand) (lines int, drawn drawnLists, err error) {
	data, err := json.Marshal(setup)
	if err != nil {
		return 0, drawnLists{}, err
	}
	st, err := Game{}.New(tr.N, game.Options{optGhosts: "original", optTurns: "500"}, data, rng)
	if err != nil {
		return 0, drawnLists{}, err
	}
	p := &player{state: st.(*state), trace: tr}
	for seat := range game.Seat(tr.N) {
		d, err := Game{}.Text(game.TextSeating{Protocol: "pacman", Seat: seat, Seats: tr.N})
		if err != nil {
			return 0, drawnLists{}, err
		}
		p.dialects = append(p.dialects, d)
	}
	p.drawn.add(st.Chance())
	for i := range tr.Turns {
		var next *traceTurn
		if i+1 < len(tr.Turns) {
			next = &tr.Turns[i+1]
		}
		p.drawn.marks = append(p.drawn.marks, [2]int{len(p.drawn.Targets), len(p.drawn.References)})
		if err := p.playTurn(&tr.Turns[i], next); err != nil {
			return p.lines, p.drawn, fmt.Errorf("turn %d: %w", tr.Turns[i].T, err)
		}
	}
	return p.lines, p.drawn, p.sameEnd()
}

// drawnLists are what a state told of its later draws.
type drawnLists struct {
	Steps      []string `json:"steps"`
	Targets    []int    `json:"targets"`
	References []any    `json:"references"`
	Teleports  [][2]int `json:"teleports"`

	marks [][2]int // by turn: how many targets and references there were
}

func (d *drawnLists) add(chance []byte) {
	if chance == nil {
		return
	}
	var more drawnLists
	if err := json.Unmarshal(chance, &more); err != nil {
		panic(err)
	}
	d.Steps = append(d.Steps, more.Steps...)
	d.Targets = append(d.Targets, more.Targets...)
	d.References = append(d.References, more.References...)
	d.Teleports = append(d.Teleports, more.Teleports...)
}

// player plays one trace.
type player struct {
	*state
	trace    *trace
	dialects []game.TextDialect
	lines    int
	drawn    drawnLists
}

// playTurn plays a turn. The ghosts have moved before it; where no dead player is to move the first
// check has been made as well, and so it has for the next turn afterwards.
func (p *player) playTurn(turn, next *traceTurn) error {
	if p.turn != turn.T {
		return fmt.Errorf("the rules are in turn %d", p.turn)
	}
	if err := p.sameGhosts(turn, len(turn.Dead) > 0); err != nil {
		return err
	}
	if len(turn.Dead) > 0 {
		if err := p.playRound(turn.Dead); err != nil {
			return fmt.Errorf("dead players: %w", err)
		}
	}
	if len(turn.Living) > 0 {
		if err := p.sameAlive(turn); err != nil {
			return err
		}
		if err := p.playRound(turn.Living); err != nil {
			return fmt.Errorf("Pac-Men: %w", err)
		}
	}
	want := turn.position()
	if next != nil && len(next.Dead) == 0 {
		want.after(&next.Check1)
	}
	return p.samePosition(want)
}

// sameGhosts compares where the computer's ghosts are, as far as they were not teleported already.
func (p *player) sameGhosts(turn *traceTurn, before bool) error {
	moved := make(map[int][2]int)
	if !before {
		for _, tp := range turn.Check1.Tp {
			if k, ok := tp[0].(float64); ok {
				moved[int(k)] = [2]int{int(tp[1].(float64)), int(tp[2].(float64))}
			}
		}
	}
	for k := range p.ghosts {
		want, ok := moved[k]
		if !ok {
			want = turn.Ghosts[k]
		}
		x, y := p.maze.XY(int(p.ghosts[k].at))
		if [2]int{x, y} != want {
			return fmt.Errorf("%w: ghost %d (%v, chasing %v) is on %d,%d, want %v", errAstray, k, p.ghosts[k].kind, p.ghosts[k].chasing, x, y, want)
		}
		if chasing := turn.Chase[k] == '1'; p.ghosts[k].chasing != chasing {
			return fmt.Errorf("ghost %d: chasing %t, want %t", k, p.ghosts[k].chasing, chasing)
		}
	}
	return nil
}

// sameAlive compares who is alive after the first check.
func (p *player) sameAlive(turn *traceTurn) error {
	var want []game.Seat
	for _, m := range turn.Living {
		want = append(want, game.Seat(m.Seat))
	}
	if slices.Sort(want); !slices.Equal(want, p.toAct) {
		return fmt.Errorf("Pac-Men to move %v, want %v", p.toAct, want)
	}
	return nil
}

// playRound sends the lines, compares them, hears the recorded answers and makes the moves.
func (p *player) playRound(round []traceMove) error {
	round = slices.Clone(round)
	slices.SortFunc(round, func(a, b traceMove) int { return a.Seat - b.Seat })
	var moves []game.Move
	for _, m := range round {
		seat := game.Seat(m.Seat)
		if !slices.Contains(p.toAct, seat) {
			return fmt.Errorf("seat %d is not to move, but %v", seat, p.toAct)
		}
		obs := p.Observe(seat)
		sent := p.dialects[seat].Ask(obs, game.TextClock{})
		if p.lines++; sent[len(sent)-1] != m.Line {
			return fmt.Errorf("seat %d is sent\n%s, want\n%s", seat, sent[len(sent)-1], m.Line)
		}
		if len(sent) > 1 && sent[0] != p.trace.Walls {
			return fmt.Errorf("seat %d is sent the maze %.40s", seat, sent[0])
		}
		move := game.Move{Seat: seat, Fault: &game.Fault{Kind: game.FaultTimeout}}
		for i, said := range m.Answers {
			move.Fault = nil
			a, err := p.dialects[seat].Line(obs, []byte(said))
			if last := i == len(m.Answers)-1; a.Done != last {
				return fmt.Errorf("seat %d says %q, which ends its turn: %t, want %t", seat, said, a.Done, last)
			}
			if err != nil {
				move.Fault = &game.Fault{Kind: game.FaultMalformed}
			}
			if err := p.sameReply(said, a.Reply); err != nil {
				return fmt.Errorf("seat %d: %w", seat, err)
			}
			if a.Done {
				move.Action = a.Action
			}
		}
		moves = append(moves, move)
	}
	if err := p.Step(moves); err != nil {
		return err
	}
	p.drawn.add(p.Chance())
	return nil
}

// sameReply checks the answer to a question for walls.
func (p *player) sameReply(said string, reply []string) error {
	var x, y int
	if n, _ := fmt.Sscanf(said, "%d,%d", &x, &y); n != 2 {
		if reply != nil {
			return fmt.Errorf("%q is answered by %q", said, reply)
		}
		return nil
	}
	size := p.maze.size
	if want := p.trace.Walls[y%size*size+x%size]; len(reply) != 1 || reply[0] != string(want) {
		return fmt.Errorf("%q is answered by %q, want %c", said, reply, want)
	}
	return nil
}

// position is what a trace says of the players.
type position struct {
	places     map[int][2]int // of those who moved or were moved
	score, inv []int
	pellets    int
	dead       []int
	empty      [][2]int // squares from which something was taken
}

// position returns how things stand after a turn.
func (turn *traceTurn) position() *position {
	p := &position{places: make(map[int][2]int), score: slices.Clone(turn.Score), inv: slices.Clone(turn.Inv)}
	for _, m := range turn.Dead {
		p.places[m.Seat] = [2]int{m.X, m.Y}
	}
	p.after(&turn.Check1)
	for _, m := range turn.Living {
		p.places[m.Seat] = [2]int{m.X, m.Y}
	}
	p.after(&turn.Check2)
	p.score, p.inv, p.pellets = slices.Clone(turn.Score), slices.Clone(turn.Inv), turn.Pellets
	return p
}

// after adds what a check did.
func (p *position) after(c *traceCheck) {
	for _, eat := range c.Eat {
		for _, seat := range eat[0] {
			p.score[int(seat.(float64))] += GhostPoints * len(eat[1])
		}
	}
	for _, item := range c.Item {
		if item[1] == "o" {
			p.pellets--
		}
		p.empty = append(p.empty, [2]int{int(item[2].(float64)), int(item[3].(float64))})
		if seat, ok := item[0].(float64); ok {
			p.score[int(seat)] += map[any]int{"o": PelletPoints, "O": PowerPoints, "F": FruitPoints}[item[1]]
			if item[1] == "O" {
				p.inv[int(seat)] = Invincible
			}
		}
	}
	for _, seat := range c.Dead {
		p.inv[seat] = 0
	}
	p.dead = append(p.dead, c.Dead...)
	for _, tp := range c.Tp {
		if id, ok := tp[0].(string); ok {
			seat, err := strconv.Atoi(id[1:])
			if err != nil {
				panic(err)
			}
			p.places[seat] = [2]int{int(tp[1].(float64)), int(tp[2].(float64))}
		}
	}
}

// samePosition compares the position after a turn.
func (p *player) samePosition(want *position) error {
	for _, seat := range want.dead {
		if !p.pacs[seat].dead {
			return fmt.Errorf("player %d is not dead", seat)
		}
	}
	for i := range p.pacs {
		q := &p.pacs[i]
		x, y := p.maze.XY(int(q.at))
		if place, ok := want.places[i]; ok && place != [2]int{x, y} {
			return fmt.Errorf("player %d is on %d,%d, want %v", i, x, y, place)
		}
		if q.score != want.score[i] || q.invincible != want.inv[i] {
			return fmt.Errorf("player %d has %d points and is invincible for %d, want %d and %d", i, q.score, q.invincible, want.score[i], want.inv[i])
		}
	}
	if onBoard := bytes.Count(p.items, []byte{pellet}); p.pellets != want.pellets || onBoard != want.pellets {
		return fmt.Errorf("%d pellets, %d on the board, want %d", p.pellets, onBoard, want.pellets)
	}
	for _, at := range want.empty {
		if item := p.items[p.maze.At(at[0], at[1])]; item != nothing {
			return fmt.Errorf("the %c on %v is still there", item, at)
		}
	}
	return nil
}

// sameEnd compares how the game ended.
func (p *player) sameEnd() error {
	var alive, gone []string
	scores := make(map[string]int)
	for i, who := range p.trace.Players {
		name := who[0].(string)
		scores[name] = int(p.Scores()[i])
		switch {
		case p.pacs[i].gone:
			gone = append(gone, name)
		case !p.pacs[i].dead:
			alive = append(alive, name)
		}
	}
	if p.End() != p.trace.End || p.turn != p.trace.Nturns || !slices.Equal(alive, p.trace.Alive) || !slices.Equal(gone, p.trace.Gone) {
		return fmt.Errorf("end %q after %d turns, alive %v, gone %v; want %q after %d, %v, %v", p.End(), p.turn, alive, gone, p.trace.End, p.trace.Nturns, p.trace.Alive, p.trace.Gone)
	}
	for name, want := range p.trace.Scores {
		if scores[name] != want {
			return fmt.Errorf("%s has %d points, want %d", name, scores[name], want)
		}
	}
	return nil
}

// resolve finds targets and references with which all ghosts go as recorded: a trace does not tell
// which of several equally good ones were drawn. A game is played until a ghost goes astray; then the
// draws of the last turns are made anew, as many as a phase can have. In the end the game is played
// once more with every draw given and none left to chance.
func (tr *trace) resolve() (lines int, err error) {
	setup := tr.setup()
	setup["targets"], setup["references"] = []int{}, []any{}
	for try := range 5000 {
		var drawn drawnLists
		lines, drawn, err = tr.replay(setup, rand.New(rand.NewPCG(uint64(try), 0)))
		if err == nil {
			setup["targets"], setup["references"] = orEmpty(drawn.Targets), orEmpty(drawn.References)
			return lines, tr.givenAll(setup, drawn)
		}
		if !errors.Is(err, errAstray) {
			return lines, err
		}
		sure := drawn.marks[max(0, len(drawn.marks)-1-maxPhase)]
		setup["targets"], setup["references"] = orEmpty(drawn.Targets[:sure[0]]), orEmpty(drawn.References[:sure[1]])
	}
	return lines, err
}

func orEmpty[T any](list []T) []T { return append([]T{}, list...) }

// givenAll plays the game once more: with every draw given the rules draw nothing, and tell what they
// were given.
func (tr *trace) givenAll(setup map[string]any, drawn drawnLists) error {
	_, again, err := tr.replay(setup, nil)
	if err != nil {
		return fmt.Errorf("with all draws given: %w", err)
	}
	a, _ := json.Marshal(drawn)
	b, _ := json.Marshal(again)
	if string(a) != string(b) {
		return fmt.Errorf("drawn was\n%s, given that it is\n%s", a, b)
	}
	return nil
}

// TestTraceSample plays the recorded games kept in testdata.
func TestTraceSample(t *testing.T) {
	f, err := os.Open("testdata/traces.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	replayTraces(t, f)
}

// TestTracePacman plays all recorded games of the folder KOTH_TRACES, or of shared/traces beside the
// checkout.
func TestTracePacman(t *testing.T) {
	for _, name := range []string{"pacman.jsonl.gz", "pacman-synthetic.jsonl.gz"} {
		t.Run(name, func(t *testing.T) { replayTraces(t, reference.Traces(t, name)) })
	}
}

func replayTraces(t *testing.T, r io.Reader) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, 32<<20)
	games, turns, lines := 0, 0, 0
	for in.Scan() {
		var tr trace
		if err := json.Unmarshal(in.Bytes(), &tr); err != nil {
			t.Fatalf("line %d: %v", games+1, err)
		}
		n, err := tr.resolve()
		if err != nil {
			t.Errorf("seed %d, %d players: %v", tr.Seed, tr.N, err)
		}
		games++
		turns += len(tr.Turns)
		lines += n
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	if games == 0 {
		t.Error("no games recorded here")
	}
	t.Logf("%d games, %d turns, %d lines to players", games, turns, lines)
}
