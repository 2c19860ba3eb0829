-- Leaves its mark on every table that it can reach, and in other ways. Each is looked for before it
-- is left.
local function tables()
  local list, seen = {}, {}
  local function add(value)
    if type(value) ~= "table" or seen[value] then return end
    seen[value] = true
    list[#list + 1] = value
    for key, inner in next, value do
      add(key)
      add(inner)
    end
    add(getmetatable(value))
  end
  add(_G)
  add(getmetatable(""))
  return list
end

function answer()
  local found = 0
  if ("x").mark == "mark" then found = found + 1 end
  for _, place in ipairs(tables()) do
    if rawget(place, "mark") ~= nil then found = found + 1 end
    rawset(place, "mark", "mark")
  end
  getmetatable("").__index = function(_, key) return string[key] or "mark" end
  if math.max(1, 2) ~= 2 then found = found + 1 end
  math.max = function() return 0 end
  if table.concat == nil then found = found + 1 end
  table.concat = nil
  if rawequal(getmetatable(_G), nil) == false then found = found + 1 end
  setmetatable(_G, { __index = function() return nil end })
  collectgarbage("stop")
  math.randomseed(1)
  return found
end
