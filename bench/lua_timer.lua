-- Runs run(n) of a file once to warm up and once by the clock: its result, and CPU seconds.
dofile(arg[1])
local n = tonumber(arg[2])
run(n)
local begin = os.clock()
local result = run(n)
print(string.format("%d %.6f", result, os.clock() - begin))
