# The number that a stream in memory is asked for closes, shortens or lengthens the
# stream; the raw object of a buffered one takes the buffer apart while it is called.
import io


class Number:
    def __init__(self, n, action):
        self.n, self.action = n, action

    def __index__(self):
        self.action()
        return self.n


def attempt(what, action):
    try:
        print(what, "->", action())
    except Exception as e:
        print(what, "->", type(e).__name__, e)


ACTIONS = {
    "close": lambda f: f.close(),
    "truncate": lambda f: f.truncate(0),
    "write": lambda f: f.write(f.getvalue() * 9),
}
for kind, text in (io.BytesIO, b"abc\ndef\n"), (io.StringIO, "abc\ndef\n"):
    for name, action in ACTIONS.items():
        for method in "read", "readline", "seek", "truncate":
            for n in 3, 100:
                f = kind(text)
                number = Number(n, lambda: action(f))
                attempt(f"{kind.__name__} {name} {method} {n}", lambda: getattr(f, method)(number))
    f = kind(text)
    f.seek(2**63 - 1)
    attempt("write at the end of all", lambda: f.write(text))
    attempt("read there", lambda: f.read(1))
f = io.BytesIO(b"abc")
f.read(2)
attempt("seek on", lambda: f.seek(2**63 - 1, 1))

f = io.BytesIO(b"abcdef")
attempt("truncate an exported one", lambda: f.truncate(Number(2, lambda: views.append(f.getbuffer()))))
views = []
attempt("truncate an exported one", lambda: f.truncate(Number(2, lambda: views.append(f.getbuffer()))))
attempt("close it", f.close)


class Raw(io.RawIOBase):
    """Does `action` in each call; reads three bytes, writes all."""

    action = staticmethod(lambda: None)

    def readable(self):
        return True

    writable = seekable = readable

    def readinto(self, b):
        print("  readinto", type(b).__name__, b.readonly, b.format, len(b))
        attempt("  ", self.action)
        b[:3] = b"ab\n"
        return 3

    def write(self, b):
        print("  write", type(b).__name__, b.readonly, bytes(b))
        attempt("  ", self.action)
        return len(b)

    def seek(self, to, whence=0):
        return 0

    def tell(self):
        return 0


for kind, method, args in (
    (io.BufferedReader, "readline", ()),
    (io.BufferedReader, "peek", ()),
    (io.BufferedRandom, "readline", ()),
    (io.BufferedWriter, "write", (b"xyzxyzxyz",)),
    (io.BufferedRandom, "write", (b"xyzxyzxyz",)),
):
    for again in "flush", "readline", "write", "seek", "close":
        f = kind(Raw(), 8)
        said = []

        def reenter():
            try:
                getattr(f, again)(*{"write": (b"q",), "seek": (0,)}.get(again, ()))
            except (RuntimeError, OSError) as e:
                said.append(str(e)[:21])

        Raw.action = staticmethod(reenter)
        try:
            print(kind.__name__, method, again, getattr(f, method)(*args), said[-1:])
        except (RuntimeError, OSError) as e:
            print(kind.__name__, method, again, str(e)[:21])
        Raw.action = staticmethod(lambda: None)
