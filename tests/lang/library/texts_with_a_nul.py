# Texts with a NUL or a lone surrogate where C takes a string, separators of hexadecimal digits that are no ASCII, and what has a length
# but is no sequence.
import binascii, bisect, codecs, datetime, io, symtable, time, types


def tell(call, *args, **names):
    try:
        print(ascii(call(*args, **names))[:120])
    except Exception as e:
        print(type(e).__name__, e)


class D(dict):
    pass


class Two(dict):
    def __len__(self):
        return 2


class Own(dict):
    def __getitem__(self, i):
        return i


class Both(Two, Own):
    pass


print("sequences")
for v in ({}, {1: 2}, D(), D({0: 1}), Two({0: 1}), Own(), Both(), types.MappingProxyType({}), types.MappingProxyType({1: 2}), set(), {1}, {}.keys(),
          {0: 1}.items(), "ab", b"ab", range(3), 5, None, iter([]), bytearray(b"a")):
    tell(bisect.bisect_left, v, 0)
    tell(bisect.bisect_right, v, 0)
    tell(bisect.insort, v, 0)
    tell(bisect.bisect, v, 0, 0, 1)
print("ends of lines")
for end in "\0", "\n\0", "\r\0", "\r\n\0", "\ud800", "a", None, "":
    tell(lambda: io.StringIO("a\nb\r\nc", end).getvalue())
    tell(lambda: io.StringIO("a\nb\r\nc", end).readlines())
    tell(lambda: io.TextIOWrapper(io.BytesIO(b"a\nb\r\nc"), newline=end).readlines())
print("names of handlers and others")
for e in "\0", "a\0b", "\ud800", "nosuch", "strict\0x", "ignore\0":
    print(ascii(e))
    if e != "\ud800":
        for codec in "ascii", "utf-8", "gbk", "utf-16", "cp1252":
            tell(lambda: io.TextIOWrapper(io.BytesIO(b"a\xffb"), codec, e).read())
            tell(lambda: io.TextIOWrapper(io.BytesIO(), codec, e).write("\ud800"))
        tell(lambda: io.TextIOWrapper(io.BytesIO(), "ascii", e).errors)
    tell(symtable.symtable, "1", "x", e)
    tell(compile, "1", "x", e)
    tell(time.get_clock_info, e)
    tell(datetime.datetime(1, 1, 1).isoformat, timespec=e)
    tell(datetime.time(1, 1, 1).isoformat, e)
    tell(memoryview(b"a").tobytes, e)
    tell((1.5).__getformat__, e)
    tell(codecs.lookup, e)
    tell(codecs.lookup_error, e)
    tell(b"ab".hex, e)
    tell(binascii.hexlify, b"ab", e)
print("separators")
for s in "\xe9", "\u20ac", b"\xff", b":", ":", "\x7f", "\x80", bytearray(b":"), 5, "":
    tell(binascii.hexlify, b"abc", s)
    tell(binascii.b2a_hex, b"abc", s, -2)
    tell(b"abc".hex, s)
    tell(memoryview(b"abc").hex, s)
    tell(bytearray(b"abc").hex, s, 2)
print("str() without an object")
for a in {}, 1, None, b"a", "a", "a\0", "\ud800":
    for cls in str, bytes, bytearray:
        tell(cls, encoding=a)
        tell(cls, errors=a)
print("numbers of characters")
for v in type("Bad", (), {"__index__": lambda self: "a"})(), type("Err", (), {"__index__": lambda self: 1 / 0})(), 1.5:
    for form in "%c", b"%c", "%d", "%x", b"%d", b"%x":
        tell(lambda: form % v if 1 else 0)
    tell(chr, v)
