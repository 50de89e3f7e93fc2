# A bound of a slice with a step changes the size of the bytearray that is assigned to:
# what happens is what happens to a list. python3.11 uses the memory of before.
class Bound:
    def __init__(self, n, change):
        self.n, self.change = n, change

    def __index__(self):
        self.change()
        return self.n


def attempt(s, change, key, value):
    key = slice(*(Bound(k, lambda: change(s)) if k == 5 else k for k in key))
    try:
        if value is None:
            del s[key]
        else:
            s[key] = value
    except ValueError:
        return "error", list(s)
    return list(s)


def clear(s):
    del s[:]


def shorten(s):
    del s[7:]


def grow(s):
    s.extend(range(200 if len(s) == 200 else 0))


KEYS = (5, 100, 3), (5, None, -2), (0, 5, 2), (None, None, 5), (150, 2, -5)
for change in clear, shorten, grow:
    for key in KEYS:
        for value in None, bytearray(b"q"), bytearray(b"qr"), bytearray(range(33)):
            bytes_ = attempt(bytearray(range(200)), change, key, value)
            items = attempt(list(range(200)), change, key, None if value is None else list(value))
            assert bytes_ == items, (change, key, value, bytes_, items)
