import io, pickle, pickletools, copyreg


class Plain:
    def __init__(self):
        self.x = [1]


class Slots:
    __slots__ = "a",

    def __getstate__(self):
        return {"a": self.a}

    def __setstate__(self, state):
        self.a = state["a"]


class Args(tuple):
    def __new__(cls, *a):
        return super().__new__(cls, a)

    def __getnewargs__(self):
        return tuple(self)


class Reduced:
    def __reduce__(self):
        return complex, (1, 2)


s = Slots()
s.a = 5
loop = []
loop.append(loop)
for value in None, True, 3, -300, 2**80, 1.5, "é", b"\x00", [1, 2], (1,), (), {1: 2}, {3}, frozenset([1]), Plain(), s, Args(1, 2), Reduced(), len, Plain, Ellipsis, bytearray(b"q"), range(3), loop, "x" * 300:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        text = pickle.dumps(value, protocol)
        again = pickle.loads(text)
    print(len(text), type(again).__name__)
out = io.StringIO()
pickletools.dis(pickle.dumps([1, "a", {"k": (1, 2)}], 2), out)
print(out.getvalue(), len(pickletools.optimize(pickle.dumps(["a"] * 3))))
for bad in lambda: pickle.dumps(lambda: 1), lambda: pickle.loads(b""), lambda: pickle.loads(b"\x80\x09."), lambda: pickle.loads(b"cnope\nx\n."):
    try:
        bad()
    except (pickle.PickleError, AttributeError, EOFError, ValueError, ImportError) as error:
        print(type(error).__name__)
