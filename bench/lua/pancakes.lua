-- Lists: turns that bring the first of each order of n to the front.

local function turns(given)
  local order, count = table.move(given, 1, #given, 1, {}), 0
  while order[1] ~= 0 do
    local i, k = 1, order[1] + 1
    while i < k do
      order[i], order[k] = order[k], order[i]
      i = i + 1
      k = k - 1
    end
    count = count + 1
  end
  return count
end

local function walk(order, at)
  if at > #order then return turns(order) end
  local most = 0
  for i = at, #order do
    order[at], order[i] = order[i], order[at]
    most = math.max(most, walk(order, at + 1))
    order[at], order[i] = order[i], order[at]
  end
  return most
end

function run(n)
  local order = {}
  for i = 1, n do order[i] = i - 1 end
  return walk(order, 1)
end
