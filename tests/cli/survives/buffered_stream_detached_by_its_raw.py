# The raw object of a buffered stream takes itself away when it is asked whether it is
# closed, and makes the stream anew when it is read.
import io


class Raw(io.RawIOBase):
    stream = None
    again = False

    def readable(self):
        return True

    writable = seekable = readable

    @property
    def closed(self):
        if self.stream is not None:
            stream, self.stream = self.stream, None
            stream.detach()
        return False

    def readinto(self, b):
        if self.again:
            f.__init__(self, 1)
        return 0

    def write(self, b):
        return len(b)

    def seek(self, to, whence=0):
        return 0


for kind in io.BufferedReader, io.BufferedWriter, io.BufferedRandom:
    for name, args in {
        "read": (), "read1": (), "readline": (), "peek": (), "flush": (), "tell": (), "seek": (0,),
        "truncate": (), "write": (b"abc",), "readinto": (bytearray(3),), "close": (), "__next__": (),
    }.items():  # fmt: skip
        raw = Raw()
        f = kind(raw)
        raw.stream = f
        try:
            getattr(f, name)(*args)
        except (ValueError, RuntimeError, io.UnsupportedOperation, StopIteration, AttributeError):
            pass
        t = io.TextIOWrapper(kind(raw := Raw()))
        raw.stream = t
        try:
            getattr(t, name, t.flush)(*args)
        except (ValueError, io.UnsupportedOperation, StopIteration, AttributeError, TypeError, RuntimeError):
            pass
f = io.BufferedReader(raw := Raw())
raw.again = True
try:
    f.read(3)
except (RuntimeError, ValueError):
    pass


class Short(io.RawIOBase):
    """A readinto() that takes memory away from what it was given, and claims to have filled it."""

    def readinto(self, b):
        del b[2:]
        return 9


try:
    Short().read(9)
except ValueError:
    pass
