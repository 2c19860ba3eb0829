package politics

import (
	"math"
	"strconv"

	"koth/game"
)

// View is all that a bot may know (rules, Bot interface). It is a copy: changing it has no effect
// on the match. A bot is not told which seat is its own.
type View struct {
	Money   int      // dollars
	Regions []Region // in the order of the map, 1 to 16
	Poll    *Result  // nil unless the bot made a poll on its previous turn
}

// Map returns the voting map of the view, for a City to look ahead on.
func (v *View) Map() Regions {
	var r Regions
	for i := range v.Regions {
		var blocks []Block
		for _, corner := range v.Regions[i].Blocks {
			blocks = append(blocks, BlockOf(corner))
		}
		r.add(blocks)
	}
	return r
}

// Region is one voting region, as one bot sees it.
type Region struct {
	Blocks []Point // its blocks, each named by its voter with the smallest coordinates
	Counts
}

// Counts are the voters of some part of the city, as one bot sees them.
type Counts struct {
	Neutral  int
	You      int
	Opponent int
	Average  float64 // of the absolute support; NaN for no voters at all
}

// Result is what a poll says.
type Result struct {
	People []Person // x outer, y inner, ascending
	Counts
}

// Person is one voter of a polled area.
type Person struct {
	Position Point
	Region   int     // index in View.Regions
	Support  float64 // above 0 for this bot; with the option rawpoll, for the bot in seat 1
}

// viewBuffer holds a view and all that it points to.
type viewBuffer struct {
	view    View
	regions [Blocks]Region
	blocks  [Blocks]Point
	result  Result
}

// Observe returns a *View of the seat.
func (s *state) Observe(seat game.Seat) game.Observation {
	b := &s.views[seat]
	b.view = View{Money: s.city.Money[seat], Regions: b.regions[:s.city.Regions.n]}
	used := 0
	for i := range b.view.Regions {
		r := &b.view.Regions[i]
		r.Counts = s.tallies[i].seenBy(seat)
		from := used
		for _, block := range s.city.Regions.Blocks(i) {
			b.blocks[used] = block.Corner()
			used++
		}
		r.Blocks = b.blocks[from:used:used]
	}
	if p := s.polls[seat]; p.made {
		b.result.ask(&s.city, p.area, seat, s.rawPoll)
		b.view.Poll = &b.result
	}
	return &b.view
}

func (t *Tally) seenBy(seat game.Seat) Counts {
	return Counts{t.Neutral, t.Voters[seat], t.Voters[1-seat], t.Average}
}

// ask fills in the result of a poll of the area, as the city is now (rules, poll).
func (r *Result) ask(c *City, area Area, seat game.Seat, raw bool) {
	t := c.Area(area)
	r.Counts = t.seenBy(seat)
	r.People = r.People[:0]
	for x := area.X0; x < area.X1; x++ {
		for y := area.Y0; y < area.Y1; y++ {
			at := Point{x, y}
			support := c.Support[x][y]
			if seat == 0 && !raw && support != 0 {
				support = -support
			}
			r.People = append(r.People, Person{at, c.Regions.Of(BlockOf(at)), support})
		}
	}
}

// AppendJSON appends the view as one object of the arguments that bots in JavaScript are called
// with: regions, money and result. What JSON cannot say, the average of no voters and numbers
// beyond all bounds, is null.
func (v *View) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"regions":[`...)
	for i := range v.Regions {
		r := &v.Regions[i]
		dst = appendComma(dst, i)
		dst = append(dst, `{"blocks":[`...)
		for j, p := range r.Blocks {
			dst = appendComma(dst, j)
			dst = p.appendJSON(dst)
		}
		dst = append(dst, "],"...)
		dst = r.Counts.appendJSON(dst)
		dst = append(dst, '}')
	}
	dst = append(dst, `],"money":`...)
	dst = strconv.AppendInt(dst, int64(v.Money), 10)
	dst = append(dst, `,"result":{`...)
	if v.Poll != nil {
		dst = v.Poll.appendJSON(dst)
	}
	return append(dst, "}}"...)
}

func (r *Result) appendJSON(dst []byte) []byte {
	dst = append(dst, `"people":[`...)
	for i := range r.People {
		p := &r.People[i]
		dst = appendComma(dst, i)
		dst = append(dst, `{"position":`...)
		dst = p.Position.appendJSON(dst)
		dst = append(dst, `,"region":`...)
		dst = strconv.AppendInt(dst, int64(p.Region), 10)
		dst = append(dst, `,"support":`...)
		dst = appendNumber(dst, p.Support)
		dst = append(dst, '}')
	}
	dst = append(dst, `],"amounts":{`...)
	dst = r.Counts.appendJSON(dst)
	return append(dst, '}')
}

func (c *Counts) appendJSON(dst []byte) []byte {
	dst = append(dst, `"number_neutral":`...)
	dst = strconv.AppendInt(dst, int64(c.Neutral), 10)
	dst = append(dst, `,"number_you":`...)
	dst = strconv.AppendInt(dst, int64(c.You), 10)
	dst = append(dst, `,"number_opponent":`...)
	dst = strconv.AppendInt(dst, int64(c.Opponent), 10)
	dst = append(dst, `,"absolute_average":`...)
	return appendNumber(dst, c.Average)
}

func (p Point) appendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	dst = strconv.AppendInt(dst, int64(p.X), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(p.Y), 10)
	return append(dst, ']')
}

// appendNumber appends the shortest decimal that reads back as f.
func appendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	return strconv.AppendFloat(dst, f, 'g', -1, 64)
}

// appendComma separates element i of a JSON array from the one before it.
func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
