"""Slices with huge, negative, None, bool and __index__ bounds over every sequence."""
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
    def __repr__(self): return f"I({self.n})"


big = 10**30
bounds = [None, 0, 2, -1, -2, big, -big, True, I(1), I(-big)]
for s in "abcde", [0, 1, 2, 3, 4], (0, 1, 2, 3, 4), b"abcde", range(5), bytearray(b"abcde"):
    out = []
    for a in bounds:
        for b in bounds:
            out.append(s[a:b])
            for step in -1, 2, I(-2), big, -big:
                out.append(s[a:b:step])
    print(type(s).__name__, len(out), [repr(o) for o in out[::7]])
for bad in 1.5, "a", I("x"), 0, []:
    for s in "abc", [1], (1,), b"a", range(3), memoryview(b"abc"):
        for f in lambda: s[bad:], lambda: s[::bad], lambda: s[bad]:
            try:
                r = f()
                print(r if not isinstance(r, memoryview) else bytes(r))
            except Exception as e:
                print(type(s).__name__, repr(bad), type(e).__name__, e)
for args in (5,), (1, 5), (None, None, -1), (I(2), big), (0, 10, 0), ("a",), (1, 2, I(-3)):
    try:
        print(slice(*args), slice(*args).indices(7))
    except Exception as e:
        print(args, type(e).__name__, e)
