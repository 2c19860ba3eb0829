// Package politics holds the house bots of the game politics. Those in JavaScript are files beside
// this one and need no Go; Strategist is the one in Go.
//
// Strategist's idea: a bot is shown only how many voters of a region are for whom, but that is
// nearly enough to know them all. It keeps the whole city in its head: it knows its own moves, and
// each turn it looks for the one move of its opponent that explains the new counts (belief.go). On
// that city it tries every campaign that it can pay for, without playing out each (mix.go), takes
// the most promising, and plays them through the rules against what the opponent would like to do,
// valuing what comes of it by the leads in all regions (weigh.go).
//
// What to learn from it: most of its strength comes from looking at all areas, not only at blocks,
// and from trying each move against a few replies: a move that wins if nobody answers is often a
// bad one. The values themselves matter little.
package politics

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"koth/bot"
	"koth/bot/native"
	"koth/game"
	"koth/games/politics"
)

// Strategist plays the rules ahead.
type Strategist struct {
	beliefs [2]belief
	begun   bool
	mine    politics.Action // its latest move
}

// NewStrategist makes a Strategist for one match. It draws no random numbers, and does not look at
// its seat, which the rules tell no bot.
func NewStrategist(bot.Seating, *rand.Rand) native.Bot { return &Strategist{} }

// Act makes the move that does best against what the opponent is likely to do.
func (s *Strategist) Act(obs game.Observation) game.Action {
	v := obs.(*politics.View)
	for seat := range s.beliefs {
		b := &s.beliefs[seat]
		if !s.begun {
			b.me = seat
			b.begin(v)
		} else {
			b.update(s.mine, v)
		}
	}
	s.begun = true
	b := &s.beliefs[0]
	if s.beliefs[1].misses < b.misses {
		b = &s.beliefs[1]
	}
	s.mine = b.choose()
	return s.mine
}

// How many moves are thought about. The time for a turn grows with their product.
const (
	ownMoves   = 12
	theirMoves = 6
)

// option is a move that is considered, and how good it looks for the seat that would make it.
type option struct {
	move  politics.Action
	value float64
}

// choose returns the best of the most promising moves, each tried against the most promising ones
// of the opponent: by what comes of it on average, and half as much by the worst.
func (b *belief) choose() politics.Action {
	theirs := b.promising(1-b.me, theirMoves)
	best := option{value: math.Inf(-1)}
	for _, m := range b.promising(b.me, ownMoves) {
		total, worst := 0.0, math.Inf(1)
		for _, t := range theirs {
			value := position(b.outcome(m.move, t.move), b.me)
			total += value
			worst = min(worst, value)
		}
		if value := total/float64(len(theirs)) + worst/2; value > best.value {
			best = option{m.move, value}
		}
	}
	return best.move
}

// outcome is the city after a turn in which two moves that change regions cancel each other.
func (b *belief) outcome(mine, theirs politics.Action) *politics.City {
	if redrawing(mine) && redrawing(theirs) {
		return b.after(politics.Action{}, politics.Action{})
	}
	return b.after(mine, theirs)
}

func redrawing(a politics.Action) bool {
	return a.Kind == politics.Merge || a.Kind == politics.Unmerge
}

// promising returns the n moves of a seat that look best if the other does nothing, and to do
// nothing as well.
func (b *belief) promising(seat, n int) []option {
	money := b.city.Money[seat]
	play := func(a politics.Action) *politics.City {
		if seat == b.me {
			return b.after(a, politics.Action{})
		}
		return b.after(politics.Action{}, a)
	}
	wait := play(politics.Action{})
	best := shortlist{n: n}
	newMix(wait, play(wholeCity)).campaigns(seat, money, &best)
	for block := range politics.Block(politics.Blocks) {
		for _, a := range redraws(block.Corner()) {
			if joins(&b.city, a) && b.city.Price(a) <= money {
				best.add(option{a, position(play(a), seat)})
			}
		}
	}
	return append(best.list, option{politics.Action{}, position(wait, seat)})
}

// campaigns adds all campaigns that a seat can pay for.
func (m *mix) campaigns(seat, money int, best *shortlist) {
	var now [politics.Blocks]regionValue
	var sum regionValue
	for i := range m.regions {
		now[i] = valueOf(&m.without[i], seat, m.blocks[i])
		sum.add(now[i], 1)
	}
	var regions [politics.Blocks]sums
	areas(money, anywhereFrom, anywhereUpTo, func(a politics.Area) {
		after := sum
		for touched := m.after(a, &regions); touched != 0; touched &= touched - 1 {
			i := bits.TrailingZeros16(touched)
			after.add(now[i], -1)
			after.add(valueOf(&regions[i], seat, m.blocks[i]), 1)
		}
		best.add(option{campaign(a), after.total(money + 10 - a.Size())})
	})
}

// shortlist keeps the n best options.
type shortlist struct {
	n    int
	list []option // best first
}

func (l *shortlist) add(o option) {
	if len(l.list) == l.n && o.value <= l.list[l.n-1].value {
		return
	}
	i := len(l.list)
	if i < l.n {
		l.list = append(l.list, o)
	} else {
		i--
	}
	for ; i > 0 && l.list[i-1].value < o.value; i-- {
		l.list[i] = l.list[i-1]
	}
	l.list[i] = o
}
