# Encodings and error handlers that need no library.


def t(fn, *args, **kwargs):
    try:
        print(ascii(fn(*args, **kwargs)))
    except UnicodeError as e:
        print(type(e).__name__, ascii(str(e)), ascii(getattr(e, "encoding", None)), getattr(e, "start", None),
              getattr(e, "end", None), ascii(getattr(e, "reason", None)))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))


HANDLERS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape",
            "surrogatepass", "nosuch"]
TEXTS = ["", "ascii", "\xe9t\xe9", "\u20acuro", "\U0001f600!", "\ud800", "a\udc80\udcffb", "\ud83d\ude00", "\xff\u0100\u0101z"]
for encoding in ["utf-8", "ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "UTF_8", "us-ascii", "ISO-8859-1"]:
    for text in TEXTS:
        for handler in HANDLERS:
            t(text.encode, encoding, handler)
BYTES = [b"", b"abc", b"\xc3\xa9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xff", b"a\x80b", b"\xc3", b"\xe2\x82", b"\xf0\x9f",
         b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82a", b"\xc3\xc3\xa9", b"\xff\xfea\x00", b"\xfe\xff\x00a",
         b"a\x00\x00\xd8", b"\x00\xdca\x00", b"\x00\xd8\x00\xdc", b"\x00\x00\xfe\xff\x00\x00\x00a", b"a\x00\x00\x00", b"\x00\xd8\x00\x00", b"abc\xff\xffdef"]
for encoding in ["utf-8", "ascii", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"]:
    for data in BYTES:
        for handler in HANDLERS:
            t(data.decode, encoding, handler)
t("a".encode, "no-such-encoding")
t(b"a".decode, "no-such-encoding")
t("a".encode, "utf\0")
t("a".encode, 5)
t(b"a".decode, "utf-8", 5)
e = UnicodeDecodeError("utf-8", b"abc", 1, 2, "why")
print(e, e.args, e.object, e.start, e.end, e.reason)
e = UnicodeEncodeError("ascii", "a\xe9\u20ac\U0001f600", 1, 2, "why")
print(e)
for start in (2, 3):
    print(UnicodeEncodeError("ascii", "a\xe9\u20ac\U0001f600", start, start + 1, "why"))
print(UnicodeEncodeError("ascii", "abcd", 1, 3, "why"), UnicodeTranslateError("ab\u20ac", 2, 3, "why"))
