def f(): yield
async def co(): pass
async def ag(): yield
import sys
c = co()
for x in (1, 1.0, 1j, "", b"", [], (), {}, set(), frozenset(), None, ..., NotImplemented, int, f, f(), c, ag(), len, [].append, str.join, int.__add__, (1).__add__,
          lambda: 0, sys, property(), classmethod(f), staticmethod(f), range(1), slice(1), object(), type, f.__code__, sys._getframe(), {}.keys(), dict.__dict__["fromkeys"], int.real, f.__class__.__dict__["__code__"], Exception(), memoryview(b""), super(int, 1), list[int], int | str):
    print(type(x).__name__, end=" ")
c.close()
print()
