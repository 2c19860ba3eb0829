package tokens

import (
	"cmp"
	"math/bits"
	"slices"

	"koth/games/tokens"
)

// set is a set of tokens of a scene, by their numbers.
type set uint32

// maxTokens is how many tokens a scene holds. Drawn boards never have more than 30; of a given
// board with more, the nearest ones will do until there are fewer.
const maxTokens = 32

func (s set) len() int          { return bits.OnesCount32(uint32(s)) }
func (s set) first() int        { return bits.TrailingZeros32(uint32(s)) }
func (s set) next() set         { return s & (s - 1) } // without its first
func (s set) has(i int) bool    { return s>>i&1 != 0 }
func (s set) without(i int) set { return s &^ (1 << i) }

// scene is the tokens on the board, numbered by x, then y.
type scene struct {
	tokens  []token
	ofColor [4]set // by tokens.Color
	points  [4]set // by points of a token

	// Made by measure, for planning. Index len(tokens) is where we are.
	steps [maxTokens + 1][maxTokens]int
	near  [maxTokens + 1][]int // all tokens, nearest first
}

// read takes over the tokens of a view.
func (s *scene) read(v *tokens.View) {
	s.tokens = s.tokens[:0]
	for x := range v.Size {
		for y := range v.Size {
			if t := v.Tokens[x][y]; t != (tokens.Token{}) {
				s.tokens = append(s.tokens, token{x, y, t.Color, int(t.Points)})
			}
		}
	}
	if len(s.tokens) > maxTokens {
		me := walkerOf(v.Me())
		slices.SortStableFunc(s.tokens, func(a, b token) int { return cmp.Compare(me.stepsTo(a), me.stepsTo(b)) })
		s.tokens = s.tokens[:maxTokens]
	}
	s.ofColor, s.points = [4]set{}, [4]set{}
	for i, t := range s.tokens {
		s.ofColor[t.color] |= 1 << i
		s.points[t.points] |= 1 << i
	}
}

func (s *scene) all() set         { return set(uint64(1)<<len(s.tokens) - 1) }
func (s *scene) find(t token) int { return slices.Index(s.tokens, t) }
func (s *scene) has(t token) bool { return s.find(t) >= 0 }
func (s *scene) sum(of set) (n int) {
	for points := range s.points {
		n += points * (of & s.points[points]).len()
	}
	return n
}

// measure fills in steps and near.
func (s *scene) measure(me walker) {
	n := len(s.tokens)
	for i := range n + 1 {
		from := me
		if i < n {
			from = walker{x: s.tokens[i].x, y: s.tokens[i].y}
		}
		s.near[i] = s.near[i][:0]
		for j, t := range s.tokens {
			s.steps[i][j] = from.stepsTo(t)
			s.near[i] = append(s.near[i], j)
		}
		slices.SortStableFunc(s.near[i], func(a, b int) int { return cmp.Compare(s.steps[i][a], s.steps[i][b]) })
	}
}

// The numbers of the search, found by trying.
const (
	beamWidth = 32   // futures kept of each number of bites: this bounds the time a move takes
	patience  = 0.99 // of a point's worth if it comes one turn later: forecasts go stale
	ourPart   = 0.6  // of what is left is for us, if the rival eats
)

// future is a way the match may go on. Turns are counted from now, one of ours and one of the
// rival's each; ours comes first.
type future struct {
	left  set // tokens
	at    int // the token that we ate last
	me    walker
	rival walker
	turn  int     // our next
	fade  float64 // what a point is worth on that turn: patience to the power of it
	moved int     // turns that the rival has had
	pay   float64 // what our bites paid, those that come later counting less
	worth float64 // pay and what may be hoped for
	first int     // the token that all this begins with; -1 if there is none yet
}

// plan returns the token to go for: the first of the bites that pay most if the rival keeps to its
// habit. If that would leave us none, it is the nearest, since the guess may be wrong. There must
// be a token.
//
// It is a beam search: from the best futures with n bites to all of those with n+1.
func (s *scene) plan(h habit, me, rival walker) token {
	s.measure(me)
	beam := []future{{left: s.all(), at: len(s.tokens), me: me, rival: rival, fade: 1, first: -1}}
	best, most := s.near[len(s.tokens)][0], 0.0
	var more []future
	for len(beam) > 0 {
		more = more[:0]
		for i := range beam {
			before := len(more)
			more = s.bites(more, h, beam[i])
			if f := &beam[i]; len(more) == before && f.pay > most {
				best, most = f.first, f.pay
			}
		}
		beam = prune(beam[:0], more)
	}
	return s.tokens[best]
}

// bites appends the futures in which our next bite after f is any token that we reach before the
// rival does.
func (s *scene) bites(list []future, h habit, f future) []future {
	from := f // with the turns played until the bite of the token that is looked at
	for _, i := range s.near[f.at] {
		for steps := s.steps[f.at][i]; from.turn < f.turn+steps; from.turn++ {
			from.fade *= patience
		}
		s.playRival(&from, h, s.tokens[i], f.turn)
		if !from.left.has(i) {
			continue
		}
		next := from
		next.at = i
		next.me.x, next.me.y = s.tokens[i].x, s.tokens[i].y
		next.pay += float64(next.me.eat(s.tokens[i])) * from.fade
		next.left = from.left.without(i)
		next.turn++
		next.fade *= patience
		if next.first < 0 {
			next.first = i
		}
		next.worth = s.hope(&next, h)
		list = append(list, next)
	}
	return list
}

// playRival plays the rival's turns before from.turn, while we walk from where we were on the turn
// start towards a token.
func (s *scene) playRival(from *future, h habit, to token, start int) {
	for ; from.moved < from.turn; from.moved++ {
		if !h.eats() || from.left == 0 {
			continue
		}
		me := &from.me
		if h.taste == wary { // no other looks at us
			walked := from.me.towards(to, from.moved+1-start)
			me = &walked
		}
		i := h.choose(s, from.left, &from.rival, me)
		action := h.gait.step(from.rival.x, from.rival.y, s.tokens[i])
		if action == tokens.Eat {
			from.rival.eat(s.tokens[i])
			from.left = from.left.without(i)
		}
		from.rival.walk(action)
	}
}

// towards returns the walker after some steps on the way to a token, across first.
func (w walker) towards(t token, steps int) walker {
	across := min(steps, abs(t.x-w.x))
	down := min(steps-across, abs(t.y-w.y))
	if t.x < w.x {
		across = -across
	}
	if t.y < w.y {
		down = -down
	}
	w.x += across
	w.y += down
	return w
}

// hope returns what a future may pay in all: what it has paid, and our part of what is left, each
// colour in one run, the present one going on.
func (s *scene) hope(f *future, h habit) float64 {
	part := 1.0
	if h.eats() {
		part = ourPart
	}
	hope := f.pay + part*float64(s.sum(f.left))
	for color := tokens.Red; color <= tokens.Blue; color++ {
		n := part * float64((f.left & s.ofColor[color]).len())
		if run := float64(f.me.run(color)); run > 0 {
			hope += n*run + n*(n-1)/2
		} else if n > 1 {
			hope += n * (n - 1) / 2
		}
	}
	return hope
}

// prune appends the futures of most worth to beam, beamWidth at most. Of those that have come to
// the same token with the same ones left only the best goes on.
func prune(beam, futures []future) []future {
	order := make([]int, len(futures))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(futures[b].worth, futures[a].worth), cmp.Compare(a, b))
	})
	for _, i := range order {
		f := &futures[i]
		same := func(g future) bool { return g.left == f.left && g.at == f.at }
		if !slices.ContainsFunc(beam, same) {
			beam = append(beam, *f)
			if len(beam) == beamWidth {
				break
			}
		}
	}
	return beam
}
