// A bot for politics: it campaigns where it is behind.
package main

// observation is what the bot may know; docs/rules/politics.md has the rest of it.
type observation struct {
	Money   float64
	Regions []region
}

type region struct {
	Blocks         [][2]int // the corner of each that is nearest to [0, 0]
	NumberYou      int      `json:"number_you"`
	NumberOpponent int      `json:"number_opponent"`
}

// choose returns ["campaign", [x, y], [x, y]] or another move of docs/rules/politics.md, or nil.
func choose(o observation) any {
	if o.Money < 16 { // a campaign costs a dollar a voter, and a block has 4 by 4
		return nil
	}
	worst := o.Regions[0]
	for _, r := range o.Regions {
		if r.lead() < worst.lead() {
			worst = r
		}
	}
	x, y := worst.Blocks[0][0], worst.Blocks[0][1]
	return []any{"campaign", [2]int{x, y}, [2]int{x + 4, y + 4}}
}

func (r region) lead() int { return r.NumberYou - r.NumberOpponent }
