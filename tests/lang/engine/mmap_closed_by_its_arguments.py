"""Arguments that close the mapping they are given to: CPython 3.11 crashes, minipy raises."""
import mmap
import sys

if "minipy" not in sys.version:
    sys.exit("it would crash")


def tell(call):
    try:
        print(call())
    except Exception as problem:
        print(type(problem).__name__, problem)


class Closing:
    """An index that closes the mapping it is used on."""

    def __init__(self, target, value=0):
        self.target, self.value = target, value

    def __index__(self):
        self.target.close()
        return self.value


for use in (lambda m, c: m[c], lambda m, c: m[c:], lambda m, c: m.__setitem__(c, 1), lambda m, c: m.__setitem__(0, c), lambda m, c: m.read(c),
            lambda m, c: m.seek(c), lambda m, c: m.move(0, c, 1), lambda m, c: m.find(b"x", c), lambda m, c: m.flush(c), lambda m, c: m.resize(c),
            lambda m, c: m.write_byte(c), lambda m, c: m.__setitem__(slice(c, 2), b"ab"), lambda m, c: m.madvise(c), lambda m, c: m.rfind(b"x", 0, c)):
    target = mmap.mmap(-1, 20)
    tell(lambda: use(target, Closing(target, 1)))
