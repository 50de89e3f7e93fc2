# zlib: functions, streams, errors in CPython's words.
import copy
import zlib


def show(f, *args, **kwargs):
    try:
        r = f(*args, **kwargs)
    except (zlib.error, ValueError, TypeError, OverflowError, MemoryError) as e:
        print(type(e).__module__, type(e).__name__, e)
    else:
        print(r if not isinstance(r, (bytes, str)) or len(r) < 60 else len(r))


data = b"".join(b"%d " % (i * i % 97) for i in range(20000))
for level in range(-1, 10):
    packed = zlib.compress(data, level)
    print(level, len(packed), zlib.crc32(packed), zlib.decompress(packed) == data)
for wbits in (15, -15, 31, 9, -9):
    packed = zlib.compress(data, wbits=wbits)
    print(wbits, len(packed), zlib.decompress(packed, wbits) == data)
print(zlib.decompress(zlib.compress(bytearray(b"x"))), zlib.compress(memoryview(b"")), zlib.decompress(zlib.compress(b""), bufsize=0))

# checksums
for f in zlib.crc32, zlib.adler32:
    print(f(b""), f(data), f(data, 7), f(b"x", -1), f(b"x", 2**70 + 3), f(memoryview(data)[1:]), f(f.__name__.encode()))
    show(f, "text")
    show(f, b"", 1.5)

# errors
show(zlib.compress, b"x", 99)
show(zlib.compress, b"x", level=2**40)
show(zlib.compress, b"x", wbits=99)
show(zlib.compress, "x")
show(zlib.decompress, b"")
show(zlib.decompress, b"not packed")
show(zlib.decompress, zlib.compress(data)[:-5])
show(zlib.decompress, zlib.compress(data)[:100])
show(zlib.decompress, zlib.compress(data), bufsize=-1)
show(zlib.decompress, zlib.compress(data), 99)
show(zlib.decompress, zlib.compress(b"abc")[:-1] + b"?")
show(zlib.compressobj, 10)
show(zlib.compressobj, 1, 7)
show(zlib.compressobj, 1, 8, 15, 10)
show(zlib.compressobj, zdict=3)
show(zlib.compressobj, zdict="text")
show(zlib.decompressobj, 99)
show(zlib.decompressobj, zdict=3)
show(zlib.decompressobj, 1.5)

# streams
c = zlib.compressobj(6)
parts = [c.compress(data[i:i + 777]) for i in range(0, len(data), 777)]
parts.append(c.flush(zlib.Z_SYNC_FLUSH))
parts.append(c.flush(zlib.Z_NO_FLUSH))
again = c.copy(), copy.copy(c), copy.deepcopy(c)
parts.append(c.flush())
packed = b"".join(parts)
print(len(packed), zlib.decompress(packed) == data, {x.flush() for x in again} == {parts[-1]})
show(c.compress, b"more")
show(c.flush)
show(c.copy)
show(c.compress, 3)

d = zlib.decompressobj()
out = []
left = packed + b"behind the end"
while left and not d.eof:
    out.append(d.decompress(left, 1000))
    left = d.unconsumed_tail
print(len(out), max(map(len, out)), b"".join(out) == data, d.eof, d.unused_data, d.unconsumed_tail)
print(d.decompress(b" and more"), d.unused_data)
show(d.decompress, b"", -1)
show(d.decompress, "x")
show(d.flush, 0)
show(d.flush, -3)
d = zlib.decompressobj()
print(len(d.decompress(packed, 10)), len(d.unconsumed_tail) > 0, d.copy().unconsumed_tail == d.unconsumed_tail, len(d.flush()), d.eof)
d = zlib.decompressobj()
first = d.decompress(packed[:1000])
second = copy.copy(d)
print((first + second.decompress(packed[1000:])) == data, (first + d.decompress(packed[1000:])) == data)
d = zlib.decompressobj()
show(d.decompress, b"no header")
show(d.decompress, b"x", max_length="x")
for name in "eof", "unused_data", "other":
    try:
        setattr(d, name, True)
    except AttributeError:
        print(name, "cannot be set")

# a dictionary
words = b"the words that come often"
c = zlib.compressobj(zdict=words)
packed = c.compress(b"often come the words") + c.flush()
show(zlib.decompressobj().decompress, packed)
show(zlib.decompressobj(zdict=b"others").decompress, packed)
print(zlib.decompressobj(zdict=words).decompress(packed), zlib.decompressobj(zdict=bytearray(words)).decompress(packed))
c = zlib.compressobj(wbits=-15, zdict=words)
packed = c.compress(b"often come the words") + c.flush()
print(zlib.decompressobj(wbits=-15, zdict=words).decompress(packed))
show(zlib.decompressobj, wbits=-15, zdict=5)

# what is in it
names = sorted(set(vars(zlib)) - {"__file__", "__cached__"})  # in CPython zlib may be built in
print({n: getattr(zlib, n) for n in names if n.isupper() and isinstance(getattr(zlib, n), int)})
print([n for n in names if not n.isupper() and n[:2] != "__"], zlib.__version__, zlib.ZLIB_VERSION == zlib.ZLIB_RUNTIME_VERSION)
print(zlib.error, zlib.error.__mro__, zlib.error.__module__)
