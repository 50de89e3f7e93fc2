"""What a buffered writer keeps, and what it says, when its raw stream would block."""
import io
import os


class Raw(io.RawIOBase):
    """Takes what comes before a certain byte; at it, blocks once."""

    def __init__(self):
        self.taken, self.stop = b"", None

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        n = data.find(self.stop) if self.stop else -1
        if n == 0:
            self.stop = None
            return None
        data = data[:n] if n > 0 else data
        self.taken += data
        return len(data)


raw = Raw()
file = io.BufferedWriter(raw, 8)
for stop, data in ((None, b"abcd"), (None, b"efghi"), (b"k", b"jklmn"), (b"0", b"opqrwxyz0123456789"),
                   (None, b"ABCDEFGHI"), (b"A", b"x" * 30), (b"y", b"y" * 20), (None, b"z")):
    raw.stop = stop
    try:
        print(data, file.write(data))
    except BlockingIOError as e:
        print(data, e, e.characters_written)
    print("   ", raw.taken)
file.flush()
print(raw.taken)

# Nothing that write() said it took is lost or comes twice.
r, w = os.pipe()
os.set_blocking(r, False)
os.set_blocking(w, False)
sent = received = b""
with open(w, "wb", buffering=8192) as out, open(r, "rb", buffering=0) as inp:
    for size in 9999, 73, 574, 100000, 3:
        for letter in range(65, 91):
            piece = bytes([letter]) * size
            try:
                sent += piece[:out.write(piece)]
            except BlockingIOError as e:
                sent += piece[:e.characters_written]
                sent += b"BLOCKED"
                while (got := inp.read()) is not None:
                    received += got
                while True:
                    try:
                        out.write(b"BLOCKED")
                        break
                    except BlockingIOError as e:
                        received += inp.read()
    while True:
        try:
            out.flush()
            break
        except BlockingIOError:
            received += inp.read()
    while (got := inp.read()) is not None:
        received += got
print(sent == received)
