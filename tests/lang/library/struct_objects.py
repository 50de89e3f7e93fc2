"""struct.Struct objects and iter_unpack."""
import struct


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


s = struct.Struct("<hI3s?d")
print(s.format, s.size)
data = s.pack(-2, 70000, b"ab", True, 1.5)
print(data, s.unpack(data))
room = bytearray(40)
s.pack_into(room, 3, 1, 2, b"xyz!", 0, -0.0)
print(bytes(room), s.unpack_from(room, 3), s.unpack_from(buffer=room, offset=3), s.unpack_from(room, -37))
show(lambda: s.pack(1))
show(lambda: s.pack("a", 1, b"", 1, 1.0))
show(lambda: s.unpack(b"a"))
show(lambda: s.unpack_from(b"a"))
show(lambda: s.unpack_from(data, 1))
show(lambda: s.unpack_from(data, -100))
show(lambda: s.pack_into(room, 30, 1, 2, b"", 0, 0.0))
show(lambda: s.pack_into(room, -100, 1, 2, b"", 0, 0.0))
show(lambda: s.pack_into(room, -1, 1, 2, b"", 0, 0.0))
show(lambda: s.pack_into(b"abc", 0, 1, 2, b"", 0, 0.0))
show(lambda: s.pack_into(room))
show(lambda: s.pack_into())
it = struct.Struct(">HB").iter_unpack(bytes(range(9)))
print(it.__length_hint__(), next(it), it.__length_hint__(), list(it), list(it))
show(lambda: struct.Struct(">HB").iter_unpack(bytes(8)))
show(lambda: struct.Struct("").iter_unpack(b""))
show(lambda: list(struct.iter_unpack("b", b"abc")))
show(lambda: struct.Struct("z"))
show(lambda: struct.Struct(1))
show(lambda: struct.Struct("é"))
show(lambda: struct.Struct(b"2h").format)
t = struct.Struct("b")
t.__init__("2h")
print(t.size, t.format, t.pack(1, 2))
struct._clearcache()
for code in "xcbB?hHiIlLqQnNefdsp":
    print(code, struct.calcsize(code), struct.calcsize("b" + code))
for big in (2**63, -2**63 - 1, 2**64, -1, 128, 256):
    for code in "bBhHiIlLqQnN":
        show(lambda: (code, big, struct.pack("<" + code if code not in "nN" else code, big)))
