package politics

// candidateStep is how far a campaign moves each voter towards its candidate.
const candidateStep = 0.25

// grid is a number for each voter, [x][y].
type grid [Size][Size]float64

// campaign carries out the campaigns of a turn; areas has the one of each bot, empty for none. The
// order of all additions is that of the rules (Floating point), since neutral means exactly 0.
func (c *City) campaign(areas [seats]Area) {
	c.neighbours(areas)
	for seat, area := range areas {
		step := float64(sign(seat) * candidateStep) // a conversion keeps it from being fused into the sum
		for x := area.X0; x < area.X1; x++ {
			for y := area.Y0; y < area.Y1; y++ {
				c.Support[x][y] += step
			}
		}
	}
}

// neighbours moves every voter in an area towards the candidate whom the eight around it support
// (rules, Neighbours' part). All sums are made before any voter moves.
func (c *City) neighbours(areas [seats]Area) {
	// Under the controller's rules the sums of both campaigns add up to one step; in the post's
	// text each campaign makes a step of its own (Ambiguities, 1).
	var sums [seats]grid
	into := [seats]*grid{&sums[0], &sums[0]}
	if c.Variant == Post {
		into[1] = &sums[1]
	}
	for seat, area := range areas {
		c.sumNeighbours(into[seat], area)
	}
	for seat, area := range areas {
		for x := area.X0; x < area.X1; x++ {
			for y := area.Y0; y < area.Y1; y++ {
				sum := &into[seat][x][y]
				c.Support[x][y] += c.Variant.step(*sum)
				*sum = 0 // a voter in both areas takes this step once
			}
		}
	}
}

// sumNeighbours adds to each voter of the area the weights of the voters around it.
func (c *City) sumNeighbours(sums *grid, area Area) {
	// weights is shifted by one, so that voters off the city are there and weigh nothing.
	var weights [Size + 2][Size + 2]float64
	for x := max(area.X0-1, 0); x < min(area.X1+1, Size); x++ {
		for y := max(area.Y0-1, 0); y < min(area.Y1+1, Size); y++ {
			weights[x+1][y+1] = c.Variant.weight(c.Support[x][y])
		}
	}
	for x := area.X0; x < area.X1; x++ {
		left, here, right := &weights[x], &weights[x+1], &weights[x+2]
		for y := area.Y0; y < area.Y1; y++ {
			a := left[y+1]
			a += right[y+1]
			a += here[y]
			a += here[y+2]
			a += left[y]
			a += left[y+2]
			a += right[y]
			a += right[y+2]
			sums[x][y] += a
		}
	}
}

// weight is how much a voter with this support counts for its neighbours.
func (v Variant) weight(support float64) float64 {
	switch {
	case v == Post:
		return support
	case support >= 2:
		return 0.2
	case support > 0:
		return 0.05
	case support <= -2:
		return -0.2
	case support < 0:
		return -0.05
	}
	return 0
}

// step is how far a voter goes whose neighbours' weights have this sum.
func (v Variant) step(sum float64) float64 {
	switch {
	case sum > 2 || sum == 2 && v == Post:
		return 0.2
	case sum > 0:
		return 0.1
	case sum < -2 || sum == -2 && v == Post:
		return -0.2
	case sum < 0:
		return -0.1
	}
	return 0
}
