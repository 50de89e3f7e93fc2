# Tables and short cuts: all of math.comb that they know, normal forms of every character beside others, deques made at once.
import binascii
import marshal
import math
import unicodedata
from collections import deque

digest = 0


def note(value):
    global digest
    digest = binascii.crc32(repr(value).encode("utf-8", "backslashreplace"), digest)


for n in range(72):
    for k in range(n + 2):
        note((math.comb(n, k), math.perm(n, k)))
        assert math.comb(n, k) == math.factorial(n) // (math.factorial(k) * math.factorial(n - k)) if k <= n else 0 == 0
print("counts", digest)
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    for code in (*range(0x3200), *range(0x3200, 0x110000, 29)):
        char = chr(code)
        text = "a" + char + "\u0301b" + char
        if unicodedata.normalize(form, char) != char or code < 0x500:
            note((unicodedata.normalize(form, char), unicodedata.normalize(form, text), unicodedata.is_normalized(form, text)))
    print(form, digest)


class Odd:
    def __eq__(self, other):
        items.append(1)
        return False


items = deque([Odd()])
for look in (lambda: 5 in items, lambda: items.count(5), lambda: items.index(5), lambda: items.remove(5)):
    try:
        print(look())
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)
nan = float("nan")
print(nan in deque([nan]), deque([nan]) == deque([nan]), deque([1, "a"]) == deque([1, "a"]), deque([1]) < deque([2]), 1.0 in deque([True]))
line = deque([1, 2, 3])
line.rotate(1)
line.extend(range(20))
line.extend([7] * 9)
line.extend((8, 9))
line.extend(line)
print(line.copy() == line, list(line.copy()), deque(line, 5), deque([1, 2, 3], 2), deque((), 0), line.copy().maxlen)
shared = ["x" * 20, 7, 1000, (1, 2), b"y" * 9]
nested = [shared, shared, {"k": shared}, set(), shared[0], *range(300), *shared] * 3
print(binascii.crc32(marshal.dumps(nested, 2)), marshal.loads(marshal.dumps(nested)) == nested, len(marshal.dumps(nested)))
