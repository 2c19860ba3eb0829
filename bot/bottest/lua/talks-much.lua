function answer(turn, payload)
  if turn == 2 then
    print("first")
    for _ = 1, 20000 do print("more") end
    print("last")
  end
  return turn * 1000 + payload
end
