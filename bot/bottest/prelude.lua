-- The script's end of Echo's dialect. A bot is a global function answer(turn, payload), or a
-- function that its file returns, and returns a whole number.
local host = ...
local pack, unpack, type, error, rawget, globals = string.pack, string.unpack, type, error, rawget, _G
local answer

return {
  entry = "answer",

  start = function(returned)
    answer = returned
    if type(answer) ~= "function" then answer = rawget(globals, "answer") end
    if type(answer) ~= "function" then error("the file has no function answer", 0) end
  end,

  turn = function(observation)
    local turn, payload = unpack("<i4i4", observation)
    local said = answer(turn, payload)
    if type(said) ~= "number" then return host.malformed(said) end
    return pack("<d", said)
  end,
}
