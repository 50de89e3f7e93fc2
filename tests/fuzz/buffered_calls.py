"""Random operations on the Buffered classes of io over a raw stream that prints every call.

    buffered_calls.py FIRST COUNT

Prints, for COUNT seeds from FIRST on, what each operation gives and which calls of the raw
stream it makes, with their arguments. What minipy and /usr/bin/python3.11 print must be the
same: tests/fuzz/compare_calls.py runs both.
"""
import io
import random
import sys

LOG = []


def show(value):
    return repr(bytes(value)) if isinstance(value, (bytearray, memoryview)) else repr(value).partition(" at 0x")[0]


class Calls:
    """The raw stream: a file in memory whose calls now and then do less, or go wrong."""

    def __init__(self, rng, data, wrong, quiet):
        self.rng, self.data, self.at, self.wrong, self.quiet = rng, bytearray(data), 0, wrong, quiet
        self.shut = False
        self.wrong_now = False

    def odd(self, name):
        """What this call does instead, if anything."""
        if not self.wrong_now or self.rng.random() >= self.wrong:
            return None
        return self.rng.choice(["none", "error", "interrupted", "text", "large", "negative", "type", "blocking"])

    def instead(self, odd, size):
        if odd == "none":
            return None
        if odd == "error":
            raise OSError(5, "wrong")
        if odd == "interrupted":
            raise InterruptedError(4, "again")
        if odd == "blocking":
            raise BlockingIOError(11, "later")
        if odd == "text":
            raise ValueError("text")
        return {"large": size + 3, "negative": -1, "type": "x"}[odd]

    def log(self, *what):
        LOG.append("    raw." + " ".join(str(w) for w in what))

    def readinto(self, room):
        odd = self.odd("readinto")
        if odd == "large" and isinstance(room, bytearray):
            odd = None  # read() would believe it
        self.log("readinto", type(room).__name__, len(room), getattr(room, "readonly", None),
                 getattr(room, "format", None), getattr(room, "obj", None), odd)
        if odd:
            return self.instead(odd, len(room))
        n = len(room) if self.rng.random() < 0.6 else self.rng.randrange(0 if self.rng.random() < .1 else 1, len(room) + 1)
        part = self.data[self.at:self.at + n]
        room[:len(part)] = part
        self.at += len(part)
        return len(part)

    def write(self, data):
        odd = self.odd("write")
        self.log("write", type(data).__name__, show(data), getattr(data, "readonly", None),
                 getattr(data, "obj", None), odd)
        if odd:
            return self.instead(odd, len(data))
        n = len(data) if self.rng.random() < 0.7 else self.rng.randrange(1, len(data) + 1)
        if self.at > len(self.data):
            self.data.extend(bytes(self.at - len(self.data)))
        self.data[self.at:self.at + n] = bytes(data)[:n]
        self.at += n
        return n

    def seek(self, to, whence=0):
        odd = self.odd("seek")
        self.log("seek", to, whence, odd)
        if odd:
            return self.instead(odd, 0)
        to += (0, self.at, len(self.data))[whence]
        if to < 0:
            raise ValueError("negative")
        self.at = to
        return to

    def tell(self):
        odd = self.odd("tell")
        self.log("tell", odd)
        return self.instead(odd, 0) if odd else self.at

    def truncate(self, size=None):
        odd = self.odd("truncate")
        self.log("truncate", size, odd)
        if odd:
            return self.instead(odd, 0)
        if size is None:
            size = self.at
        if size < 0:
            raise ValueError("negative")
        self.data[size:] = bytes(max(0, size - len(self.data)))
        return size

    def flush(self):
        odd = self.odd("flush")
        self.log("flush", odd)
        if odd:
            return self.instead(odd, 0)

    def close(self):
        odd = self.odd("close")
        self.log("close", odd)
        if odd:
            return self.instead(odd, 0)
        self.shut = True

    @property
    def closed(self):
        if not self.quiet:
            self.log("closed")
        return self.shut

    def ask(self, name, answer=True):
        odd = self.odd(name)
        self.log(name, odd)
        return self.instead(odd, 0) if odd else answer

    def seekable(self):
        return self.ask("seekable")

    def readable(self):
        return self.ask("readable")

    def writable(self):
        return self.ask("writable")

    def _dealloc_warn(self, source):
        self.log("_dealloc_warn", type(source).__name__)

    def isatty(self):
        return self.ask("isatty", False)

    def fileno(self):
        return self.ask("fileno", 3)


class Raw(Calls, io.RawIOBase):
    pass


class Whole(Calls, io.RawIOBase):
    """One with its own readall() and read()."""

    def readall(self):
        odd = self.odd("readall")
        self.log("readall", odd)
        if odd:
            return self.instead(odd, 0)
        part = bytes(self.data[self.at:])
        self.at += len(part)
        return part


class Bare(Calls):
    """One that is no RawIOBase, and has no readall()."""

    def read(self, size=-1):
        odd = self.odd("read")
        self.log("read", size, odd)
        if odd:
            return self.instead(odd, 0)
        n = 5 if size < 0 else size
        part = bytes(self.data[self.at:self.at + n])
        self.at += len(part)
        return part


class Seen(Raw):
    """One that prints which of its attributes are looked up."""

    def __getattribute__(self, name):
        if name in ("readinto", "write", "seek", "tell", "truncate", "flush", "close", "closed", "seekable",
                    "readable", "writable", "readall", "read", "name", "mode", "isatty", "fileno"):
            LOG.append("    raw attribute " + name)
        return object.__getattribute__(self, name)


class SubReader(io.BufferedReader):
    pass


class SubRandom(io.BufferedRandom):
    pass


def small(rng):
    return rng.choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20, 33, 50])


def operation(rng, kind, f):
    """The name of an operation and what does it."""
    reads = ["read", "read", "read_all", "read1", "readinto", "readinto1", "peek", "readline", "next", "readable"]
    writes = ["write", "write", "write", "writable", "writelines"]
    both = ["tell", "seek", "seek", "flush", "truncate", "seekable", "attributes"]
    rare = ["close", "detach", "init", "repr"]
    names = {"reader": reads + both, "writer": writes + both, "random": reads + writes + both,
             "pair": reads[:7] + ["readable"] + writes[:4] + ["flush", "isatty"]}[kind]
    if rng.random() < .02:
        names = rare
    name = rng.choice(names)
    n = small(rng)
    if name == "read":
        return f"read({n})", lambda: f.read(n)
    if name == "read_all":
        a = rng.choice([(), (None,), (-1,)])
        return f"read{a}", lambda: f.read(*a)
    if name == "read1":
        n = rng.choice([n, -1])
        return f"read1({n})", lambda: f.read1(n)
    if name in ("readinto", "readinto1"):
        room = bytearray(n)

        def into():
            return getattr(f, name)(room), bytes(room)
        return f"{name}({n})", into
    if name == "peek":
        a = rng.choice([(), (n,)])
        return f"peek{a}", lambda: f.peek(*a)
    if name == "readline":
        a = rng.choice([(), (n,), (None,), (-1,)])
        return f"readline{a}", lambda: f.readline(*a)
    if name == "next":
        return "next()", lambda: next(f)
    if name == "write":
        data = bytes(rng.randrange(65, 91) for _ in range(n))
        return f"write({data})", lambda: f.write(data)
    if name == "writelines":
        return "writelines", lambda: f.writelines([b"ab", b"\n", b"c" * n])
    if name == "seek":
        whence = rng.choice([0, 0, 1, 1, 2, 5] if rng.random() < .1 else [0, 0, 1, 1, 2])
        to = n if whence == 0 else rng.choice([n, -n, 0, -1, 1])
        a = (to, whence) if whence or rng.random() < .5 else (to,)
        return f"seek{a}", lambda: f.seek(*a)
    if name == "truncate":
        a = rng.choice([(), (n,), (None,), (-1,)])
        return f"truncate{a}", lambda: f.truncate(*a)
    if name == "attributes":
        return "attributes", lambda: (f.closed, getattr(f, "name", 0), getattr(f, "mode", 0))
    if name == "init":
        return "init", lambda: f.__init__(f.raw, n)
    if name == "repr":
        return "repr", lambda: repr(f).partition(" at ")[0]
    return name, getattr(f, name)


def do(label, call):
    LOG.append("  " + label)
    try:
        result = call()
    except BlockingIOError as e:
        LOG.append(f"  -> {type(e).__name__} {e.args} {e.characters_written if hasattr(e, 'characters_written') else ''}"
                   f" {e.__cause__!r} {e.__context__!r}")
    except Exception as e:
        LOG.append(f"  -> {type(e).__name__}: {e} {e.__cause__!r} {e.__context__!r} {e.__suppress_context__}")
    else:
        LOG.append("  -> " + show(result) if not isinstance(result, Calls) else "  -> raw")
        return result


KINDS = {"reader": [io.BufferedReader, SubReader], "writer": [io.BufferedWriter],
         "random": [io.BufferedRandom, SubRandom], "pair": [io.BufferedRWPair]}


def sequence(seed):
    rng = random.Random(seed)
    kind = rng.choice(["reader", "writer", "random", "random", "pair"])
    size = rng.randrange(1, 17) if rng.random() < .98 else 0
    data = bytes(rng.choice(b"abcdefgh\n") for _ in range(rng.choice([0, 10, 40, 100])))
    wrong = rng.choice([0, 0, 0, .05, .2])
    raws = [rng.choice([Raw, Raw, Whole, Bare, Seen])(rng, data, wrong, rng.random() < .9)
            for _ in range(2 if kind == "pair" else 1)]
    if rng.random() < .2:
        raws[0].at = rng.randrange(5)
    LOG.append(f"sequence {seed} {kind} {size} {[type(r).__name__ for r in raws]} {wrong}")
    if rng.random() < .1:
        raws[0].wrong_now = True
    f = do("new", lambda: rng.choice(KINDS[kind])(*raws, size))
    for r in raws:
        r.wrong_now = True
    for _ in range(rng.randrange(3, 25)):
        if f is not None:
            do(*operation(rng, kind, f))
    for r in raws:
        r.wrong_now = False
    left_open = rng.random() < .3
    if f is not None and not left_open:
        do("close", f.close)
        do("close", f.close)
    LOG.append("  data " + " ".join(show(r.data) + str(r.at) for r in raws))
    for r in raws:
        r.shut = not left_open
    del f  # and what close() that makes
    LOG.append("  data " + " ".join(show(r.data) + str(r.at) for r in raws))
    raws.clear()


first, count = int(sys.argv[1]), int(sys.argv[2])
for seed in range(first, first + count):
    sequence(seed)
    sys.stdout.write("\n".join(LOG) + "\n")
    LOG.clear()
