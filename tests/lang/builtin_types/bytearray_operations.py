b = bytearray(b"abc")
b.append(100); b.extend(b"ef"); b.insert(0, 65); b[1] = 66; b[2:4] = b"XYZ"; b += b"!"
print(b, len(b), b.pop(), b.pop(0), b.index(b"X"), b.reverse(), b, bytes(b), b == bytes(b))
del b[0], b[::2]
print(b, bytearray(3), bytearray("é", "utf-8"), bytearray(b"a") + b"b", b"a" + bytearray(b"b"), b.clear(), b)
for text in ("bytearray(b'a')[5]", "bytearray(b'a').append(300)", "bytearray(b'a').append('a')", "bytearray('a')", "hash(bytearray())", "bytearray(b'a').remove(5)"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
