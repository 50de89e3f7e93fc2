b = b"hello"
print(b[0], b[1:3], b + b"!", b * 2, 104 in b, b"ell" in b, b.upper(), b.find(b"l"), b.split(b"l"), b.hex(), b.hex(":"), bytes.fromhex("68 65"), list(b), b.decode(), b.replace(b"l", b"L"))
print(bytes(3), bytes([1, 2]), bytes("é", "utf-8"), b"a" < b"b", b"\x00'\"\n\xff", b"%d %s %b" % (5, b"x", b"y"), b"a b".split(), b"x".join([b"1", b"2"]), b"abc".startswith(b"a"), b"abc".translate(bytes(range(256)), b"b"))
for text in ("b'a' + 'b'", "bytes('a')", "bytes([256])", "bytes(-1)", "b'a'.find('a')", "b'%s' % 'x'", "b'é'", "bytes.fromhex('xyz')", "b'a'.join(['x'])", "b'a' < 'b'", "b'abc'[9]", "bytes([1.5])", "bytes(1, 'a')"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
