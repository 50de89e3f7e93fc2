"""a[i:j] and its assignment, at sites that see one type for long and then others."""
WARM = 40


def part(o, i, j):
    return o[i:j]


def put(o, i, j, v):
    o[i:j] = v
    return o


class Sliced:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        self.set = key, value


class Index:
    def __init__(self, i):
        self.i = i

    def __index__(self):
        return self.i


class List(list):
    def __getitem__(self, key):
        return "own", key

    def __setitem__(self, key, value):
        super().__setitem__(key, ["own", *value])


class Bytes(bytes):
    pass


OBJECTS = [b"hello", bytearray(b"hello"), "hello", "h\u00e9ll\u20ac", [1, 2, 3, 4, 5], (1, 2, 3, 4, 5), range(5), memoryview(b"hello"),
           Sliced(), List([1, 2, 3]), Bytes(b"hello"), b"", bytearray(), "", [], ()]
BOUNDS = [(None, None), (0, 5), (1, 3), (-3, -1), (-30, 30), (3, 1), (5, 9), (-9, -7), (None, 2), (2, None), (True, 4), (2 ** 70, None),
          (None, -2 ** 70), (Index(1), Index(-1)), (4, 5), (0, 1)]


def shown(v):
    return bytes(v) if isinstance(v, memoryview) else v


for o in OBJECTS:
    for _ in range(WARM):
        part(o, 1, 3)
    print(type(o).__name__, [shown(part(o, i, j)) for i, j in BOUNDS if not isinstance(i, Index) or not isinstance(o, (Sliced, List))])
    print(type(part(o, 1, 2)).__name__, part(o, 0, None) is o, part(o, None, None) is o)
for o in OBJECTS:
    for i, j in (("a", 1), (1, 1.0), ([], None)):
        try:
            print(type(o).__name__, part(o, i, j))
        except TypeError as e:
            print(type(o).__name__, e)
for o in (5, None, {1: 2}, {1}, object()):
    try:
        part(o, 1, 2)
    except TypeError as e:
        print(e)

VALUES = [[7, 8], (9,), "ab", b"xy", range(3), {5: 6}, [], bytearray(b"q")]
for make in (lambda: [1, 2, 3, 4, 5], lambda: bytearray(b"hello"), lambda: List([1, 2, 3, 4]), Sliced):
    for _ in range(WARM):
        put(make(), 1, 3, b"zz" if isinstance(make(), bytearray) else [0])
    for v in VALUES:
        for i, j in ((1, 3), (None, None), (3, 1), (-2, None), (9, 9)):
            try:
                o = put(make(), i, j, v)
                print(o.set if isinstance(o, Sliced) else list.__repr__(o) if isinstance(o, list) else o)
            except (TypeError, ValueError) as e:
                print(type(v).__name__, type(e).__name__, e)
print(put([1, 2, 3], 1, 2, iter("xy")), put(bytearray(b"abc"), 1, 2, iter([65, 66])))
same = [1, 2, 3]
put(same, 1, 2, same)
print(same, put(same, None, None, same), put(same, 1, 1, same))


class Ends:
    """Its items empty the list that they go into."""

    def __init__(self, into):
        self.into = into

    def __iter__(self):
        self.into.clear()
        return iter("xy")


emptied = [1, 2, 3, 4]
print(put(emptied, 1, 3, Ends(emptied)))
for o in ((1, 2), "ab", b"ab", 5):
    try:
        put(o, 0, 1, [1])
    except TypeError as e:
        print(e)


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name)


put([Noisy("a"), Noisy("b"), Noisy("c")], 0, 2, [1])
print("end")
