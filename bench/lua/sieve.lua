-- Lists: primes by crossing out.

function run(n)
  local prime, count = {}, 0
  for i = 1, n do prime[i] = true end
  for i = 2, n do
    if prime[i] then
      count = count + 1
      for k = i * i, n, i do prime[k] = false end
    end
  end
  return count
end
