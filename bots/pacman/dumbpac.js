// Dumbpac says one of the five moves at random and looks at nothing.
// It often walks into a wall, which is the same as standing still.
//
// What to learn from it: this is a whole bot. A function gets the maze, its own square, what it sees,
// and a memory, and returns "N", "E", "S", "W" or "X". Anything that does better than this is a start.
function dumbpac(maze, me, sight, memory) {
  return "NESWX"[Math.floor(Math.random() * 5)];
}
