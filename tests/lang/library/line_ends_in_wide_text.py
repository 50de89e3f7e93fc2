"""Line ends of each kind in texts of each width: read, iterated and translated by TextIOWrapper, StringIO and the decoder of newlines."""
import io

UNITS = ["a", "abc" * 90, "\xe9", "\u20ac", "\U0001f600", "\u0d0d", "\u0a0a"]
for unit in UNITS:
    for pattern in "{0}\r\n", "{0}\n", "{0}\r", "\r\n{0}\n\r{0}", "{0}", "\r\r\n\n{0}\r", "{0}\r\n" * 100:
        text = (pattern * 3).format(unit)
        for newline in None, "", "\n", "\r", "\r\n":
            row = []
            for encoding in "utf-8", "utf-16":
                for chunk in 4, 50, 8192:
                    f = io.TextIOWrapper(io.BytesIO(text.encode(encoding)), encoding, newline=newline)
                    f._CHUNK_SIZE = chunk
                    whole, newlines = f.read(), f.newlines
                    f.seek(0)
                    lines = f.readlines()
                    f.seek(0)
                    parts = [f.readline(), f.read(3), f.readline()]
                    assert "".join(lines) == whole, (unit, pattern, newline)
                    row.append((len(whole), newlines, len(lines), [len(p) for p in parts]))
            s = io.StringIO(text, newline=newline)
            print(row[0], len(set(map(str, row))), len(s.read()), s.newlines, [s.seek(0), len(s.readlines())][1], end="; ")
        d = io.IncrementalNewlineDecoder(None, True)
        print([len(d.decode(text[:5])), d.newlines, len(d.decode(text[5:], True)), d.newlines])

print("== BytesIO")
b = io.BytesIO()
for data in b"a", bytearray(b"bc"), memoryview(b"def"), b"", b"x" * 1500:
    print(b.write(data), b.tell(), len(b.getvalue()))
b.seek(2000)
print(b.write(b"end"), b.getvalue()[1500:] == b"x" * 6 + bytes(494) + b"end", b.truncate(3), b.write(b"!"), len(b.getvalue()), b.getvalue()[:4])
lines = [b"1", bytearray(b"2"), memoryview(b"3"), b""]
for source in lines, tuple(lines), iter(lines), lines + ["no"], 5:
    b = io.BytesIO()
    try:
        print(b.writelines(source), b.getvalue())
    except TypeError as e:
        print(e, b.getvalue())
with b.getbuffer():
    try:
        b.writelines([b"x"])
    except BufferError as e:
        print(e)
