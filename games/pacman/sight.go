package pacman

// lookAhead appends what a Pac-Man sees that looks in direction d (rules, Turn line): lines to the
// left, ahead and to the right, then two diagonal squares.
func (s *state) lookAhead(dst []Square, at int32, d Action) []Square {
	dst = s.line(dst, at, d.left())
	dst = s.line(dst, at, d)
	dst = s.line(dst, at, d.right())
	dst = s.diagonal(dst, at, d, d.left())
	return s.diagonal(dst, at, d.right(), d)
}

// lookAround appends what a Pac-Man without a direction sees.
func (s *state) lookAround(dst []Square, at int32) []Square {
	for d := North; d <= West; d++ {
		dst = s.line(dst, at, d)
	}
	dst = s.diagonal(dst, at, North, West)
	dst = s.diagonal(dst, at, North, East)
	dst = s.diagonal(dst, at, South, East)
	return s.diagonal(dst, at, South, West)
}

// line appends the squares in a straight line, nearest first, up to a wall or back to the start.
func (s *state) line(dst []Square, from int32, d Action) []Square {
	for at := s.maze.way[4*from+int32(d)]; at != wall && at != from; at = s.maze.way[4*at+int32(d)] {
		dst = append(dst, Square{int(at), s.looks[at]})
	}
	return dst
}

// diagonal appends the square between two directions, if one of the two ways there is free.
func (s *state) diagonal(dst []Square, at int32, a, b Action) []Square {
	to := s.twoSteps(at, a, b)
	if to == wall {
		to = s.twoSteps(at, b, a)
	}
	if to == wall {
		return dst
	}
	return append(dst, Square{int(to), s.looks[to]})
}

func (s *state) twoSteps(at int32, a, b Action) int32 {
	between := s.maze.way[4*at+int32(a)]
	if between == wall {
		return wall
	}
	return s.maze.way[4*between+int32(b)]
}

// around appends the squares that a dead player sees, in reading order.
func (s *state) around(dst []Square, at int32) []Square {
	size := s.maze.size
	x0, y0 := s.maze.XY(int(at))
	for dy := -DeadSight; dy <= DeadSight; dy++ {
		row := modulo(y0+dy, size) * size
		x := modulo(x0-DeadSight, size)
		for dx := -DeadSight; dx <= DeadSight; dx++ {
			if dx != 0 || dy != 0 {
				dst = append(dst, Square{row + x, s.looks[row+x]})
			}
			if x++; x == size {
				x = 0
			}
		}
	}
	return dst
}
