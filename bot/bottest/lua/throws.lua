local asked = 0

function answer()
  asked = asked + 1
  if asked == 2 then error("boom, says the bot") end -- here
  return asked
end
