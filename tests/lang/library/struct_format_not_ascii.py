# A format as bytes may hold any; only in text is what is not ASCII an error of encoding.
import struct

for form in b"\xed", b"i\xff", b"3\x80", b"i\0\xff", b"i\0", "h\xe9", "\udced", bytearray(b"i"), b"<ih":
    for call in struct.calcsize, struct.Struct, lambda f: struct.iter_unpack(f, b"123456"):
        try:
            print(type(call(form)).__name__)
        except (struct.error, TypeError, UnicodeEncodeError) as e:
            print(type(e).__name__, e)
