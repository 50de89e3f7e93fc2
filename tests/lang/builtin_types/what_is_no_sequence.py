# bisect takes items by position, from what has positions; int() shows a bytearray that is no number as bytes.
import bisect
import collections


class Counted(dict):
    pass


class Rows:
    def __getitem__(self, i):
        return i * 10

    def __len__(self):
        return 5


class Keyed(dict):
    def __getitem__(self, i):
        return i


def attempt(f, *args):
    try:
        print(f(*args))
    except (TypeError, ValueError, KeyError) as e:
        print(type(e).__name__, e)


for o in {1: 2}, {1}, frozenset([1]), Counted(a=1), collections.OrderedDict(a=1), collections.defaultdict(int, a=1), Keyed(a=1), Rows(), [1, 5], "ab", range(9):
    attempt(bisect.bisect_left, o, "b" if o == "ab" else 4)
for o in 5, None, object():
    attempt(bisect.bisect, o, 1)
    attempt(bisect.bisect, o, 1, 0, 1)
for text in bytearray(b"1x"), bytearray(b"\xff"), b"1x", "1x", memoryview(b"1x"), bytearray(300):
    attempt(int, text)
attempt(int, bytearray(b"zz"), 35)
attempt(int, bytearray(b" 12 "))
