function answer(turn)
  local drawn
  for _ = 1, turn do drawn = math.random(0) end
  return drawn >> 32
end
