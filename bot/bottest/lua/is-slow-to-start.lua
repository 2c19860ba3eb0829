-- Work, not time: there is no clock here. Some half a second and more, on any machine.
local sum = 0
for i = 1, 120000000 do sum = sum + i % 7 end

function answer(turn, payload)
  return turn * 1000 + payload
end
