-- Closures and tables: queens on a board, by going back.

function run(n)
  local columns, up, down = {}, {}, {}
  local function place(row)
    if row == n then return 1 end
    local found = 0
    for c = 0, n - 1 do
      if not columns[c] and not up[row + c] and not down[row - c + n] then
        columns[c], up[row + c], down[row - c + n] = true, true, true
        found = found + place(row + 1)
        columns[c], up[row + c], down[row - c + n] = false, false, false
      end
    end
    return found
  end
  return place(0)
end
