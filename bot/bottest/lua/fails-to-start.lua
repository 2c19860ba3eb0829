local setup = {}

function answer(turn, payload)
  return turn * 1000 + payload
end

error("boom, says the bot") -- here
