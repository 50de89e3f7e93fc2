# Incremental decoders and buffers of a program: with state, and with answers of every
# wrong type.
import codecs
import io


class Shift(codecs.IncrementalDecoder):
    """Digits are shifts of what follows, and themselves no text: 2 doubles, 0 swallows."""

    state = 1
    kept = b""

    def decode(self, data, final=False):
        data = self.kept + data
        cut = len(data) if final else len(data) - len(data) % 2
        self.kept = data[cut:]
        out = []
        for c in data[:cut].decode("latin-1"):
            if c.isdigit():
                self.state = int(c)
            else:
                out.append(c * self.state)
        return "".join(out)

    def getstate(self):
        return self.kept, self.state

    def setstate(self, state):
        self.kept, self.state = state

    def reset(self):
        self.kept, self.state = b"", 1


class Answers(codecs.IncrementalDecoder):
    """Answers that are given, one for each method."""

    text, state = "x", (b"", 0)

    def decode(self, data, final=False):
        return self.text

    def getstate(self):
        return self.state

    def setstate(self, state):
        print("  setstate", state)


class Encoder(codecs.IncrementalEncoder):
    coded = b"coded"

    def encode(self, text, final=False):
        return self.coded


decoder = Shift


def search(name):
    if name == "foreign":
        return codecs.CodecInfo(codecs.latin_1_encode, codecs.latin_1_decode, None, None,
                                Encoder, lambda errors: decoder(errors), name="foreign")  # fmt: skip


codecs.register(search)
DATA = b"ab2cd\n1ef\r\n0xy3g\r\nhi1j"
for newline in None, "", "\n":
    for chunk in 1, 3, 8, 100:
        f = io.TextIOWrapper(io.BytesIO(DATA), encoding="foreign", newline=newline)
        f._CHUNK_SIZE = chunk
        cookies = [(f.tell(), f.read(1))[0] for _ in range(12)]
        rests = [len((f.seek(c), f.read())[1]) for c in cookies]
        print(repr(newline), chunk, cookies, rests)


def attempt(what, action):
    try:
        print(what, "->", action())
    except Exception as e:
        print(what, "->", type(e).__name__, e)


def text_file(newline=None, data=DATA, kind=io.BytesIO):
    return io.TextIOWrapper(kind(data), encoding="foreign", newline=newline)


decoder = Answers
for text in "abc", "", b"abc", None, 7, "\r":
    Answers.text = text
    attempt(f"text {text!r}", lambda: text_file().read(2))
    attempt(f"text {text!r}", lambda: text_file().read())
    attempt(f"text {text!r}", lambda: text_file().readline(1))
Answers.text = "abc"
STATES = (None, (), (b"",), (b"", 0, 0), ("", 0), (None, 0), (b"", "0"), (b"", 1.5), (b"", None), (b"", -7),
          (b"", 2**31), (b"", 2**63), (b"", 2**70), [b"", 0], (b"q", 1), (b"", True))  # fmt: skip
for state in STATES:
    Answers.state = state
    for newline in None, "\n":
        f = text_file(newline)
        attempt(f"state {state!r} read", lambda: f.read(2))
        attempt(f"state {state!r} tell", f.tell)
Answers.state = b"", 0
for coded in b"", "text", None, bytearray(b"x"):
    Encoder.coded = coded
    f = text_file()
    attempt(f"coded {coded!r}", lambda: (f.write("q"), f.flush(), f.buffer.getvalue()[:3]))

d = io.IncrementalNewlineDecoder(Answers(), True)
for state in STATES:
    Answers.state = state
    attempt(f"newline getstate {state!r}", d.getstate)
    attempt(f"newline setstate {state!r}", lambda: d.setstate(state))


class Buffer(io.BytesIO):
    """A buffer that answers once with what it is given."""

    answer = {}

    def __init__(self, data=b"", answer=()):
        super().__init__(data)
        self.answer = dict(answer)


def method(name):
    def replaced(self, *args):
        if name in self.answer:
            return self.answer.pop(name)  # once
        return getattr(io.BytesIO, name)(self, *args)

    return replaced


for name in "read", "read1", "tell", "seek", "write", "flush", "readable", "writable", "seekable", "truncate":
    setattr(Buffer, name, method(name))

ACTIONS = {
    "read": lambda f: f.read(1),
    "tell": lambda f: f.tell(),
    "readline": lambda f: f.readline(),
    "seek": lambda f: f.seek(2),
    "seek end": lambda f: f.seek(0, 2),
    "all": lambda f: f.read(),
}
VALUES = None, -7, 7, "str", b"abc\r\n", bytearray(b"ab\n"), 1.5, 2**70, []
for encoding in "utf-8", "utf-16-le", "ascii":
    for name in "read", "read1", "tell", "seek":
        for value in VALUES:
            f = io.TextIOWrapper(Buffer(b"a\nb\0c\n" * 3), encoding)
            for what, action in ACTIONS.items():
                f.buffer.answer = {name: value}
                attempt(f"{encoding} {name} {value!r} {what}", lambda: action(f))
            f.buffer.answer = {}
            f.detach()
for name in "readable", "writable", "seekable", "tell":
    for value in False, None, 0, "", [], 1:
        for encoding in "utf-8", "foreign":
            attempt(f"{name} {value!r}", lambda: io.TextIOWrapper(Buffer(b"ab", {name: value}), encoding).read(1))
            attempt(f"{name} {value!r}", lambda: io.TextIOWrapper(Buffer(b"ab", {name: value}), encoding).write("q"))
            attempt(f"{name} {value!r}", lambda: io.TextIOWrapper(Buffer(b"ab", {name: value}), encoding).seek(1))
