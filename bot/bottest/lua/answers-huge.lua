function answer(turn, payload)
  if turn == 2 then return ("x"):rep(1 << 24) end
  return turn * 1000 + payload
end
