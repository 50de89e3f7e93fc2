# bytes and bytearray: construction, methods, errors.


def t(fn, *args, **kwargs):
    try:
        print(repr(fn(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class B:
    def __init__(self, v):
        self.v = v

    def __bytes__(self):
        return self.v


class Idx:
    def __index__(self):
        return 3


for kind in (bytes, bytearray):
    for args in [(), (3,), (b"ab",), ([1, 2, 255],), ("ab", "utf-8"), ("\xe9", "latin-1", "strict"),
                 (memoryview(b"xyz"),), (range(3),), (Idx(),), ((65,),), (bytearray(b"q"),),
                 ("ab",), (-1,), ([256],), ([-1],), (["a"],), (1.5,), (None,), (b"a", "utf-8"), ("\xe9", "ascii"),
                 (5, "ascii"), ("a", 1), (10 ** 30,), (object(),), (B(b"z"),), (B("z"),), (1, 2, 3, 4)]:
        t(kind, *args)
    t(kind, source=b"k")
    t(kind, errors="strict")
    t(kind, encoding="ascii")
    s = kind(b"The quick  brown fox\tjumps\n")
    for name in ["lower", "upper", "title", "capitalize", "swapcase", "islower", "isupper", "istitle",
                 "isalpha", "isalnum", "isdigit", "isspace", "isascii", "split", "rsplit", "splitlines",
                 "strip", "lstrip", "rstrip", "expandtabs", "hex", "decode", "__len__"]:
        t(getattr(s, name))
    t(s.find, b"quick")
    t(s.find, 113)
    t(s.rfind, b"o")
    t(s.index, b"zzz")
    t(s.find, "str")
    t(s.find, 256)
    t(s.find)
    t(s.count, b"o", 5, -3)
    t(s.count, b"")
    t(s.replace, b"quick", b"slow")
    t(s.replace, b"", b"-", 3)
    t(s.replace, b"o", b"", 1)
    t(s.replace, "a", b"")
    t(s.split, b"o", 1)
    t(s.rsplit, b"o", 1)
    t(s.rsplit, None, 2)
    t(s.split, b"")
    t(s.split, "x")
    t(s.partition, b" ")
    t(s.rpartition, b" ")
    t(s.partition, b"zz")
    t(s.rpartition, b"zz")
    t(s.partition, b"")
    t(s.startswith, b"The")
    t(s.startswith, (b"x", b"T"))
    t(s.startswith, "T")
    t(s.startswith, ("T",))
    t(s.endswith, b"\n", 3)
    t(s.center, 40, b"*")
    t(s.ljust, 30, bytearray(b"-"))
    t(s.rjust, 30)
    t(s.center, 40, "*")
    t(s.center, 40, b"**")
    t(kind(b"-7").zfill, 5)
    t(kind(b"x").zfill, 0)
    t(s.join, [b"1", bytearray(b"2"), memoryview(b"3")])
    t(s.join, ["a"])
    t(s.join, 5)
    t(s.strip, b"Tn\n")
    t(s.strip, "T")
    t(s.removeprefix, b"The")
    t(s.removesuffix, b"\n")
    t(s.translate, None, b"aeiou")
    t(s.translate, kind.maketrans(b"abc", b"xyz"))
    t(s.translate, b"short")
    t(kind.maketrans, b"a", b"bc")
    t(s.hex, ":")
    t(s.hex, ":", 2)
    t(s.hex, b"_", -3)
    t(s.hex, "ab")
    t(s.hex, "\xe9")
    t(s.hex, 1)
    t(kind.fromhex, "00 ff Aa\n12")
    t(kind.fromhex, "0")
    t(kind.fromhex, "0g")
    t(kind.fromhex, b"00")
    t(s.decode, "ascii")
    t(kind(b"\xff").decode)
    t(kind(b"\xff\xfe").decode, "latin-1")
    t(kind(b"a\xff").decode, errors="replace")
    t(s.decode, 5)
    t(lambda: s[0])
    t(lambda: s[-1])
    t(lambda: s[100])
    t(lambda: s["a"])
    t(lambda: s[1:5])
    t(lambda: s[::-1])
    t(lambda: s[::7])
    t(lambda: s + b"x")
    t(lambda: s + "x")
    t(lambda: "x" + s)
    t(lambda: s * 2)
    t(lambda: 0 * s)
    t(lambda: s * "a")
    t(lambda: b"quick" in s)
    t(lambda: 84 in s)
    t(lambda: 300 in s)
    t(lambda: "a" in s)
    t(lambda: s == b"The quick  brown fox\tjumps\n")
    t(lambda: s == "x")
    t(lambda: s < b"U")
    t(lambda: s < "U")
    t(lambda: s == bytearray(s))
    t(lambda: list(s)[:5])
    t(lambda: hash(s) == hash(bytes(s)))
    print(repr(kind(b"'")), repr(kind(b"\"'")), repr(kind(bytes(range(256)))), str(kind(b"a")))


class Sub(bytes):
    pass


x = Sub(b"sub")
x.attr = 1
print(x, type(x), x.attr, type(x[:]), type(x.upper()), type(bytes(x)), Sub.fromhex("41"), type(Sub.fromhex("41")))
print(b"a" is b"abc"[0:1] or "shared", b"abc".__getnewargs__(), bytes(x) == x)
