def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import struct

show(struct.calcsize)
show(struct.calcsize, "i", 1)
show(struct.calcsize, 5)
show(struct.calcsize, [])
show(struct.pack)
show(struct.pack, [])
show(struct.pack, {}, 1)
show(struct.unpack, bytearray(b"i"), b"1234")
show(struct.unpack_from)
show(struct.unpack_from, "i")
show(struct.unpack_from, "i", b"12345678", 4)
show(struct.unpack_from, "i", buffer=b"\x01\0\0\0", offset=0)
show(struct.unpack_from, "i", b"12345678", 4, 5)
show(struct.unpack_from, "i", b"12345678", foo=1)
show(struct.iter_unpack, "i", b"123")
show(struct.pack_into, "i", bytearray(4))
show(struct.pack_into, "i", b"1234", 0, 1)
show(struct.pack, "\xe9")
show(struct.pack, b"i", 7)
