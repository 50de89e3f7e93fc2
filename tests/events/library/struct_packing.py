import struct
print(struct.pack("<bHiq4sd?", -1, 2, 3, 4, b"ab", 1.5, True), struct.unpack(">2h", b"\0\1\xff\xff"), struct.calcsize("@bi"), list(struct.iter_unpack("B", b"ab")))
for bad in lambda: struct.pack("b", 300), lambda: struct.unpack("i", b"a"), lambda: struct.calcsize("z"):
    try:
        bad()
    except struct.error as error:
        print(error)
