package tournament

import (
	"cmp"
	"slices"
	"time"

	"koth/match"
	"koth/rating"
)

// Row is one bot's line in a table.
type Row struct {
	Bot     int // number in order of entry
	Rank    int // from 1; no two bots share one
	Score   float64
	Wins    int // matches in which it alone was first
	Draws   int // matches in which it shared the first place
	Losses  int
	Matches int
	Faults  match.FaultCount
	Moves   int
	Time    time.Duration // for all moves
	Max     time.Duration // for the slowest
	Rating  rating.Rating
	First   *FirstFault // the first fault it had, nil for none
}

// FirstFault is a fault and the match in which it happened.
type FirstFault struct {
	Match int // position in the schedule, from 0
	match.TurnFault
}

// Mean returns the mean time of a move, 0 if it was never asked.
func (r Row) Mean() time.Duration {
	if r.Moves == 0 {
		return 0
	}
	return r.Time / time.Duration(r.Moves)
}

// Pair is how two bots did against each other, over all matches in which both sat.
type Pair struct {
	A, B           int // numbers in order of entry, A < B
	ScoreA, ScoreB float64
	WinsA, WinsB   int // matches in which one scored more than the other
	Draws          int
	Matches        int
}

// Standings add up results. Add them in schedule order: scores are floating-point sums, and only
// the same order gives the same digits.
type Standings struct {
	byWins bool
	rows   []Row
	pairs  []Pair // upper triangle, row by row
	seats  int    // players in the matches, 0 before the first
	added  int
}

// NewStandings returns empty standings for bots. With byWins the number of wins decides the rank,
// else the sum of the scores; who entered earlier goes first on a tie.
func NewStandings(bots int, byWins bool) *Standings {
	s := &Standings{byWins: byWins, rows: make([]Row, bots)}
	for a := range bots {
		s.rows[a].Bot = a
		for b := a + 1; b < bots; b++ {
			s.pairs = append(s.pairs, Pair{A: a, B: b})
		}
	}
	return s
}

// Add counts the result of a match between bots, given by seat.
func (s *Standings) Add(bots []int, res match.Result) {
	s.seats = max(s.seats, len(bots))
	shared := 0
	for _, r := range res.Seats {
		if r.Rank == 1 {
			shared++
		}
	}
	for seat, b := range bots {
		r, row := &res.Seats[seat], &s.rows[b]
		row.Matches++
		row.Score += r.Score
		row.Faults = row.Faults.Plus(r.Faults)
		row.Moves += r.Moves
		row.Time += r.Time
		row.Max = max(row.Max, r.Max)
		if row.First == nil && len(r.First) > 0 {
			row.First = &FirstFault{Match: s.added, TurnFault: r.First[0]}
		}
		switch {
		case r.Rank > 1:
			row.Losses++
		case shared > 1:
			row.Draws++
		default:
			row.Wins++
		}
		for other := range seat {
			s.addPair(bots[other], b, res.Seats[other].Score, r.Score)
		}
	}
	s.added++
}

func (s *Standings) addPair(a, b int, scoreA, scoreB float64) {
	if a > b {
		a, b, scoreA, scoreB = b, a, scoreB, scoreA
	}
	if a == b {
		return // a bot against itself says nothing about two bots
	}
	p := &s.pairs[s.pairIndex(a, b)]
	p.Matches++
	p.ScoreA += scoreA
	p.ScoreB += scoreB
	switch {
	case scoreA > scoreB:
		p.WinsA++
	case scoreB > scoreA:
		p.WinsB++
	default:
		p.Draws++
	}
}

func (s *Standings) pairIndex(a, b int) int {
	n := len(s.rows)
	return a*(2*n-a-1)/2 + b - a - 1
}

// Matches returns how many results were added.
func (s *Standings) Matches() int { return s.added }

// Pairs returns how each two bots did, (0,1), (0,2), ..., only those that met.
func (s *Standings) Pairs() []Pair {
	return slices.DeleteFunc(slices.Clone(s.pairs), func(p Pair) bool { return p.Matches == 0 })
}

// Table returns the rows, best first, with ranks and ratings.
func (s *Standings) Table() []Row {
	rows := slices.Clone(s.rows)
	for i, r := range s.ratings() {
		rows[i].Rating = r
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		if s.byWins {
			return cmp.Compare(b.Wins, a.Wins)
		}
		return cmp.Compare(b.Score, a.Score)
	})
	for i := range rows {
		rows[i].Rank = i + 1
	}
	return rows
}

// ratings rates all bots from all pairs at once. A match of n seats gives n-1 results a bot,
// which say less than n-1 matches would, so they count as one together.
func (s *Standings) ratings() []rating.Rating {
	weight := 1.0
	if s.seats > 2 {
		weight = 1 / float64(s.seats-1)
	}
	var results []rating.Result
	for _, p := range s.pairs {
		if p.Matches > 0 {
			won := float64(p.WinsA) + float64(p.Draws)/2
			results = append(results, rating.Result{A: p.A, B: p.B, Score: weight * won, Games: weight * float64(p.Matches)})
		}
	}
	return rating.Fit(len(s.rows), results)
}
