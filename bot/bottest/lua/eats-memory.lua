local eaten = {}

function answer(turn, payload)
  while turn == 2 do eaten[#eaten + 1] = ("x"):rep(1000) .. #eaten end
  return turn * 1000 + payload
end
