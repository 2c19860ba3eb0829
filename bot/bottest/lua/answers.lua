function answer(turn, payload)
  return turn * 1000 + payload
end
