package tokens

import (
	"koth/games/tokens"
)

// taste is what a rival goes for.
type taste int

const (
	nothing taste = iota // it stands still, or wanders: it leaves the tokens alone
	echo                 // as nothing, but it does what we did last
	nearest              // the nearest token, the first one found of several
	greedy               // the nearest token, the one that pays most of several
	rate                 // the one that pays most for each turn
	runner               // the same, but a run counts double for what it may become
	wary                 // a sum of pay, distance and of how much we want the token

	tastes
)

// habit is a guess at how a rival plays.
type habit struct {
	taste taste
	gait  gait
}

func (h habit) eats() bool { return h.taste > echo }

// choose returns the token that a rival of this habit goes for, as a number in the scene; it must
// be a habit that eats, and left must not be empty.
func (h habit) choose(s *scene, left set, rival, me *walker) int {
	best, most := -1, 0.0
	for rest := left; rest != 0; rest = rest.next() {
		i := rest.first()
		if v := h.taste.value(s, left, i, rival, me); best < 0 || v > most {
			best, most = i, v
		}
	}
	return best
}

// value tells how much a rival of this taste wants token i of those left; only the order counts.
func (t taste) value(s *scene, left set, i int, rival, me *walker) float64 {
	token := s.tokens[i]
	steps := rival.stepsTo(token)
	pay := token.points + rival.run(token.color)
	switch t {
	case nearest:
		return -float64(steps)
	case greedy:
		const bulk = 1 << 10 // more than any token pays
		return float64(pay - bulk*steps)
	case rate:
		return float64(pay) / float64(steps+1)
	case runner:
		return float64(pay+rival.run(token.color)) / float64(steps+1)
	default: // wary
		ours := me.stepsTo(token)
		v := float64(token.points-steps) + 1.5*float64(rival.run(token.color)) + 0.5*float64(me.run(token.color))
		v += 2 * float64((left & s.ofColor[token.color]).len()) / float64(left.len())
		v -= 0.5 * float64(max(steps-ours, 0))
		if ours == 0 && steps > 0 {
			v -= 100
		}
		return v
	}
}

// watch keeps count of which habit explains the rival.
type watch struct {
	guesses []guess
	best    int // the guess believed in
	turns   int // turns of the rival that were seen

	told  bool          // the rest is set: what was before the rival's turn
	rival tokens.Player // as it was
}

// guess is a habit and how well it has done.
type guess struct {
	habit    habit
	credit   float64       // its right forecasts, older ones counting less
	forecast tokens.Action // for the rival's next turn
}

// The numbers of learning, found by trying.
const (
	memory    = 0.95 // of a forecast's weight after one more turn
	noBite    = 0.5  // what is left of the credit of a habit that expected a bite in vain
	fewTurns  = 6    // that say nothing against a guess
	leastHits = 0.5  // share of right forecasts that a guess needs to be believed
)

func newWatch() watch {
	w := watch{guesses: []guess{{habit: habit{taste: nothing}}, {habit: habit{taste: echo}}}}
	for t := nearest; t < tastes; t++ {
		for g := range gaits {
			if t == rate && g == longerFirst {
				w.best = len(w.guesses) // the first guess, before there is anything to go by
			}
			w.guesses = append(w.guesses, guess{habit: habit{t, g}})
		}
	}
	return w
}

// habit returns the habit that is believed in.
func (w *watch) habit() habit { return w.guesses[w.best].habit }

// learn compares what the rival did with all forecasts. It tells whether a plan made before still
// stands: the habit is the same, and the rival did what that foretold, or at least ate nothing if
// it is thought to leave the tokens alone.
func (w *watch) learn(now *tokens.Player) (asExpected bool) {
	if !w.told {
		return false
	}
	did := actionBetween(&w.rival, now)
	w.turns++
	full := 0.0 // the credit of a guess that was never wrong
	for i := range w.guesses {
		g := &w.guesses[i]
		g.credit *= memory
		switch {
		case g.forecast == did:
			g.credit++
		case g.forecast == tokens.Eat:
			g.credit *= noBite
		}
	}
	for range w.turns {
		full = full*memory + 1
	}
	before := w.habit()
	for i := range w.guesses {
		if w.guesses[i].credit > w.guesses[w.best].credit {
			w.best = i
		}
	}
	if w.turns >= fewTurns && w.guesses[w.best].credit < leastHits*full {
		w.best = 0 // a wanderer
	}
	if h := w.habit(); h != before || h.eats() {
		return h == before && w.guesses[w.best].forecast == did
	}
	return did != tokens.Eat
}

// actionBetween returns what a player did on the one turn between two sights of it.
func actionBetween(before, after *tokens.Player) tokens.Action {
	switch {
	case after.Score > before.Score:
		return tokens.Eat
	case after.X > before.X:
		return tokens.Right
	case after.X < before.X:
		return tokens.Left
	case after.Y > before.Y:
		return tokens.Down
	case after.Y < before.Y:
		return tokens.Up
	}
	return tokens.Pass
}

// expect makes the forecasts of the rival's next turn, after our action on the way to target.
func (w *watch) expect(s *scene, rival walker, player *tokens.Player, me walker, target token, action tokens.Action) {
	w.told, w.rival = true, *player
	left := s.all()
	me.walk(action)
	if action == tokens.Eat {
		me.eat(target)
		left = left.without(s.find(target))
	}
	for i := range w.guesses {
		g := &w.guesses[i]
		switch {
		case g.habit.taste == echo:
			g.forecast = action
		case g.habit.taste == nothing || left == 0:
			g.forecast = tokens.Pass
		default:
			g.forecast = g.habit.gait.step(rival.x, rival.y, s.tokens[g.habit.choose(s, left, &rival, &me)])
		}
	}
}
