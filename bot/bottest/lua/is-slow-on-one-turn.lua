-- Work, not time, so that a machine with more to do changes nothing.
local asked = 0

function answer()
  asked = asked + 1
  if asked == 2 then
    for _ = 1, 5e9 // 1 do end
  end
  return asked
end
