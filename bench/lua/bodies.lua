-- Objects with methods and float attributes: bodies that draw each other.

local Body = {}
Body.__index = Body

function Body.new(x, y, mass)
  return setmetatable({x = x, y = y, vx = 0.0, vy = 0.0, mass = mass}, Body)
end

function Body:draw(other, dt)
  local dx, dy = other.x - self.x, other.y - self.y
  local force = dt / ((dx * dx + dy * dy + 0.01) ^ 1.5)
  self.vx = self.vx + dx * other.mass * force
  self.vy = self.vy + dy * other.mass * force
end

function Body:move(dt)
  self.x = self.x + self.vx * dt
  self.y = self.y + self.vy * dt
end

function run(n)
  local bodies = {}
  for i = 0, 4 do bodies[#bodies + 1] = Body.new(i + 0.0, i * i % 7 + 0.0, 1.0 + i) end
  for _ = 1, n do
    for _, one in ipairs(bodies) do
      for _, other in ipairs(bodies) do
        if one ~= other then one:draw(other, 0.001) end
      end
    end
    for _, one in ipairs(bodies) do one:move(0.001) end
  end
  local total = 0.0
  for _, one in ipairs(bodies) do total = total + one.x + one.y end
  return math.tointeger(math.floor(total * 1000))
end
