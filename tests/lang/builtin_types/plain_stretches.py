"""repr of bytes in stretches, and title() of ASCII: each pair of bytes, at each place."""
import hashlib

WHOLE = bytes(range(256))


def told(kind, data):
    text = repr(kind(data))
    assert eval(text) == data, text
    return text


for kind in bytes, bytearray:
    print(told(kind, WHOLE))
    for data in (b"", b"a", b"'", b'"', b"\\", b"''", b"'\"", b"ab'cd", b'ab"cd', b"\n",
                 b"plain text of more than two bytes", b"\x00start", b"end\xff", b"a\tb\rc"):
        print(told(kind, data))
    pairs = "".join(told(kind, b"xyz" + bytes((a, b)) + b"p'q")
                    for a in WHOLE for b in (0, 34, 39, 65, 92, 127, 255))
    print(kind.__name__, len(pairs), hashlib.sha256(pairs.encode()).hexdigest()[:16])

ASCII = "".join(map(chr, range(128)))
for text in ("", "a", "A", "1", "ab", "they're bill's FRIENDS", "a1b2 3c_d-e", "@[`{aZ", ASCII,
             ASCII[::-1], "x" * 20, "word " * 3, "éa b", "aé bC"):
    print(ascii(text.title()), text.title().istitle())
print(hashlib.sha256("".join((a + b + "x Y").title() for a in ASCII for b in ASCII)
                     .encode()).hexdigest()[:16])
print(len(("wOrd-" * 30_000).title()), ("wOrd-" * 30_000).title() == "Word-" * 30_000)
