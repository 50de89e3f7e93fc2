def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import codecs
import _codecs

for name in ("utf_8_decode", "utf_7_decode", "utf_16_decode", "utf_32_decode", "latin_1_decode",
             "ascii_decode", "unicode_escape_decode", "raw_unicode_escape_decode",
             "charmap_decode", "escape_decode", "readbuffer_encode", "escape_encode",
             "utf_16_ex_decode"):
    f = getattr(_codecs, name)
    print(name)
    show(f)
    show(f, None, 5)
    show(f, b"ab", 5)
    show(f, b"ab", "a\0b")
show(_codecs.utf_8_decode, b"\xe2\x82", "strict", False)
show(_codecs.utf_8_decode, b"\xe2\x82", "strict", "no")
show(_codecs.utf_8_decode, b"ab", "strict", 2 ** 40)
show(_codecs.utf_16_ex_decode, b"ab", "strict", "x")
