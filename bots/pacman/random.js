// Random walks at random, but not into walls.
//
// What to learn from it: how to read the maze. maze.walls[x][y] is the sum of North 1, East 2, South 4
// and West 8, so one bit says whether there is a wall in a direction.
function random(maze, me, sight, memory) {
  const ways = ["N", "E", "S", "W"].filter((way, i) => !(maze.walls[me.x][me.y] & 1 << i));
  return ways[Math.floor(Math.random() * ways.length)];
}
