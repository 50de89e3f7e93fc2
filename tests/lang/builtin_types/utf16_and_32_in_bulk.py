"""UTF-16 and UTF-32 of texts of each width, long and short, whole, cut, at odd places and with what they cannot hold."""
import codecs


def answer(f):
    try:
        return f()
    except UnicodeError as e:
        return type(e).__name__, str(e)


def checksum(v):
    total = 0
    for c in ascii(v):
        total = (total * 31 + ord(c)) % 1000003
    return total


for unit in "ab", "\xe9\x80", "\u20aca", "\U0001f600\t", "a\ud800", "x\udfff\U0001f600", "\uffff\ue000\ud7ff":
    for encoding in "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be":
        for handler in "strict", "replace", "surrogatepass":
            row = []
            for n in 0, 1, 3, 31, 32, 33, 64, 200, 600:
                data = answer(lambda: (unit * n).encode(encoding, handler))
                row.append(data)
                if isinstance(data, bytes):
                    row += [answer(lambda: d.decode(encoding, handler)) for d in (data, data[:-1], data[:-3], data + b"\xff" * 4, data + b"\x00\xd8")]
                    row.append(answer(lambda: str(memoryview(b"x" + data)[1:], encoding, handler)))
                    d = codecs.getincrementaldecoder(encoding)(handler)
                    row.append(answer(lambda: [d.decode(data[:5]), d.getstate(), d.decode(data[5:], True)]))
            print(checksum(row), end=" ")
    print(ascii(unit))
