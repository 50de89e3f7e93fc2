-- Floats in lists: the spectral norm of an endless matrix.

local function times(v, n, turned)
  local result = {}
  for i = 0, n - 1 do
    local total = 0.0
    for k = 0, n - 1 do
      local a, b = i, k
      if turned then a, b = k, i end
      total = total + v[k + 1] / ((a + b) * (a + b + 1) // 2 + a + 1)
    end
    result[#result + 1] = total
  end
  return result
end

function run(n)
  local u, v = {}, nil
  for i = 1, n do u[i] = 1.0 end
  for _ = 1, 5 do
    v = times(times(u, n, false), n, true)
    u = times(times(v, n, false), n, true)
  end
  local both, own = 0.0, 0.0
  for i = 1, n do
    both = both + u[i] * v[i]
    own = own + v[i] * v[i]
  end
  return math.tointeger(math.floor((both / own) ^ 0.5 * 1e6))
end
