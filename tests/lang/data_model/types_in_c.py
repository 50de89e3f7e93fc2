"""What types in C are called in messages, and what else tells them from classes of Python."""
import collections
import copy
import lzma
import pickle
import pyexpat
import weakref
import zlib


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


p, c = pyexpat.ParserCreate(), lzma.LZMACompressor()
for f in (lambda: p + 1, lambda: collections.deque() + 1, lambda: len(p), lambda: p(), lambda: zlib.compressobj() + 1,
          lambda: c + 1, lambda: c < 1, lambda: setattr(lzma.LZMACompressor, "x", 1), lambda: [][p], lambda: type(p)(),
          lambda: p.foo, lambda: iter(p), lambda: lzma.LZMADecompressor.decompress(1), lambda: c.__reduce__()):
    show(f)
for o in (p, zlib.compressobj(), zlib.decompressobj(), c, lzma.LZMADecompressor()):
    cls = type(o)
    print(cls.__flags__ & 1 << 8, cls.__module__, cls.__qualname__, sorted(set(cls.__dict__) - {"__slotnames__"}))
    show(lambda: delattr(cls, "__doc__"))
    show(lambda: setattr(o, "__class__", 1))
    show(lambda: setattr(o, "nonesuch", 1))
    show(lambda: weakref.ref(o))
    for protocol in range(5):
        if cls.__name__.startswith("LZMA"):  # of the others the class itself is not found first, which is worded otherwise
            show(lambda: pickle.dumps(o, protocol))


class Own(collections.deque):
    pass


show(lambda: Own() + 1)
show(lambda: copy.copy(c))
