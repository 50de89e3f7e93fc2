"""Threads that write to one stream, read from one pipe; calls from inside a stream."""
import io
import os
import tempfile
import threading


def run(functions):
    threads = [threading.Thread(target=f) for f in functions]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "lines")
    with open(path, "w", buffering=1) as f:
        def write(letter):
            return lambda: [f.write(letter * 20 + "\n") for _ in range(200)]
        run([write(letter) for letter in "abcd"])
    with open(path) as f:
        lines = f.read().splitlines()
    print(len(lines), {letter: lines.count(letter * 20) for letter in "abcd"})

    with open(path, "wb", buffering=100) as f:
        def write_bytes(n):
            return lambda: [f.write(bytes([n]) * 7) for _ in range(500)]
        run([write_bytes(n) for n in range(4)])
    with open(path, "rb") as f:
        data = f.read()
    print(len(data), [data.count(bytes([n])) for n in range(4)])

r, w = os.pipe()
parts = []
reader = open(r, "rb", buffering=64)


def read():
    while piece := reader.read(10):
        parts.append(piece)


def feed():
    with open(w, "wb", buffering=0) as f:
        for i in range(100):
            f.write(b"%010d" % i)


run([read, read, feed])
print(len(parts), sorted(parts)[0], sorted(parts)[-1])
reader.close()

# blocked in a read, while others go on
r, w = os.pipe()
got = []
t = threading.Thread(target=lambda: got.append(os.read(r, 10)))
t.start()
print("still here", got)
os.write(w, b"x")
t.join()
print(got)


class Raw(io.RawIOBase):
    def writable(self):
        return True

    def write(self, b):
        buffered.write(b"again")
        return len(b)


buffered = io.BufferedWriter(Raw(), 4)
try:
    buffered.write(b"123456789")
except RuntimeError as e:
    print(str(e).startswith("reentrant call inside <_io.BufferedWriter"))
Raw.write = lambda self, b: len(b)
buffered.flush()
