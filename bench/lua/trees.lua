-- Objects: binary trees made, walked and dropped.

local function make(depth)
  if depth > 0 then return {left = make(depth - 1), right = make(depth - 1)} end
  return {left = nil, right = nil}
end

local function count(node)
  if node.left then return 1 + count(node.left) + count(node.right) end
  return 1
end

function run(n)
  local total = 0
  for _ = 1, 4 do total = total + count(make(n)) end
  return total
end
