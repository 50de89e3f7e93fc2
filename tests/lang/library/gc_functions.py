"""gc's functions: thresholds, counts, what refers to an object, objects frozen."""
import gc


def show(f, *args):
    try:
        print(f.__name__, args, f(*args))
    except Exception as e:
        print(f.__name__, args, type(e).__name__)


gc.disable()
for args in ((), (5,), (5, 6), (5, 6, 7), (1, 2, 3, 4), ("a",), (700, 10, 10)):
    show(gc.set_threshold, *args)
    print(gc.get_threshold())
print(gc.get_debug(), gc.isenabled())
gc.collect()
before = gc.get_count()[0]
keep = [[] for i in range(100)]
print(gc.get_count()[0] - before >= 100, [type(n) for n in gc.get_count()])
print([sorted(s) for s in gc.get_stats()])
collected = gc.get_stats()[2]
gc.collect()
print(gc.get_stats()[2]["collections"] - collected["collections"])


class Node:
    pass


a, b = Node(), Node()
a.other = b
listed = [b]
print(any(r is listed for r in gc.get_referrers(b)), any(r is a or r is a.__dict__ for r in gc.get_referrers(b)))
print(gc.get_referrers(), any(r is b for r in gc.get_referents(listed)), gc.get_referents(1, "a"))
print(gc.is_tracked(listed), gc.is_tracked(1), gc.is_finalized(a), gc.is_finalized(1))


class Finalized:
    def __del__(self):
        saved.append(self)


saved = []
f = Finalized()
f.me = f
del f
gc.collect()
print(gc.is_finalized(saved[0]))
print(gc.get_freeze_count())
gc.freeze()
print(gc.get_freeze_count() > 100, any(o is listed for o in gc.get_objects()))
gc.unfreeze()
print(gc.get_freeze_count(), any(o is listed for o in gc.get_objects()))
for generation in (0, 1, 2, None):
    print(type(gc.get_objects(generation=generation)))
show(gc.get_objects, 3)

show(gc.collect, 3)
seen = []


def callback(phase, info):
    seen.append((phase, sorted(info)))


def failing(phase, info):
    raise ValueError(phase)


gc.callbacks.append(callback)
gc.collect(0)
gc.callbacks.remove(callback)
print(seen)
