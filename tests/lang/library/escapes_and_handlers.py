"""Escape codecs, error handlers and byte orders, by codecs' own functions."""
import _codecs
import codecs


def show(f, *args):
    try:
        print(getattr(f, "__name__", f), ascii(args), ascii(f(*args)))
    except Exception as e:
        print(getattr(f, "__name__", f), ascii(args), type(e).__name__, ascii(str(e)))


for data in (rb"a\n\t\\\'\"\a\b\f\v\r\x41\101\7\377", rb"\x", rb"\x4", rb"\xzz", b"\\", rb"\q", b"\\\n", rb"\8", "text \\x41"):
    for errors in ("strict", "ignore", "replace", "other"):
        show(_codecs.escape_decode, data, errors)
for data in (b"", b"abc'\\\n\t\r\x00\xff"):
    show(_codecs.escape_encode, data)
show(_codecs.escape_encode, "text")
for data in (rb"\u0041\U0001f600\x41\N{DIGIT ONE}\101\q\n", rb"\u004", rb"\U00110000", rb"\N{NOTHING}", rb"\N{", rb"\N", b"\\", rb"\x4", rb"\ud800", b"\xe9", rb"\377"):
    for errors in ("strict", "ignore", "replace", "backslashreplace", "surrogatepass"):
        show(_codecs.unicode_escape_decode, data, errors)
        show(_codecs.raw_unicode_escape_decode, data, errors)
    show(_codecs.unicode_escape_decode, data, "strict", False)
    show(_codecs.raw_unicode_escape_decode, data, "strict", False)
for text in ("a\n\\é\u20ac\U0001f600\x00\x7f\ud800", ""):
    show(_codecs.unicode_escape_encode, text)
    show(_codecs.raw_unicode_escape_encode, text)
    for f in (_codecs.utf_8_encode, _codecs.utf_7_encode, _codecs.utf_16_encode, _codecs.utf_16_le_encode, _codecs.utf_16_be_encode, _codecs.utf_32_encode, _codecs.utf_32_le_encode, _codecs.utf_32_be_encode, _codecs.ascii_encode, _codecs.latin_1_encode):
        for errors in ("strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass", "other"):
            show(f, text, errors)
    show(_codecs.utf_16_encode, text, "surrogatepass", 1)
    show(_codecs.utf_16_encode, text, "surrogatepass", -1)
    show(_codecs.utf_32_encode, text, "surrogatepass", 1)
for f in (_codecs.utf_8_decode, _codecs.utf_7_decode, _codecs.utf_16_decode, _codecs.utf_16_le_decode, _codecs.utf_32_decode, _codecs.utf_32_be_decode, _codecs.ascii_decode):
    for data in (b"a\xff\xfeb\xed\xa0\x80", b"\xff\xfea\x00\x00\xd8", b"\x00\x00\xfe\xff\x00\x11\x00\x00\x00", b"+AGE-", b"\xe2\x82", b"+2AA-x"):
        for errors in ("strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"):
            show(f, data, errors)
        show(f, data, "replace", False)
for byteorder in (-1, 0, 1):
    show(_codecs.utf_16_ex_decode, b"\xfe\xff\x00a\x00", "strict", byteorder, False)
    show(_codecs.utf_32_ex_decode, b"\xff\xfe\x00\x00a\x00\x00\x00\x01", "strict", byteorder, False)
for name in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace", "surrogatepass", "surrogateescape"):
    handler = codecs.lookup_error(name)
    for e in (UnicodeEncodeError("ascii", "aé\ud800b", 1, 3, "why"), UnicodeDecodeError("utf-8", b"a\xff\xed\xa0\x80", 1, 2, "why"),
              UnicodeDecodeError("utf-8", b"a\xff\xed\xa0\x80", 2, 5, "why"), UnicodeTranslateError("aé\U0001f600", 1, 3, "why"), ValueError("no"), 5):
        try:
            print(name, type(e).__name__, ascii(handler(e)))
        except Exception as x:
            print(name, type(e).__name__, type(x).__name__, ascii(str(x)))
for result in (("x", 2), ("x", -1), ("x", 100), ("x", -100), (b"x", 2), (1, 1), ("x",), "x", ("é", 2), None):
    codecs.register_error("mine", lambda e: result)
    show("aéb".encode, "ascii", "mine")
    show(b"a\xffb".decode, "utf-8", "mine")
    show(b"a\xffb".decode, "ascii", "mine")


def longer(e):
    e.object = b"abcdef!"
    return "?", 4


codecs.register_error("longer", longer)
show(b"a\xffb".decode, "utf-8", "longer")
for mapping in (None, "abc\ufffe\xe9", {97: "A", 98: 0x1f600, 99: None, 100: "xyz", 255: ""}, {97: "toolong" * 3}, {97: -1}, {97: 0x110000}, {97: 1.5}):
    show(codecs.charmap_decode, b"abcd\x04\xff", "replace", mapping)
    show(codecs.charmap_decode, b"aa", "strict", mapping)
    show(codecs.charmap_encode, "abcd\xe9", "replace", mapping)
    show(codecs.charmap_encode, "a\u20ac", "xmlcharrefreplace", mapping)
m = codecs.charmap_build("".join(map(chr, range(128))) + "\u20ac" * 128)
print(codecs.charmap_encode("a\u20acb", "strict", m))
show(codecs.charmap_build, "ab")
for f in (codecs.encode, codecs.decode):
    for args in (("abc",), (b"abc", "hex"), ("abc", "rot13"), (b"616", "hex"), ("x", "nothing"), (5, "utf-8"), ("a", "utf-8", "x")):
        show(f, *args)
show(_codecs.readbuffer_encode, b"abc")
show(_codecs.readbuffer_encode, "é")
show(_codecs.lookup, "no such")
show(_codecs.register, 5)
show(_codecs.register_error, "x", 5)
show(_codecs.lookup_error, "no such")
