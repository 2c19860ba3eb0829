function answer(turn, payload)
  return turn *
end -- here
