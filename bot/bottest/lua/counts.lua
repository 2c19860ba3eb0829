local asked = 0

function answer()
  asked = asked + 1
  return asked
end
