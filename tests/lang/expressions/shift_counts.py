"""Shifts by huge and negative counts."""
for l in 0, 1, -1, 5, -5, 2**70, -2**70, True:
    for n in 0, 1, 63, 64, 200, -1, 2**70, -2**70, True:
        for op in "<<", ">>":
            if op == "<<" and n == 2**70 and l:
                continue
            try:
                print(l, op, n, eval(f"l {op} n"))
            except Exception as e:
                print(l, op, n, type(e).__name__, e)
try:
    1 << 2**70
except Exception as e:
    print(type(e).__name__, e)
for bad in 1.0, "a", None, 1j:
    for source in "1 << bad", "bad >> 1":
        try:
            eval(source)
        except TypeError as e:
            print(e)
