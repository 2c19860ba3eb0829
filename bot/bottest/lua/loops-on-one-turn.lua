local asked = 0

function answer()
  asked = asked + 1
  if asked == 2 then
    while true do
      pcall(function()
        while true do end
      end)
    end
  end
  return asked
end
