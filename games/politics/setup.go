package politics

import (
	"encoding/json"
	"fmt"
	"slices"

	"koth/game"
)

// The largest numbers of a setup. They are far beyond any match, and far below where sums of whole
// numbers would not be exact.
const (
	maxMoney  = 1e9
	maxBribes = 1e6
)

// set reads a given starting position (docs/rules/politics.md, Setup) over the usual one: an object
// with any of the members people, regions, bribes and money. Empty data changes nothing. After an
// error, which wraps ErrSetup and names the member, the city is of no use.
func (c *City) set(data []byte) error {
	return game.ReadSetup(data, func(name string, value json.RawMessage) error {
		if err := c.setMember(name, value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

func (c *City) setMember(name string, value json.RawMessage) error {
	switch name {
	case "people":
		columns, err := list(value, Size, "columns [x] of the city")
		for x := 0; err == nil && x < Size; x++ {
			if err = setNumbers(c.Support[x][:], columns[x], "voters [y]"); err != nil {
				err = fmt.Errorf("column %d: %w", x, err)
			}
		}
		return err
	case "regions":
		return c.Regions.set(value)
	case "bribes":
		columns, err := list(value, blocksAcross, "columns [bx/4] of blocks")
		for x := 0; err == nil && x < blocksAcross; x++ {
			var column [blocksAcross]int
			if err = setWhole(column[:], columns[x], maxBribes, "blocks [by/4]"); err != nil {
				err = fmt.Errorf("column %d: %w", x, err)
			}
			for y, n := range column {
				c.Bribes[x+y*blocksAcross] = n
			}
		}
		return err
	case "money":
		return setWhole(c.Money[:], value, maxMoney, "amounts [bot one, bot two]")
	}
	return fmt.Errorf("no such member (have people, regions, bribes, money)")
}

// set reads [[[bx,by]...]...]: every block once.
func (r *Regions) set(value json.RawMessage) error {
	var regions []json.RawMessage
	if json.Unmarshal(value, &regions) != nil {
		return fmt.Errorf("%.40s is not a list of regions", value)
	}
	var out Regions
	var taken [Blocks]bool
	for i, raw := range regions {
		var corners []json.RawMessage
		if json.Unmarshal(raw, &corners) != nil || len(corners) == 0 {
			return fmt.Errorf("[%d]: %.40s is not a list of blocks", i, raw)
		}
		var blocks []Block
		for j, corner := range corners {
			p, err := parsePoint(corner)
			if err != nil {
				return fmt.Errorf("[%d][%d]: %w", i, j, err)
			}
			if p.X < 0 || p.X >= Size || p.Y < 0 || p.Y >= Size || BlockOf(p).Corner() != p {
				return fmt.Errorf("[%d][%d]: [%d,%d] is not a block: its coordinates are 0, 4, 8 or 12", i, j, p.X, p.Y)
			}
			b := BlockOf(p)
			if taken[b] {
				return fmt.Errorf("[%d][%d]: block [%d,%d] is there a second time", i, j, p.X, p.Y)
			}
			taken[b] = true
			blocks = append(blocks, b)
		}
		out.add(blocks)
	}
	if missing := slices.Index(taken[:], false); missing >= 0 {
		p := Block(missing).Corner()
		return fmt.Errorf("block [%d,%d] is in none", p.X, p.Y)
	}
	*r = out
	return nil
}

// list reads a list of n elements.
func list(value json.RawMessage, n int, what string) ([]json.RawMessage, error) {
	var parts []json.RawMessage
	if json.Unmarshal(value, &parts) != nil || len(parts) != n {
		return nil, fmt.Errorf("%.40s is not a list of %d %s", value, n, what)
	}
	return parts, nil
}

// setNumbers reads as many numbers as out has room for. There is no -0 in it afterwards.
func setNumbers(out []float64, value json.RawMessage, what string) error {
	parts, err := list(value, len(out), what)
	for i := 0; err == nil && i < len(out); i++ {
		var f *float64
		if json.Unmarshal(parts[i], &f) != nil || f == nil {
			return fmt.Errorf("%.40s is not a number", parts[i])
		}
		out[i] = *f + 0
	}
	return err
}

// setWhole reads as many whole numbers from 0 to limit as out has room for.
func setWhole(out []int, value json.RawMessage, limit int, what string) error {
	parts, err := list(value, len(out), what)
	for i := 0; err == nil && i < len(out); i++ {
		var n *int
		if json.Unmarshal(parts[i], &n) != nil || n == nil || *n < 0 || *n > limit {
			return fmt.Errorf("%.40s is not a whole number from 0 to %d", parts[i], limit)
		}
		out[i] = *n
	}
	return err
}

// appendSetup appends the position in the form that set reads.
func (c *City) appendSetup(dst []byte) []byte {
	dst = append(dst, `{"people":[`...)
	for x := range c.Support {
		dst = append(appendComma(dst, x), '[')
		for y, support := range c.Support[x] {
			dst = appendNumber(appendComma(dst, y), support)
		}
		dst = append(dst, ']')
	}
	dst = append(dst, `],"regions":[`...)
	for i := range c.Regions.Len() {
		dst = append(appendComma(dst, i), '[')
		for j, b := range c.Regions.Blocks(i) {
			dst = b.Corner().appendJSON(appendComma(dst, j))
		}
		dst = append(dst, ']')
	}
	dst = append(dst, `],"bribes":[`...)
	for x := range blocksAcross {
		dst = append(appendComma(dst, x), '[')
		for y := range blocksAcross {
			dst = fmt.Append(appendComma(dst, y), c.Bribes[x+y*blocksAcross])
		}
		dst = append(dst, ']')
	}
	return fmt.Appendf(dst, `],"money":[%d,%d]}`, c.Money[0], c.Money[1])
}
