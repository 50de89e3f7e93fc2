# tell() and seek() of text files for encodings with and without state, errors that are
# replaced, all newlines, and chunks of a few bytes.
import io

ENCODINGS = ("utf-8", "latin-1", "utf-16", "utf-16-be", "utf-32", "utf-8-sig", "utf-7",
             "shift_jis", "gb18030", "cp1252")  # fmt: skip
TEXT = "ab\r\n\u65e5\xe9\rc\n\U0001f600\u3042d\n"


def damaged(data):
    return data[:7] + b"\xff" + data[7:-2]


def positions(data, encoding, errors, newline, chunk):
    f = io.TextIOWrapper(io.BytesIO(data), encoding=encoding, errors=errors, newline=newline)
    f._CHUNK_SIZE = chunk
    cookies = [f.tell()]
    for size in 1, 2, 1, -1, 1, 3, 1, -1:
        f.read(size) if size > 0 else f.readline()
        cookies.append(f.tell())
    rests = []
    for cookie in cookies:
        f.seek(cookie)
        rests.append(f.read())
        f.seek(cookie)
        assert f.read(2) == rests[-1][:2]
    f.seek(cookies[3])
    f.seek(0, io.SEEK_CUR)
    end = f.seek(0, io.SEEK_END), f.tell()
    return cookies, [len(r) for r in rests], end, f.newlines


for encoding in ENCODINGS:
    data = TEXT.encode(encoding, "replace")
    for newline in None, "", "\n", "\r\n":
        for chunk in 3, 8192:
            print(encoding, repr(newline), chunk, *positions(data, encoding, "strict", newline, chunk))
    for errors in "replace", "ignore", "backslashreplace":
        try:
            print(encoding, errors, *positions(damaged(data), encoding, errors, None, 4))
        except (UnicodeError, OSError) as e:
            print(encoding, errors, type(e).__name__, e)

# Cookies that nobody gave out.
f = io.TextIOWrapper(io.BytesIO(b"abc\r\ndef"))
for cookie in 2, 1.5, True, 2**64, 5 << 128, 1 << 160, -1, 2**63, 2**168, (2**32 - 1) << 96, "1", None:
    try:
        print(cookie, f.seek(cookie), f.read(2), f.tell())
    except (TypeError, ValueError, OSError, OverflowError) as e:
        print(cookie, type(e).__name__, e)
for args in (1, 1), (1, 2), (0, 3), (0, -1):
    try:
        print(f.seek(*args))
    except (ValueError, OSError) as e:
        print(args, type(e).__name__, e)

# Positions while lines are iterated over, after a write, and after an error.
f = io.TextIOWrapper(io.BytesIO(b"one\ntwo\nthree\n" * 2), encoding="ascii")
f._CHUNK_SIZE = 5
next(f)
try:
    f.tell()
except OSError as e:
    print(e)
print(list(f)[-1:], f.tell(), f.seek(4), next(f), f.readline(), f.readline())
f.seek(4)
print(f.read(1), f.write("X"), f.tell(), f.read(3), f.seek(0), f.read())
f = io.TextIOWrapper(io.BytesIO(b"abc\nde\xfff\ngh\n"), encoding="ascii")
f._CHUNK_SIZE = 3
for _ in range(5):
    try:
        print(repr(f.readline()), f.tell())
    except UnicodeDecodeError as e:
        print(e, f.tell())
for data in b"+4\x80", b"+AA-", b"+AAB-":
    try:
        data.decode("utf-7")
    except UnicodeDecodeError as e:
        print(e)
