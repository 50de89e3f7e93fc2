def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Plain:
    pass


class Sized:
    def __len__(self):
        return 1


class Getter:
    def __getitem__(self, i):
        return i


class Setter:
    def __setitem__(self, i, v):
        pass


def delete(o, key):
    del o[key]


for o in ("abc", b"abc", (1, 2), range(3), 5, 1.5, None, {1}, frozenset(), int, len, Plain(),
          Sized(), Getter(), Setter(), memoryview(bytearray(b"a")), memoryview(b"a"), iter([])):
    name = type(o).__name__
    for key in 0, "a", slice(1):
        try:
            delete(o, key)
            print(name, "done")
        except Exception as e:
            print(name, type(e).__name__, e)
