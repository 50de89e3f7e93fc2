-- Floats: points of a square that stay near for 50 steps.

function run(n)
  local inside = 0
  for y = 0, n - 1 do
    local ci = 2.0 * y / n - 1.0
    for x = 0, n - 1 do
      local cr = 2.0 * x / n - 1.5
      local zr, zi, stays = 0.0, 0.0, true
      for _ = 1, 50 do
        zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
        if zr * zr + zi * zi > 4.0 then stays = false; break end
      end
      if stays then inside = inside + 1 end
    end
  end
  return inside
end
