def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import copy
import pickle

e = OSError(2, "no", "f")
e.__cause__ = KeyError("k")
e.add_note("noted")
values = [ValueError(1, 2), KeyError("a"), e, OSError(1, "m", "f", None, "g"), StopIteration(3),
          SystemExit(4), ImportError("m", name="n", path="p"), UnicodeDecodeError("utf-8", b"ab", 0, 1, "r"),
          SyntaxError("m", ("f", 1, 2, "t")), AttributeError("m", name="n", obj=5), NameError("m", name="n"),
          BlockingIOError(11, "m", 7), ExceptionGroup("g", [ValueError(1)])]
for v in values:
    for twin in (copy.copy(v), pickle.loads(pickle.dumps(v)), pickle.loads(pickle.dumps(v, 0))):
        print(type(twin).__name__, twin, twin.args, sorted(vars(twin).items()), twin.__cause__)
    print(v.__reduce__()[1:])
