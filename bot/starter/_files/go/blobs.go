// A bot for blobs: each of its blobs goes to the nearest pellet.
package main

// observation is what the bot may know: what each blob of its family sees.
type observation struct {
	Side, Turn int
	Blobs      []struct {
		Me   thing
		Near struct{ Pellets, Blobs []thing }
	}
}

// thing is a blob or a pellet; pellets have no UID.
type thing struct {
	Pos    [2]int
	UID    int
	Energy float64
}

// choose returns one order for each blob of the family: ["move", "north"], ["split", "east"],
// ["send", "west", 12.5] or nil.
func choose(o observation) [][]any {
	orders := make([][]any, len(o.Blobs))
	for i, b := range o.Blobs {
		orders[i] = order(b.Me, b.Near.Pellets)
	}
	return orders
}

func order(me thing, pellets []thing) []any {
	if me.Energy > 150 {
		return []any{"split", "south"} // it costs 50; what is left is shared by parent and child
	}
	if len(pellets) == 0 {
		return nil // standing still costs a quarter of a step
	}
	nearest := pellets[0]
	for _, p := range pellets {
		if p.steps(me) < nearest.steps(me) {
			nearest = p
		}
	}
	switch x, y := nearest.Pos[0], nearest.Pos[1]; {
	case x > me.Pos[0]:
		return []any{"move", "east"}
	case x < me.Pos[0]:
		return []any{"move", "west"}
	case y > me.Pos[1]:
		return []any{"move", "south"}
	}
	return []any{"move", "north"}
}

// steps is how far it is from one to another.
func (t thing) steps(to thing) int { return abs(t.Pos[0]-to.Pos[0]) + abs(t.Pos[1]-to.Pos[1]) }

func abs(n int) int { return max(n, -n) }
