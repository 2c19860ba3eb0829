// Package play is gomoku for a person in a terminal, against the engine: what koth play gomoku
// shows and does. The model takes keys and gives pictures (Bubble Tea's Update and View) and holds
// the game; thinking happens in an Opponent. Package term colours what is shown, games/gomoku
// has the rules and draws the board, and the caller owns the terminal.
package play

import (
	"fmt"
	"math/rand/v2"

	tea "charm.land/bubbletea/v2"

	"koth/game"
	"koth/games/gomoku"
	"koth/internal/term"
)

// Setting is what a game is played with.
type Setting struct {
	Options game.Options // of the game; its opening must be none
	Human   gomoku.Stone // the colour that the person plays at first
	Level   string       // of the engine, as it is shown
}

// Model is the game on the screen. It implements tea.Model.
type Model struct {
	setting  Setting
	opponent *Opponent
	colors   *term.Output

	human    gomoku.Stone
	stones   []gomoku.Point // of the game, in order
	state    game.State
	cursor   gomoku.Point
	hint     *gomoku.Point
	note     string // what the game has to say
	thinks   bool   // the opponent is to move
	hinting  bool   // the opponent looks for a hint
	question int    // counts what the opponent has to answer: answers to older ones are not wanted any more
	asked    int    // the last question that it was asked

	width, height int // of the screen, 0 where not known yet
}

// New returns the model of a new game. colors knows what the terminal can show.
func New(s Setting, o *Opponent, colors *term.Output) (*Model, error) {
	m := &Model{setting: s, opponent: o, colors: colors, human: s.Human}
	if _, err := m.position(nil); err != nil {
		return nil, err
	}
	m.begin()
	return m, nil
}

// position returns the state after some stones.
func (m *Model) position(stones []gomoku.Point) (game.State, error) {
	state, err := gomoku.Game{}.New(2, m.setting.Options, nil, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return nil, err
	}
	for _, p := range stones {
		seat := state.ToAct()[0]
		if err := state.Check(seat, gomoku.Put(p)); err != nil {
			return nil, err
		}
		if err := state.Step([]game.Move{{Seat: seat, Action: gomoku.Put(p)}}); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// set makes the position after some stones the one that is played. They must be legal.
func (m *Model) set(stones []gomoku.Point) {
	state, err := m.position(stones)
	if err != nil {
		panic(err) // they were all checked when they were put
	}
	m.stones, m.state = stones, state
	m.hint, m.hinting = nil, false
	m.question++
	m.opponent.Stop()
	m.thinks = !m.over() && m.view().Me != m.human
}

// begin starts a new game.
func (m *Model) begin() {
	m.set(nil)
	middle := m.view().Board.Size() / 2
	m.cursor = gomoku.Point{X: middle, Y: middle}
	m.note = "five in a row win; your move"
	if m.thinks {
		m.note = ""
	}
}

func (m *Model) over() bool { return len(m.state.ToAct()) == 0 }

// view is the position as the player who is to move sees it, or black after the end.
func (m *Model) view() *gomoku.View {
	seat := game.Seat(0)
	if to := m.state.ToAct(); len(to) > 0 {
		seat = to[0]
	}
	return m.state.Observe(seat).(*gomoku.View)
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return m.ask() }

// answered is what the opponent found.
type answered struct {
	question int
	thought  Thought
}

// ask has the opponent think where it is to move or a hint is wanted, once for each question.
func (m *Model) ask() tea.Cmd {
	if m.asked == m.question || !m.thinks && !m.hinting {
		return nil
	}
	m.asked = m.question
	question, view, hint := m.question, *m.view(), m.hinting
	return func() tea.Msg { return answered{question, m.opponent.Think(view, hint)} }
}

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case answered:
		if msg.question == m.question {
			m.hear(msg.thought)
		}
	case tea.KeyPressMsg:
		return m, m.key(msg.String())
	}
	return m, nil
}

// hear takes the opponent's move, or its hint.
func (m *Model) hear(t Thought) {
	switch {
	case t.Err != nil:
		m.note = t.Err.Error()
		m.thinks, m.hinting = false, false
	case m.hinting:
		m.hinting = false
		m.hint, m.cursor = &t.Move, t.Move
		m.note = fmt.Sprintf("hint: %s%s", name(t.Move), t.says("you"))
	case m.thinks:
		m.set(append(m.stones[:len(m.stones):len(m.stones)], t.Move))
		m.note = fmt.Sprintf("%s plays %s%s", m.setting.Level, name(t.Move), t.says("it"))
		if m.over() {
			m.note += ": " + m.outcome()
		}
	}
}

// key does what a key asks for.
func (m *Model) key(key string) tea.Cmd {
	size := m.view().Board.Size()
	switch key {
	case "q", "ctrl+c", "esc":
		m.opponent.Stop()
		return tea.Quit
	case "up", "k":
		m.cursor.Y = (m.cursor.Y + size - 1) % size
	case "down", "j":
		m.cursor.Y = (m.cursor.Y + 1) % size
	case "left":
		m.cursor.X = (m.cursor.X + size - 1) % size
	case "right", "l":
		m.cursor.X = (m.cursor.X + 1) % size
	case "enter", "space":
		m.put()
	case "h", "?":
		m.wantHint()
	case "u", "backspace":
		m.takeBack()
	case "n":
		m.begin()
	case "c":
		m.human = m.human.Other()
		m.begin()
	}
	return m.ask()
}

// put puts the person's stone where the cursor is.
func (m *Model) put() {
	switch {
	case m.over():
		m.note = "the game is over: n begins a new one"
		return
	case m.thinks:
		m.note = m.setting.Level + " is thinking"
		return
	}
	v := m.view()
	switch {
	case v.Board.At(m.cursor.X, m.cursor.Y) != gomoku.Empty:
		m.note = name(m.cursor) + " is taken"
	case m.ban(v, m.cursor) != gomoku.Allowed:
		m.note = fmt.Sprintf("%s is forbidden to black: %v", name(m.cursor), m.ban(v, m.cursor))
	default:
		m.set(append(m.stones[:len(m.stones):len(m.stones)], m.cursor))
		m.note = ""
	}
}

// ban says whether renju forbids the person's stone on an empty cell.
func (m *Model) ban(v *gomoku.View, p gomoku.Point) gomoku.Ban {
	if v.Rule != gomoku.Renju || v.Me != gomoku.Black || m.human != gomoku.Black {
		return gomoku.Allowed
	}
	return v.Board.Forbidden(p.X, p.Y)
}

func (m *Model) wantHint() {
	if m.over() || m.thinks || m.hinting {
		return
	}
	m.question++
	m.hinting = true
	m.note = "looking for a hint"
}

// takeBack undoes the person's last stone and what the opponent answered.
func (m *Model) takeBack() {
	n := len(m.stones)
	for n > 0 {
		n--
		if (n%2 == 0) == (m.human == gomoku.Black) {
			m.set(m.stones[:n])
			m.note = "taken back"
			return
		}
	}
	m.note = "there is nothing to take back"
}
