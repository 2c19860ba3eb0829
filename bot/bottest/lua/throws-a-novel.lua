function answer(turn, payload)
  if turn == 2 then error(("It was a dark and stormy night.\n"):rep(1 << 15)) end
  return turn * 1000 + payload
end
