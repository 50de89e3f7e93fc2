# Operations on a bytearray that never had bytes, whose memory is not there.
e = bytearray()
print(e.__reduce__()[1], e.__reduce_ex__(2)[1], e.__reduce_ex__(3)[1])
print(e + e, e * 3, e[:], e[::-1], e == b"", e < b"a", e.copy(), bytes(e), e.hex())
print(e.startswith(e), e.endswith(b""), e.find(e), e.find(b"x"), e.count(e), e.index(b""))
print(e.replace(e, b"x"), e.split(), e.split(b","), e.splitlines(), e.partition(b","))
print(e.strip(), e.upper(), e.title(), e.zfill(2), e.center(3), e.expandtabs(), e.isdigit())
print(e.translate(bytes(256)), e.translate(None, b"a"), e.join([e, e]), e.decode(), str(e))
print(e.decode("latin-1"), e.decode("utf-16"), e.removeprefix(e), list(e), hash(bytes(e)))
e[:] = e
e[::2] = b""
del e[:]
e.extend(e)
e += e
e *= 4
print(e, b"" in e, 3 in e, bytearray(e), bytes().join([e]), int.from_bytes(e, "big"))
