# What a buffered reader asks of a raw object written in Python, and a text file of a buffer.
import io


class Raw:
    closed = False

    def __init__(self):
        self.count = 3

    def readable(self):
        return True

    writable = seekable = readable

    def tell(self):
        print("tell")
        return 0

    def flush(self):
        print("flush")

    def close(self):
        print("close")

    def read(self, n=-1):
        self.count -= 1
        print("read", n)
        return b"x" * self.count


print(io.BufferedReader(Raw()).read(), io.BufferedReader(Raw()).read(-1))
print(type(io.BufferedWriter(Raw())), type(io.BufferedRandom(Raw())))


class NoTell(Raw):
    def tell(self):
        raise OSError("no tell")

    def read(self, n=-1):
        return "text"


try:
    io.BufferedReader(NoTell()).read()
except TypeError as error:
    print(error)


class Buffer:
    closed = False

    def __init__(self, **answers):
        self.answers = answers

    def __getattr__(self, name):
        if name not in ("readable", "writable", "seekable", "tell", "flush", "close"):
            raise AttributeError(name)
        print("asked", name)
        return lambda *args: self.answers.get(name, 0)


for answers in {"readable": True}, {"writable": True, "seekable": True}, {"writable": True}:
    print(answers)
    text = io.TextIOWrapper(Buffer(**answers), encoding="utf-8")
    try:
        print(text.tell())
    except io.UnsupportedOperation as error:
        print(error)
try:
    io.TextIOWrapper(Buffer(writable=True, seekable=True, tell="x"), encoding="utf-8").detach()
    io.TextIOWrapper(object())
except (TypeError, AttributeError) as error:
    print(error)
