"""mmap: as a sequence, as a file, its errors."""
import mmap
import os
import random
import tempfile
import weakref


def tell(call):
    try:
        print(call())
    except Exception as problem:
        print(type(problem).__name__, problem)


print([(name, getattr(mmap, name)) for name in filter(str.isupper, dir(mmap))], mmap.error, dir(mmap.mmap))
file = tempfile.TemporaryFile()
file.write(b"first line\nsecond\n\nlast" * 3)
file.flush()
fd = file.fileno()
maps = {"all": mmap.mmap(fd, 0), "some": mmap.mmap(fd, 20), "read": mmap.mmap(fd, 0, access=mmap.ACCESS_READ),
        "copy": mmap.mmap(fd, 0, access=mmap.ACCESS_COPY), "prot": mmap.mmap(fd, 0, prot=mmap.PROT_READ),
        "private": mmap.mmap(fd, 0, mmap.MAP_PRIVATE), "none": mmap.mmap(-1, 30)}
maps["none"][:] = b"first\nline\n" + b"x" * 19
for name, m in maps.items():
    print(name, m, len(m), m.tell(), m.closed, m[0], m[:5], m[-4:], m[::-7], m[5:2], m.readline(), m.readline(), m.read(1), m.read_byte(), m.tell())
    tell(m.size)
    tell(lambda: m.write(b"xyz"))
    tell(lambda: m.write_byte(65))
    tell(lambda: m.__setitem__(0, 300))
    tell(lambda: m.__setitem__(-1, 90))
    tell(lambda: m.__setitem__(slice(0, 2), b"ab"))
    tell(lambda: m.__setitem__(slice(0, 6, 2), b"abc"))
    tell(lambda: m.__setitem__(slice(0, 2), b"abc"))
    tell(lambda: m.move(0, 5, 3))
    tell(m.flush)
    tell(lambda: m.resize(40))
    print(m[:12], len(m), bytes(m)[:3], list(m)[:2], bytearray(memoryview(m))[:3], memoryview(m).readonly)

print("searching")
m = maps["all"]
for what in (b"line", b"", b"\n", b"nothing", bytearray(b"st")):
    m.seek(0)
    print([(f(what), f(what, 5), f(what, 5, 12), f(what, -10), f(what, 3, -3), f(what, 30, 2), f(what, -1000, 1000)) for f in (m.find, m.rfind)])
m.seek(12)
print(m.find(b"l"), m.find(b"line"), m.rfind(b"first"))

print("seeking")
for arguments in ((0,), (5, 0), (3, 1), (-2, 2), (0, 2), (1, 2), (-1,), (0, 3), (2 ** 70,), ("x",), (1, 2, 3), ()):
    try:
        print(arguments, m.seek(*arguments), m.tell())
    except Exception as problem:
        print(arguments, type(problem).__name__, problem)
m.seek(0, 2)
for call in (m.read_byte, m.read, m.readline, lambda: m.write(b"x"), lambda: m.write_byte(1), lambda: m.read(5)):
    tell(call)

print("wrong")
for call in (lambda: m[1000], lambda: m["x"], lambda: m[2 ** 70], lambda: m.__delitem__(0), lambda: m.__delitem__(slice(0, 2)),
             lambda: m.__setitem__("x", 1), lambda: m.__setitem__(0, "x"), lambda: m.__setitem__(slice(0, 1), 5), lambda: m.move(0, 0, 1000),
             lambda: m.move(-1, 0, 1), lambda: m.flush(-1), lambda: m.flush(0, 10000), lambda: m.madvise(mmap.MADV_NORMAL, 100000),
             lambda: m.madvise(mmap.MADV_NORMAL, 0, -1), lambda: m.madvise(12345), lambda: m.madvise(mmap.MADV_WILLNEED, 0, 2 ** 62),
             lambda: m.resize(-1), lambda: m.find(), lambda: m.find("x"), lambda: m.find(b"x", "y"), lambda: m.read(1, 2), lambda: m.tell(1),
             lambda: m.write(5), lambda: m.write_byte(256), lambda: m.write_byte(-1), lambda: mmap.mmap(fd), lambda: mmap.mmap(fd, -1),
             lambda: mmap.mmap(fd, 1000), lambda: mmap.mmap(fd, 0, offset=4096), lambda: mmap.mmap(fd, 1, offset=1), lambda: mmap.mmap(fd, 1, offset=-1),
             lambda: mmap.mmap(fd, 0, access=9), lambda: mmap.mmap(fd, 0, mmap.MAP_PRIVATE, access=1), lambda: mmap.mmap(9999, 1),
             lambda: mmap.mmap(-1, 0), lambda: mmap.mmap("x", 0), lambda: mmap.mmap(fd, 0, nothing=1), lambda: hash(m) == hash(m)):
    tell(call)
empty = tempfile.TemporaryFile()
tell(lambda: mmap.mmap(empty.fileno(), 0))
tell(lambda: mmap.mmap(empty.fileno(), 10))

print("resizing and buffers")
m = mmap.mmap(-1, 100)
m[:5] = b"begin"
print(m.resize(10000), len(m), m[:6], m.resize(50), len(m))
view = memoryview(m)
tell(lambda: m.resize(60))
tell(m.close)
view[0] = 66
view.release()
print(m[:5], view.__class__)
file_map = mmap.mmap(fd, 0)
tell(lambda: file_map.resize(10))
print(os.fstat(fd).st_size, len(file_map), file_map.size())
tell(lambda: file_map.resize(5000))
print(os.fstat(fd).st_size, file_map[-1])

print("closed")
with mmap.mmap(-1, 10) as m:
    gone = weakref.ref(m)
    print(m.closed)
print(m, m.closed, m.close())
for call in (m.read, m.size, m.tell, lambda: len(m), lambda: m[0], lambda: m[:1], lambda: memoryview(m), lambda: m.find(b"x"), m.flush,
             lambda: m.resize(3), lambda: m.seek(0), lambda: m.__enter__(), lambda: m.__setitem__(0, 0), lambda: list(m)):
    tell(call)
del m, call
print(gone())

print("a file that others see")
with tempfile.NamedTemporaryFile() as named:
    named.write(b"0" * 50)
    named.flush()
    one, two = mmap.mmap(named.fileno(), 0), mmap.mmap(named.fileno(), 0, access=mmap.ACCESS_COPY)
    one[3:6] = b"abc"
    two[0] = 65
    with open(named.name, "rb") as again:
        print(again.read(8), one[:8], two[:8])
shared = mmap.mmap(-1, 8)
if os.fork() == 0:
    shared[:5] = b"child"
    os._exit(0)
os.wait()
print(shared[:])

print("against a bytearray")
random.seed(5)
m, plain = mmap.mmap(-1, 64), bytearray(64)
for _ in range(3000):
    a, b, step = random.randrange(-70, 70), random.randrange(-70, 70), random.choice((1, 1, 2, -1, 3, -5))
    piece = slice(random.choice((a, None)), random.choice((b, None)), step)
    assert m[piece] == plain[piece]
    data = bytes(random.choices(b"abc", k=len(plain[piece])))
    m[piece] = data
    plain[piece] = data
    what = bytes(random.choices(b"abc", k=random.randrange(4)))
    assert not what or m.find(what, a, b) == plain.find(what, a, b) and m.rfind(what, a, b) == plain.rfind(what, a, b), (what, a, b)
assert m[:] == plain
print("the same")


class Derived(mmap.mmap):
    pass


print(type(Derived(-1, 5)), Derived(-1, 5), [c for c in Derived.__mro__])
