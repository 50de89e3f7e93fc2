# Streams that are copied and pickled: what each kind says, of the classes in C, of classes of programs, of those of the
# library over them; a bare base has nothing that would be lost.
import bz2, copy, gzip, io, lzma, os, pickle, socket, tempfile


def show(label, f):
    try:
        r = f()
        print(label, r if isinstance(r, (bytes, str)) else type(r).__name__)
    except Exception as e:
        print(label, type(e).__name__, e)


class Bytes(io.BytesIO):
    pass
class Raw(io.RawIOBase):
    pass
class Buffered(io.BufferedIOBase):
    pass
class Text(io.TextIOBase):
    pass
class Base(io.IOBase):
    pass
class Slots(io.RawIOBase):
    __slots__ = ("a",)
class File(io.FileIO):
    pass
class State(io.FileIO):
    def __getstate__(self):
        return 1


path = tempfile.mktemp()
a, b = socket.socketpair()
kinds = {
    "FileIO": io.FileIO(path, "w"), "text": open(path), "reader": open(path, "rb"), "writer": open(path, "wb"),
    "random": open(path, "r+b"), "pair": io.BufferedRWPair(io.BytesIO(), io.BytesIO()), "BytesIO": io.BytesIO(b"xyz"),
    "StringIO": io.StringIO("xyz"), "Bytes": Bytes(b"q"), "Raw": Raw(), "Buffered": Buffered(), "Text": Text(),
    "Base": Base(), "Slots": Slots(), "File": File(path), "State": State(path),
    "newlines": io.IncrementalNewlineDecoder(None, True), "IOBase": io.IOBase(), "RawIOBase": io.RawIOBase(),
    "BufferedIOBase": io.BufferedIOBase(), "TextIOBase": io.TextIOBase(), "gzip": gzip.open(path), "bz2": bz2.open(path),
    "lzma": lzma.open(path), "socket": a, "SocketIO": a.makefile("rb", buffering=0), "makefile": a.makefile("rb"),
}
kinds["Raw"].extra = 1
for name, stream in kinds.items():
    show((name, "copy"), lambda: copy.copy(stream))
    show((name, "deepcopy"), lambda: copy.deepcopy(stream))
    for protocol in 0, 2, 4:
        show((name, protocol), lambda: pickle.dumps(stream, protocol))
print(copy.copy(kinds["Raw"]).extra, io.RawIOBase.__new__ is io.IOBase.__new__, io.TextIOBase.__dict__.get("__new__"))

# A decoder of newlines has no __dict__, its subclasses have.
class Newlines(io.IncrementalNewlineDecoder):
    pass
n = Newlines(None, True)
n.a = 1
print(n.__dict__)
show("plain", lambda: setattr(kinds["newlines"], "a", 1))
os.unlink(path)
