-- Text: words cut out, counted in a table, joined again.

local text = ("the quick brown fox jumps over the lazy dog while other dogs sleep in the sun "):rep(20)

function run(n)
  local total = 0
  for i = 0, n - 1 do
    local counts = {}
    for word in text:gmatch("%S+") do
      local key = word .. tostring(i % 3)
      counts[key] = (counts[key] or 0) + 1
    end
    local parts = {}
    for key, count in pairs(counts) do parts[#parts + 1] = key .. "=" .. count end
    total = total + #table.concat(parts, ",") + counts["the" .. tostring(i % 3)]
  end
  return total
end
