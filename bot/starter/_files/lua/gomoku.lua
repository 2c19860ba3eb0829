-- A bot for gomoku: it puts its stone where rows of either colour are longest.
-- drop is called once a turn: board[i][j] is row i and column j, from 1; 1 is black, -1 white, 0
-- empty, and t is the colour to play. It returns i, j.

-- How many stones of a colour lie in a row from here, without this cell.
local function count(board, i, j, di, dj, color)
  local n = 0
  while true do
    i, j = i + di, j + dj
    if not board[i] or board[i][j] ~= color then return n end
    n = n + 1
  end
end

-- The longest row that a stone of that colour would make here.
local function longest(board, i, j, color)
  local most = 0
  for _, d in ipairs({ { 0, 1 }, { 1, 0 }, { 1, 1 }, { -1, 1 } }) do
    most = math.max(most, count(board, i, j, d[1], d[2], color) + count(board, i, j, -d[1], -d[2], color))
  end
  return most
end

function drop(board, t)
  local size = #board
  local besti, bestj, most
  for i = 1, size do
    for j = 1, size do
      if board[i][j] == 0 then
        local worth = 10 * longest(board, i, j, t) + 9 * longest(board, i, j, -t)
        worth = worth - math.max(math.abs(2 * i - size - 1), math.abs(2 * j - size - 1)) / size -- the middle is better
        if not most or worth > most then besti, bestj, most = i, j, worth end
      end
    end
  end
  return besti, bestj
end
