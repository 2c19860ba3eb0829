-- Rows counts stones in a row: it makes its own longest and blocks the other's.
-- The simplest bot in Lua to start from: board[i][j] is 1 for black, -1 for white and 0 for an
-- empty cell, i is the row and j the column, both from 1; t is the colour to play. Return i, j.

local steps = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } }

-- How many stones of a colour lie in a row from a cell on, the cell itself not counted, and
-- whether the row can go on behind them.
local function run(board, color, i, j, di, dj)
  local n = 0
  i, j = i + di, j + dj
  while board[i] and board[i][j] == color do
    n = n + 1
    i, j = i + di, j + dj
  end
  return n, board[i] and board[i][j] == 0
end

-- What a stone of a colour on a cell is worth: each row that it makes by its length, half of that
-- if the row is blocked at one end.
local function worth(board, color, i, j)
  local sum = 0
  for _, s in ipairs(steps) do
    local before, openBefore = run(board, color, i, j, -s[1], -s[2])
    local after, openAfter = run(board, color, i, j, s[1], s[2])
    local length = math.min(before + after + 1, 5)
    local value = 10 ^ length
    if length < 5 then
      if not openBefore and not openAfter then
        value = 0
      elseif not openBefore or not openAfter then
        value = value / 2
      end
    end
    sum = sum + value
  end
  return sum
end

function drop(board, t)
  local size = #board
  local middle = (size + 1) / 2
  local best, bestI, bestJ
  for i = 1, size do
    for j = 1, size do
      if board[i][j] == 0 then
        local value = worth(board, t, i, j) + 0.6 * worth(board, -t, i, j)
        value = value - (math.abs(i - middle) + math.abs(j - middle)) / 100 -- among equals the middle
        if not best or value > best then
          best, bestI, bestJ = value, i, j
        end
      end
    end
  end
  return bestI, bestJ
end
