# What Pickler and Unpickler have beside dump() and load(): memos, hooks, extension codes, odd reductions.
import copyreg
import functools
import io
import pickle


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def fresh(data=b"N."):
    return pickle.Pickler(io.BytesIO()), pickle.Unpickler(io.BytesIO(data))


print("-- memos")
p, u = fresh(pickle.dumps([["a"], {"b": ()}], 2))
p.dump([["a"], "b"]), u.load()
print(sorted(index for index, _ in p.memo.copy().values()), u.memo.copy())
print(u.memo.__reduce__()[0], type(p.memo.__reduce__()[1][0]).__name__)
for value in {5: "five"}, {100000: "far"}, {"x": 1}, {-1: 2}, 5:
    print(value, attempt(setattr, u, "memo", value), u.memo.copy())
q, v = fresh(b"h\x05.")
v.memo = {5: "five"}
print(attempt(v.load), attempt(setattr, v, "memo", pickle.Unpickler(io.BytesIO(b"N.")).memo))
w = pickle.Unpickler(io.BytesIO(pickle.dumps([["a"]], 2)))
w.load()
v.memo = w.memo
print(v.memo.copy())
far = pickle.Unpickler(io.BytesIO(b"Nr\xff\xff\xff\x0f0j\xff\xff\xff\x0f."))
print(far.load(), far.memo.copy())
one = ["shared"]
q.memo = {id(one): (7, one)}
for value in {1: 2}, {1: ("x", 3)}, p.memo, "none":
    print(type(value).__name__, attempt(setattr, q, "memo", value))
q.clear_memo(), u.memo.clear(), p.memo.clear()
print(q.memo.copy(), u.memo.copy(), p.memo.copy())
for o in p, u:
    print(attempt(delattr, o, "memo"), o.__sizeof__() > 0)

print("-- hooks")
for o, name in (p, "persistent_id"), (u, "persistent_load"):
    print(attempt(getattr, o, name), attempt(setattr, o, name, 5), attempt(delattr, o, name))
    setattr(o, name, len)
    print(getattr(o, name), attempt(delattr, o, name))
out = io.BytesIO()
p = pickle.Pickler(out)
p.persistent_id = lambda o: "five" if o == 5 else None
p.dump([5, 6])
u = pickle.Unpickler(io.BytesIO(out.getvalue()))
u.persistent_load = str.upper
print(u.load())
for arguments in (5,), (io.BytesIO(), 77), (io.BytesIO(), 2, True, 5), (io.BytesIO(), 5, True, [].append):
    print(attempt(lambda: type(pickle.Pickler(*arguments)).__name__))
print(attempt(lambda: pickle.Pickler.__new__(pickle.Pickler).dump(1)))
print(attempt(lambda: pickle.Unpickler.__new__(pickle.Unpickler).load()))

print("-- extension codes")


class Ext:
    pass


for code in 5, 300, 70000:
    copyreg.add_extension(__name__, "Ext", code)
    data = [pickle.dumps(Ext, n) for n in (1, 2, 4)]
    print(code, data[1:], [pickle.loads(d) is Ext for d in data])
    copyreg.remove_extension(__name__, "Ext", code)
    copyreg.clear_extension_cache()
    print(attempt(pickle.loads, data[1]))
copyreg._extension_registry[__name__, "Ext"] = "x"
print(attempt(pickle.dumps, Ext, 2))
copyreg._extension_registry[__name__, "Ext"] = -3
print(attempt(pickle.dumps, Ext, 2))
del copyreg._extension_registry[__name__, "Ext"]

print("-- reductions")


class Named:
    """Made anew with keywords."""

    def __new__(cls, *args, **keywords):
        self = super().__new__(cls)
        self.given = args, keywords
        return self

    def __getnewargs_ex__(self):
        return self.answer


for answer in ((1, 2), {"k": 3}), ((), {}), ([], {}), ((), []), ((),), None:
    o = Named()
    o.answer = answer
    for n in 2, 4:
        print(answer, n, attempt(lambda: pickle.loads(pickle.dumps(o, n)).__dict__))


class Reduced:
    def __reduce_ex__(self, n):
        return self.answer


class Inner:
    class Deeper:
        def method(self):
            pass


def partial_state(o, state):
    o.state = state


for answer in ("Ext", "missing", 5, (len,), (len, 5), (5, ()), (len, ("abc",)), (Reduced, (), {"a": 1}), (Reduced, (), None, 5),
               (Reduced, (), None, iter([1])), (list, (), None, iter([1, 2])), (dict, (), None, None, iter([(1, 2)])),
               (Reduced, (), "state", None, None, partial_state), (Reduced, (), 1, None, None, 5), (1, 2, 3, 4, 5, 6, 7),
               (copyreg.__newobj__, ()), (copyreg.__newobj__, (5,)), (copyreg.__newobj__, (dict,)), (copyreg.__newobj_ex__, (1, 2)),
               (copyreg.__newobj_ex__, (5, (), {})), (copyreg.__newobj_ex__, (dict, 5, {})), (copyreg.__newobj_ex__, (dict, (), 5)),
               (copyreg.__newobj_ex__, (dict, (), {"a": 1}))):
    o = Reduced()
    o.answer = answer
    shown = [x if isinstance(x, (int, str, tuple, type(None))) else getattr(x, "__name__", type(x).__name__) for x in
             (answer if isinstance(answer, tuple) else [answer])]
    for n in 0, 2, 4:
        got = attempt(lambda: pickle.loads(pickle.dumps(o, n)))
        got = got if not isinstance(got, (Reduced, type)) else (type(got).__name__, getattr(got, "__dict__", None) and sorted(vars(got))[:3])
        print(shown and str(shown).replace("<class '__main__.", "<"), n, str(got).split(" at 0x")[0])
for o in Inner.Deeper, Inner.Deeper.method, Inner().Deeper().method, functools.partial(int, base=2), [].append, int.from_bytes, lambda: 0:
    print(getattr(o, "__qualname__", "partial"), [str(attempt(lambda: pickle.loads(pickle.dumps(o, n)) is not None)).split(" at 0x")[0] for n in (0, 2, 4)])


def local():
    class Hidden:
        pass
    return Hidden


print(attempt(pickle.dumps, local()))
Ext.__module__ = "nowhere.at.all"
print(attempt(pickle.dumps, Ext))
Ext.__module__, Ext.__qualname__ = __name__, "Reduced"
print(str(attempt(pickle.dumps, Ext)))
Ext.__qualname__ = "\u20acxt"
globals()["\u20acxt"] = Ext
print(ascii(attempt(pickle.dumps, Ext, 2)), len(pickle.dumps(Ext, 4)) > 9)

print("-- streams")


class Slow:
    def __init__(self, *answers):
        self.answers = list(answers)

    def read(self, n=-1):
        return self.answers.pop(0)

    readline = read


for answers in (b"", ), (5,), (b"\x80",), (b"I", b"12\n", b"."), (b"I", b"1x\n"), (b"(", b"l", b"."), (b"c", b"a.b\n", b"c\n", b"."):
    print(answers, attempt(lambda: pickle.Unpickler(Slow(*answers)).load()))
for name in ("Ext", 5), (5, "Ext"), ("__main__", "a.b"), ("__main__", "Inner.Deeper"), ("builtins", "Inner.Deeper"):
    print(name, str(attempt(lambda: pickle.Unpickler(io.BytesIO(b"\x80\x04.")).find_class(*name))).split(" on <")[0])
big = [b"x" * 70000, "y" * 70000, bytearray(b"z" * 70000)]


class Pieces(list):
    def write(self, data):
        self.append(bytes(data))


pieces = Pieces()
pickle.Pickler(pieces, 5).dump(big)
print([len(x) for x in pieces], pickle.loads(b"".join(pieces)) == big)
