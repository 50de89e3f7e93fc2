# A MemoryError is an exception like others: it has its context, its own traceback, and
# what its frames held is free when it is gone.
import gc
import weakref


class Held:
    pass


def fail():
    global seen
    held = Held()
    seen = weakref.ref(held)
    [0] * 2**61


def depth(tb):
    n = 0
    while tb:
        n, tb = n + 1, tb.tb_next
    return n


for i in range(3):
    try:
        fail()
    except MemoryError as e:
        print(type(e), e.args, depth(e.__traceback__), seen() is not None)
    print(seen())

try:
    1 / 0
except ZeroDivisionError:
    try:
        "x" * (2**63 - 1)
    except MemoryError as e:
        print(repr(e.__context__))
        kept = e
try:
    fail()
except MemoryError as e:
    print(e is kept, e.__context__)
