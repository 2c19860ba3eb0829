-- The script's end of the dialect in javascript.go, for bots in Lua (rules, Bots in Lua): it calls
-- drop(board, t) with a board made anew for each turn and reads two whole numbers.
--
-- By the time it runs the bot may have changed every global, so what it needs is taken first.
local host = ...
local byte, char = string.byte, string.char
local tointeger, rawget, type, error, globals = math.tointeger, rawget, type, error, _G
local colors = { [0] = 0, [1] = 1, [2] = -1 } -- by Stone
local OPEN = 1 -- PhaseOpen
local OPENING = "d" -- the answer of a bot that does not know swap2
local ZERO, MOST = 1000, 999 -- coordinateZero, maxCoordinate
local HEADER = 6 -- bytes before the cells
local drop

-- board[i][j], from the bytes that AppendTurn wrote.
local function boardOf(turn, size)
  local board = {}
  local at = HEADER
  for i = 1, size do
    local row = {}
    for j = 1, size do
      at = at + 1
      row[j] = colors[byte(turn, at)]
    end
    board[i] = row
  end
  return board
end

-- coordinate returns an index of the board as a coordinate of the answer, nil for what is no whole
-- number.
local function coordinate(index)
  if type(index) ~= "number" then return nil end
  local n = tointeger(index)
  if not n then return nil end
  if n < 1 - MOST then return ZERO - MOST end
  if n > MOST then return ZERO + MOST end
  return ZERO + n - 1
end

return {
  entry = "drop",

  start = function(value)
    drop = value
    if type(drop) ~= "function" then drop = rawget(globals, "drop") end
    if type(drop) ~= "function" then error("the file makes no function drop(board, t)", 0) end
  end,

  turn = function(turn)
    local size, me, phase = byte(turn, 1, 3)
    if phase == OPEN then return OPENING end
    local i, j = drop(boardOf(turn, size), colors[me])
    local y, x = coordinate(i), coordinate(j)
    if not x or not y then return host.malformed(i, j) end
    return char(x & 255, x >> 8, y & 255, y >> 8)
  end,
}
