print("starting")

function answer(turn, payload)
  print("turn " .. turn)
  return turn * 1000 + payload
end
