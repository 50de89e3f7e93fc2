b = bytearray(b"abcdef")
m = memoryview(b)
print(m[0], bytes(m[1:3]), len(m), m.tolist(), m.readonly, m.format, m.itemsize, m.nbytes, m.shape, bytes(m[::-2]))
m[0] = 90
m[1:3] = b"XY"
print(b, m == b, memoryview(b"abc") == b"abc", m.hex())
try:
    b.append(1)
except BufferError as e:
    print(e)
m.release()
b.append(33)
print(b)
for text in ("m[0]", "memoryview(5)", "memoryview(b'a')[5]", "memoryview(bytearray(b'a')).__setitem__(0, 300)", "memoryview(b'abc').__setitem__(0, 1)"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
