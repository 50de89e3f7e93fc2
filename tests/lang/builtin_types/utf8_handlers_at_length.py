"""UTF-8 and ASCII with each handler: wrong bytes and surrogates alone, in runs, at the ends, and over the chunks that are mended at once."""
import codecs

HANDLERS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass", "mine", "back"]
codecs.register_error("mine", lambda e: ("?", e.end))
codecs.register_error("back", lambda e: ("\xe9", e.start + 1))
BYTES = [b"a", b"abcdefghijkl", b"\xff", b"\xc3", b"\xc3\xa4", b"\xe2\x82\xac", b"\xe2\x82", b"\xed\xa0\x80", b"\xed\xa0", b"\xf0\x9f\x98\x80", b"\xf0\x9f\x98", b"\xf0\x9f", b"\x80", b"\xf4\x90", b"\xc0", b"\xe0\x80"]
TEXTS = ["a", "abcdefghijkl", "\xe4", "\u20ac", "\U0001f600", "\ud800", "\udc80", "\udcff", "\udfff", "\udc7f", "\ud83d", "\x80"]


def answer(f):
    try:
        return f()
    except UnicodeError as e:
        return type(e).__name__, e.reason, e.start, e.end
    except Exception as e:
        return type(e).__name__, str(e)


def checksum(v):
    total = 0
    for c in ascii(v):
        total = (total * 31 + ord(c)) % 1000003
    return total


for handler in HANDLERS:
    print("==", handler)
    for a in BYTES:
        print(ascii(answer(lambda: a.decode("utf-8", handler))), ascii(answer(lambda: b"".join([a, b"x", a]).decode("utf-8", handler))))
    for a in TEXTS:
        print(ascii(answer(lambda: a.encode("utf-8", handler))), ascii(answer(lambda: (a + "x\u20ac" + a).encode("utf-8", handler))))
    for i, a in enumerate(BYTES):
        b = BYTES[(i * 7 + 3) % len(BYTES)]
        for n in 1, 86, 128, 256, 300:
            d = codecs.getincrementaldecoder("utf-8")(handler)
            long = a * n + b + a
            print(checksum([answer(lambda: long.decode(e, handler)) for e in ("utf-8", "ascii")]),
                  checksum(answer(lambda: [d.decode(long[k:k + 50]) for k in range(0, len(long), 50)] + [d.decode(b"", True)])), end=" ")
        print()
    for i, a in enumerate(TEXTS):
        b = TEXTS[(i * 5 + 2) % len(TEXTS)]
        print(*[checksum([answer(lambda: (a * n + b + a).encode(e, handler)) for e in ("utf-8", "ascii", "latin-1")]) for n in (1, 128, 255, 256, 1024)])

print("== much that is no ASCII, and none")
for a in "\u0436\u0449", "\u65e5\u672c", "\U0001f600\xe9", "\xe9\xe8", "a\xe9", "abcdefg\xe9", "abcdefgh":
    for n in 1, 3, 8, 16, 17, 64, 127, 128, 341, 512, 513, 1023, 1024, 1025, 3000:
        for text in a * n, "x" * n + a * n, a * n + "\u20ac", a * n + "\U0001f600" + a:
            data = text.encode()
            assert data.decode() == text and str(memoryview(b"x" + data)[1:], "utf-8") == text, (a, n)
            assert answer(lambda: (data + b"\xff").decode())[2] == len(data)
            assert codecs.utf_8_decode(data + b"\xe2\x82", "strict", False) == (text, len(data))
print("as they were")
