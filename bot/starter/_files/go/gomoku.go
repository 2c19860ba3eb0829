// A bot for gomoku: it puts its stone where rows of either colour are longest.
package main

// observation is what the bot may know.
type observation struct {
	Size  int
	Phase string
	Me    int     // 1 is black, -1 white
	Board [][]int // [y][x]; 0 is empty
}

// choose returns [x, y]; docs/rules/gomoku.md has the answers to the phases of swap2.
func choose(o observation) any {
	if o.Phase == "open" {
		return [][2]int{{2, 2}, {o.Size - 3, 2}, {o.Size - 2, o.Size - 2}}
	}
	if o.Phase != "move" {
		return "swap"
	}
	var best [2]int
	most := -1.0
	for y, row := range o.Board {
		for x, stone := range row {
			if stone != 0 {
				continue
			}
			worth := float64(10*o.longest(x, y, o.Me) + 9*o.longest(x, y, -o.Me))
			worth -= float64(max(abs(2*x-o.Size+1), abs(2*y-o.Size+1))) / float64(o.Size) // the middle is better
			if worth > most {
				best, most = [2]int{x, y}, worth
			}
		}
	}
	return best
}

// longest is the longest row that a stone of that colour would make here.
func (o observation) longest(x, y, color int) int {
	most := 0
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		most = max(most, o.count(x, y, d[0], d[1], color)+o.count(x, y, -d[0], -d[1], color))
	}
	return most
}

// count says how many stones of a colour lie in a row from here, without this cell.
func (o observation) count(x, y, dx, dy, color int) int {
	for n := 0; ; n++ {
		x, y = x+dx, y+dy
		if x < 0 || x >= o.Size || y < 0 || y >= o.Size || o.Board[y][x] != color {
			return n
		}
	}
}

func abs(n int) int { return max(n, -n) }
