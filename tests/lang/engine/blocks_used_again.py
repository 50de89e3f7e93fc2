"""Lists, dicts and tuples that are made of what dead ones left are as new ones."""
import gc
import sys


def dicts():
    def f():
        return {}

    for i in range(300):
        d = f()
        assert len(d) == 0 and list(d) == [] and d.get("a") is None, d
        d["a"] = i
        d[i] = "other than str"
        del d["a"]
        d["b"] = d
        assert list(d) == [i, "b"]
        del d["b"]
        d.clear()
        d["x"] = 1
        assert list(d.items()) == [("x", 1)]
    kept = [{k: k for k in range(n)} for n in range(100)]
    del kept
    again = [{} for _ in range(200)]
    print(all(d == {} and not gc.is_tracked(d) for d in again))
    again = [dict(a=n) for n in range(200)]
    print(all(d["a"] == n for n, d in enumerate(again)))


def lists():
    kept = [[n] * n for n in range(200)]
    del kept
    again = [[] for _ in range(200)]
    print(all(len(x) == 0 and sys.getsizeof(x) == sys.getsizeof([]) and gc.is_tracked(x) for x in again))
    for x in again:
        x.append(x)
    del again, x
    print(gc.collect() >= 200)


def tuples():
    for n in range(1, 25):
        kept = [tuple(range(n)) for _ in range(2100)]
        del kept
        again = [(None,) * n for _ in range(100)]
        assert all(len(t) == n and set(t) == {None} for t in again)
        again = [tuple([[]] * n) for _ in range(100)]
        assert all(gc.is_tracked(t) for t in again)
    print("tuples")


def nested():
    x = ()
    for _ in range(200000):
        x = (x, [{"x": x}])
    del x
    x = []
    for _ in range(200000):
        x = [x]
    x = {}
    for _ in range(200000):
        x = {1: x}
    print("nested")


class Phoenix:
    kept = []

    def __del__(self):
        Phoenix.kept.append([self, (self,), {"self": self}])


def made_by_finalizers():
    for _ in range(100):
        x = [Phoenix()]
        x = (Phoenix(), x)
        x = {"a": Phoenix(), "x": x}
        del x
    print(len(Phoenix.kept), all(x[1] == (x[0],) and x[2] == {"self": x[0]} for x in Phoenix.kept))


for f in dicts, lists, tuples, nested, made_by_finalizers:
    f()
