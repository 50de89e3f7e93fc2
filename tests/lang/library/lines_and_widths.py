"""Lines of streams in memory by every kind of newline, texts of every width in and out of UTF-8, and patterns that begin at a line."""
import io
import re

TEXT = "one\ntwo\r\nthree\rfour\n\n" + "x" * 40 + "\u010a\u0a0a\U0001f60a\n\xe4nd"
for newline in (None, "", "\n", "\r", "\r\n"):
    s = io.StringIO(TEXT, newline=newline)
    print(repr(newline), [ascii(x) for x in s], s.tell(), s.newlines)
    s.seek(3)
    print([ascii(s.readline(n)) for n in (0, 1, -1, 4, 100, 100)], ascii(s.read()))
    s.write("more\nof\rit\r\n\u20ac")
    print(ascii(s.getvalue()[-20:]))
    w = io.TextIOWrapper(io.BytesIO(TEXT.encode()), encoding="utf-8", newline=newline)
    print([ascii(x) for x in w], w.newlines, w.buffer.closed)
    w.close()
    try:
        w.readline()
    except ValueError as error:
        print(error)
b = io.BytesIO(b"a\nb")
r = io.BufferedReader(b)
print(next(r))
b.close()
for call in (r.readline, r.readline, lambda: next(r), r.read):
    try:
        print(call())
    except ValueError as error:
        print(error)

for part in ("a", "\xe4", "\u07ff", "\u0800", "\ud7ff", "\uffff", "\U00010000", "\U0010ffff"):
    for before in (0, 1, 7, 8, 31, 33):
        for after in (0, 1, 9):
            text = "a" * before + part + "b" * after + part * 3 + "c" * before
            data = text.encode()
            assert data.decode() == text and len(data.decode()) == len(text), ascii(text)
            assert (text + "\U0001f600").encode("utf-16-le").decode("utf-16-le")[:-1] == text
            assert ("\U0001f600" + text)[1:] == text and ("\u20ac" + text).encode()[3:] == data
    print(ascii(part), len(data), ascii((data[:-10] + b"\xff").decode("utf-8", "replace")[-4:]))
for data in (b"\xc1\x80", b"\xc2", b"aaaaaaaa\xc2a", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", b"\xc3\xa4" * 5 + b"\xe4", b"a" * 40 + b"\xf0\x9f\x98"):
    try:
        data.decode()
    except UnicodeDecodeError as error:
        print(error)

LINES = "key = 1\n  other=2\n\n# no\nlast = 3"
for pattern in (r"^(\w+)", r"(^\w)", r"(^[ \t]*)(?:[^ \t\n])", r"^", r"^$", r"(?:^)#", r"(^|x)k", r"^\s*(\w+)\s*=", r"((^l))"):
    for flags in (re.M, 0):
        p = re.compile(pattern, flags)
        print(pattern, flags.__index__(), [m.span() for m in p.finditer(LINES)], p.sub("<>", LINES).count("<>"), p.search(LINES, 9) and p.search(LINES, 9).span(),
              p.findall(LINES.encode().decode(), 3, 20), p.split(LINES)[:3])
p = re.compile(rb"^x", re.M)
print(p.findall(b"x\nx\n\nax\nx"), p.search(b"\nx", 1, 2).span(), p.search(b"a\n"), re.search("(?m)^", "ab\n", 2) is not None and re.search("(?m)^", "ab\n", 2).span())
