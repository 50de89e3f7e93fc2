# The __index__ of a slice's bound empties, shortens or lengthens the sequence that is
# sliced: the slice is clipped to what is there when all bounds are known.
from array import array


class Bound:
    """The number n, and a change of the sequence when it is asked for."""

    def __init__(self, n, change):
        self.n, self.change, self.asked = n, change, 0

    def __index__(self):
        self.asked += 1
        self.change()
        return self.n


def clear(s):
    return lambda: s.__delitem__(slice(None))


def grow(s):
    return lambda: s.extend(s[:3])


def shorten(s):
    return lambda: s.__delitem__(slice(7, None))


def slices(n, change):
    b = Bound(n, change)
    yield b, slice(b, 100)
    yield b, slice(b, 900, 2)
    yield b, slice(b, None, -2)
    yield b, slice(0, b)
    yield b, slice(-9, b, 3)
    yield b, slice(None, None, b)
    yield b, slice(150, 2, Bound(-3, change))


def show(what, b, s, result):
    got = "" if result is None else (len(result), list(result)[:4])
    print(what, b.asked, got, len(s), list(s)[:6])


def attempt(what, b, s, action):
    try:
        show(what, b, s, action())
    except Exception as e:
        print(what, type(e).__name__, e, len(s))


KINDS = {
    "list": lambda: list(range(200)),
    "bytearray": lambda: bytearray(range(200)),
    "array": lambda: array("h", range(200)),
}
VALUES = {
    "list": lambda n: list(range(n)),
    "bytearray": lambda n: bytes(range(n)),
    "array": lambda n: array("h", range(n)),
}
for kind, make in KINDS.items():
    for change in clear, shorten, grow:
        for at in range(7):
            for action in "get", "delete", "set 0", "set 2", "set 30":
                s = make()
                b, key = list(slices(5, change(s)))[at]
                if kind == "bytearray" and key.step is not None and action != "get":
                    continue  # python3.11 itself uses the memory of before there
                what = f"{kind} {change.__name__} {at} {action}"
                if action == "get":
                    attempt(what, b, s, lambda: s[key])
                elif action == "delete":
                    attempt(what, b, s, lambda: s.__delitem__(key))
                else:
                    value = VALUES[kind](int(action[4:]))
                    attempt(what, b, s, lambda: s.__setitem__(key, value))

# A bytearray takes the numbers of the slice again when it had to convert the value.
s = bytearray(range(20))
for value in b"xy", bytearray(b"xy"), [1, 2], s:
    b = Bound(4, lambda: None)
    s[b:6] = value
    print(b.asked, s)
# The items of a value may come from code that changes the list.
s = list(range(20))


def items():
    s.append(20)
    yield from "abcde"
    s.pop()


s[Bound(10, lambda: None) :: 2] = items()
print(s)
