-- Sorting, by the items and by a function of them.

function run(n)
  local items, x = {}, 42
  for _ = 1, n do
    x = (x * 1103515245 + 12345) % 2147483648
    items[#items + 1] = x
  end
  table.sort(items)
  local pairs_ = {}
  for i, item in ipairs(items) do pairs_[i] = {item % 1000, item} end
  local function weight(pair) return pair[1] * 2147483648 + pair[2] end
  table.sort(pairs_, function(a, b) return weight(a) < weight(b) end)
  return items[n // 2 + 1] + pairs_[n // 3 + 1][2]
end
