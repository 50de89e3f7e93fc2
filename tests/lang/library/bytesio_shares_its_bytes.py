"""BytesIO keeps the bytes that it is given until it changes: no copy is made before."""
import io
import sys

data = b" " * 1024
count = sys.getrefcount(data)


def shared(stream, what):
    print(what, sys.getrefcount(data) - count, sys.getsizeof(stream), len(stream.getvalue()))


for change in (
    "stream.truncate(1)",
    "stream.truncate(2000)",
    "stream.truncate(1024)",
    "stream.seek(2000)",
    "stream.write(b'')",
    "stream.write(b'foo')",
    "stream.seek(2000) and stream.write(b'end')",
    "stream.getbuffer().release()",
    "stream.read()",
    "stream.read(10), stream.readline(), stream.readlines()",
    "stream.__setstate__((b'foooo', 2, None))",
    "stream.__init__(b'other')",
    "stream.__init__(data)",
    "stream.close()",
):
    stream = io.BytesIO(data)
    print(sys.getrefcount(data) - count, end=" ")
    exec(change)
    if not stream.closed:
        shared(stream, change)
    print(sys.getrefcount(data) - count, data == b" " * 1024)

stream = io.BytesIO(data)
print(stream.getvalue() is data, stream.read() is data, stream.read())
stream.seek(0)
print(stream.read(1024) is data, stream.tell(), io.BytesIO(data).read1() is data)
buffer = io.BytesIO(data).getbuffer()
buffer[0] = 65
print(bytes(buffer[:2]), data[:2])
state = io.BytesIO(data).__getstate__()
print(state[0] is data, state[1:])


class Bytes(bytes):
    pass


own = Bytes(b"abc")
print(io.BytesIO(own).getvalue() is own, type(io.BytesIO(own).getvalue()))
print(io.BytesIO(bytearray(data)).getvalue() == data)
text = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
text.detach()
print(text.errors, text.encoding)
