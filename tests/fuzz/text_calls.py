"""Random operations on TextIOWrapper over a buffer that prints every call.

    text_calls.py FIRST COUNT

As buffered_calls.py: prints, for COUNT seeds from FIRST on, what each operation gives and which
calls of the buffer it makes. tests/fuzz/compare_calls.py runs both interpreters.
"""
import codecs
import io
import random
import sys

LOG = []


def show(value):
    return repr(value).partition(" at 0x")[0]


class Calls:
    """What prints its calls; now and then one goes wrong."""

    def prepare(self, rng, wrong, short):
        self.rng, self.wrong, self.short, self.wrong_now = rng, wrong, short, False
        return self

    def odd(self):
        if not self.wrong_now or self.rng.random() >= self.wrong:
            return None
        return self.rng.choice(["none", "error", "interrupted", "text", "type", "blocking", "bytearray"])

    def instead(self, odd):
        if odd == "none":
            return None
        if odd == "bytearray":
            return bytearray(b"\xc3")
        if odd == "error":
            raise OSError(5, "wrong")
        if odd == "interrupted":
            raise InterruptedError(4, "again")
        if odd == "blocking":
            raise BlockingIOError(11, "later")
        if odd == "text":
            raise ValueError("text")
        return "x"

    def around(self, name, real, *args):
        odd = self.odd()
        if name in ("readable", "writable") and odd in ("none", "bytearray", "type"):
            odd = None
        LOG.append(f"    {name} {' '.join(show(a) for a in args)} {odd}")
        return self.instead(odd) if odd else real(*args)


class Buffer(Calls, io.BytesIO):
    def read(self, *args):
        return self.around("read", super().read, *args)

    def read1(self, *args):
        def real(n=-1):
            if self.short and n > 0:
                n = self.rng.randrange(1, n + 1)
            return super(Buffer, self).read1(n)
        return self.around("read1", real, *args)

    def write(self, data):
        def real(data):
            super(Buffer, self).write(data)
            return len(data)
        return self.around("write", real, data)

    def seek(self, *args):
        return self.around("seek", super().seek, *args)

    def tell(self):
        return self.around("tell", super().tell)

    def truncate(self, *args):
        return self.around("truncate", super().truncate, *args)

    def flush(self):
        return self.around("flush", super().flush)

    def close(self):
        return self.around("close", super().close)

    def _dealloc_warn(self, source):
        LOG.append("    _dealloc_warn " + type(source).__name__)

    def readable(self):
        return self.around("readable", super().readable)

    def writable(self):
        return self.around("writable", super().writable)

    def seekable(self):
        return self.around("seekable", super().seekable)

    def isatty(self):
        return self.around("isatty", super().isatty)


class NoRead1(Buffer):
    read1 = property(lambda self: LOG.append("    read1?") or self.missing)


class ReadOnly(Buffer):
    def writable(self):
        return self.around("writable", lambda: False)


class WriteOnly(Buffer):
    def readable(self):
        return self.around("readable", lambda: False)


class Pipe(Buffer):
    def seekable(self):
        return self.around("seekable", lambda: False)


class Closed(Buffer):
    @property
    def closed(self):
        LOG.append("    closed")
        return super().closed


class Sub(io.TextIOWrapper):
    def flush(self):
        LOG.append("    sub flush")
        return super().flush()


class Lines(io.TextIOWrapper):
    def readline(self, *args):
        LOG.append("    sub readline")
        return super().readline(*args)


class Decoder(codecs.IncrementalDecoder):
    """Three bytes make two characters, or what is left at the end one."""

    def __init__(self, errors="strict"):
        LOG.append("    decoder " + errors)
        self.kept, self.flag = b"", 0

    def decode(self, data, final=False):
        LOG.append(f"    decode {show(data)} {final}")
        data = self.kept + bytes(data)
        n = len(data) // 3 * 3
        self.kept = data[n:]
        text = data[:n].decode("latin-1")
        text = "".join(c for i, c in enumerate(text) if i % 3 != 1)
        if final:
            text += self.kept[:1].decode("latin-1")
            self.kept = b""
        self.flag += 1
        return text

    def getstate(self):
        LOG.append("    getstate")
        return self.kept, self.flag % 2

    def setstate(self, state):
        LOG.append(f"    setstate {state}")
        self.kept, self.flag = state

    def reset(self):
        LOG.append("    reset")
        self.kept, self.flag = b"", 0


class Encoder(codecs.IncrementalEncoder):
    def __init__(self, errors="strict"):
        LOG.append("    encoder " + errors)

    def encode(self, text, final=False):
        LOG.append(f"    encode {text!r} {final}")
        return text.encode("latin-1", "replace")

    def setstate(self, state):
        LOG.append(f"    encoder setstate {state}")

    def reset(self):
        LOG.append("    encoder reset")


def search(name):
    if name in ("seen", "seen2"):
        LOG.append("    search " + name)
        return codecs.CodecInfo(lambda t, e="strict": (t.encode("latin-1", "replace"), len(t)),
                                lambda b, e="strict": (bytes(b).decode("latin-1"), len(b)),
                                incrementalencoder=Encoder, incrementaldecoder=Decoder, name=name)


codecs.register(search)
ENCODINGS = ["utf-8", "utf-8", "latin-1", "ascii", "utf-16", "utf-8-sig", "utf-16-le", "utf-32", "seen", "seen",
             "cp1252", "utf-7"]
NEWLINES = [None, None, "", "\n", "\r", "\r\n"]
TEXTS = ["a", "bc\n", "d\r\ne", "\r", "\n", "é", "€", "xy\rz\n\n", "", "ab" * 9, "\U0001f600", "long line without end " * 3]


def operation(rng, f, cookies, iterated):
    n = rng.choice([0, 1, 2, 3, 4, 7, 10, 30])
    name = rng.choice(["read", "read", "readline", "readline", "read_all", "next", "write", "write", "tell", "tell", "seek",
                       "seek_end", "seek_here", "flush", "rare", "attributes"])
    if name in ("tell", "seek_here") and iterated:
        name = "seek"  # after next() tell() takes an old chunk, and reads memory behind it
    if name in ("seek", "seek_end", "next"):
        iterated[:] = [1] if name == "next" else []
    if name == "rare":
        name = rng.choice(["reconfigure", "reconfigure", "detach", "truncate", "close", "init", "repr", "seekable", "readable",
                           "writable", "isatty", "writelines", "readlines", "chunk", "seek_wrong"])
    if name == "read":
        return f"read({n})", lambda: f.read(n)
    if name == "read_all":
        a = rng.choice([(), (None,), (-1,)])
        return f"read{a}", lambda: f.read(*a)
    if name == "readline":
        a = rng.choice([(), (), (n,), (-1,)])
        return f"readline{a}", lambda: f.readline(*a)
    if name == "readlines":
        return "readlines", lambda: f.readlines()
    if name == "next":
        return "next()", lambda: next(f)
    if name == "write":
        text = "".join(rng.choice(TEXTS) for _ in range(rng.randrange(1, 4)))
        return f"write({text!a})", lambda: f.write(text)
    if name == "writelines":
        return "writelines", lambda: f.writelines(["q\n", "r"])
    if name == "tell":
        def tell():
            cookies.append(f.tell())
            return cookies[-1]
        return "tell", tell
    if name == "seek":
        to = rng.choice(cookies)
        return f"seek({to})", lambda: f.seek(to)
    if name == "seek_end":
        return "seek(0, 2)", lambda: f.seek(0, 2)
    if name == "seek_here":
        return "seek(0, 1)", lambda: f.seek(0, 1)
    if name == "seek_wrong":
        a = rng.choice([(-1,), (1, 1), (1, 2), (0, 3), (1 << 200,), (n,), (1 << 64,), (3 << 64 | 1 << 129,)])
        return f"seek{a}", lambda: f.seek(*a)
    if name == "truncate":
        a = rng.choice([(), (n,), (None,)])
        return f"truncate{a}", lambda: f.truncate(*a)
    if name == "reconfigure":
        possible = {"encoding": rng.choice(ENCODINGS + [None]), "errors": rng.choice(["strict", "replace", "ignore", None]),
                    "newline": rng.choice(NEWLINES), "line_buffering": rng.choice([True, False, None]),
                    "write_through": rng.choice([True, False, None])}
        a = {k: v for k, v in possible.items() if rng.random() < .35}
        return f"reconfigure({a})", lambda: f.reconfigure(**a)
    if name == "init":
        return "init", lambda: f.__init__(f.buffer, "utf-8")
    if name == "repr":
        return "repr", lambda: repr(f)
    if name == "chunk":
        def chunk():
            f._CHUNK_SIZE = n
        return f"chunk({n})", chunk
    if name == "attributes":
        return "attributes", lambda: (f.closed, f.newlines, f.encoding, f.errors, f.line_buffering, f.write_through,
                                      f._CHUNK_SIZE, getattr(f, "name", 0))
    return name, getattr(f, name)


def do(label, call):
    LOG.append("  " + label)
    try:
        result = call()
    except Exception as e:
        LOG.append(f"  -> {type(e).__name__}: {e} {e.__cause__!r} {e.__context__!r} {e.__suppress_context__}")
    else:
        LOG.append("  -> " + show(result) if not isinstance(result, Calls) else "  -> buffer")
        return result


def sequence(seed):
    rng = random.Random(seed)
    encoding = rng.choice(ENCODINGS)
    options = {"encoding": encoding, "newline": rng.choice(NEWLINES), "line_buffering": rng.random() < .2,
               "write_through": rng.random() < .2, "errors": rng.choice([None, "strict", "replace", "ignore"])}
    start = "".join(rng.choice(TEXTS) for _ in range(rng.randrange(0, 25)))
    data = start.encode(encoding, "replace") if rng.random() < .9 else bytes(rng.randrange(256) for _ in range(30))
    wrong = rng.choice([0, 0, 0, .02, .1])
    buffer = rng.choice([Buffer, Buffer, NoRead1, ReadOnly, WriteOnly, Pipe, Closed])(data)
    buffer.prepare(rng, wrong, rng.random() < .5)
    kind = rng.choice([io.TextIOWrapper, io.TextIOWrapper, Sub, Lines])
    LOG.append(f"sequence {seed} {kind.__name__} {type(buffer).__name__} {wrong} {options}")
    buffer.wrong_now = rng.random() < .1
    f = do("new", lambda: kind(buffer, **options))
    buffer.wrong_now = True
    cookies, iterated = [0], []
    if f is not None and rng.random() < .7:
        f._CHUNK_SIZE = rng.choice([1, 2, 3, 5, 8, 20, 64])
    for _ in range(rng.randrange(3, 20)):
        if f is not None:
            do(*operation(rng, f, cookies, iterated))
    buffer.wrong_now = False
    if f is not None and rng.random() < .7:
        do("close", f.close)
        do("close", f.close)
    if not io.BytesIO.closed.__get__(buffer):
        LOG.append(f"  data {buffer.getvalue()}")
    del f
    LOG.append("  gone")
    buffer = None


first, count = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first, first + count):
    sequence(seed)
    sys.stdout.write("\n".join(LOG).encode("ascii", "backslashreplace").decode() + "\n")
    LOG.clear()
