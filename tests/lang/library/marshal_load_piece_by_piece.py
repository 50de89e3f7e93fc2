# marshal.load() reads no more of a file than the value needs: what follows may not have been written yet.
import io
import marshal
import os

values = [1.5, 1j, b"0123456789", "text", "\u20ac", None, (1, [2, {3}], {"k": 10**30}), frozenset("a"), compile("x + 1", "", "eval")]
r, w = os.pipe()
with open(r, "rb") as source, open(w, "wb", buffering=0) as target:
    for v in values:  # the other end stays open
        target.write(marshal.dumps(v))
        print(marshal.load(source) == v)
    target.write(marshal.dumps({"a": 1}, 0) + marshal.dumps(2))
    print(marshal.load(source), marshal.load(source))


class Reader(io.BytesIO):
    """Says that it read `more` bytes more than it did."""
    more = 0

    def readinto(self, buffer):
        n = super().readinto(buffer)
        return n + self.more if n > 4 else n


class Text(io.StringIO):
    pass


class Silent:
    def read(self, n):
        return b""


for v in 1.0, 1j, b"0123456789", "0123456789":
    for more in 1000, -1:
        reader = Reader(marshal.dumps(v))
        reader.more = more
        try:
            print(marshal.load(reader))
        except (ValueError, EOFError) as e:
            print(type(e).__name__, e)
for bad in b"", b"(", b"i\1\2", b"{i\1\0\0\0", b"{", b"[\5\0\0\0N", b"?":
    try:
        print(marshal.load(io.BytesIO(bad)))
    except (ValueError, EOFError) as e:
        print(bad, type(e).__name__, e)
for file in Text("x"), Silent():
    try:
        marshal.load(file)
    except (TypeError, EOFError) as e:
        print(type(e).__name__, e)
