"""Instances in pickles, byte by byte: classes that object.__reduce_ex__ speaks for, and all the ways not to be one."""
import copyreg
import io
import pickle
import sys
import types


class Plain:
    def __init__(self, n):
        self.n, self.me = n, self


class One:
    def __init__(self):
        self.only = 1


class Empty:
    pass


class Slotted:
    __slots__ = ("a", "b")


class SlottedToo:
    __slots__ = ("a", "__dict__")


class Args:
    def __new__(cls, *args):
        self = object.__new__(cls)
        self.args = args
        return self

    def __getnewargs__(self):
        return ARGS


class Keywords(Args):
    def __getnewargs_ex__(self):
        return ARGS, {}


class State:
    def __getstate__(self):
        return 3

    def __setstate__(self, state):
        self.state = state


class NoState(State):
    def __getstate__(self):
        return None


class ReduceEx:
    def __reduce_ex__(self, protocol):
        return ReduceEx, ()


class Reduce:
    def __reduce__(self):
        return Reduce, ()


class Asked:
    def __getattribute__(self, name):
        if name.startswith("__"):
            SEEN.append(name)
        return object.__getattribute__(self, name)


class Meta(type):
    pass


class Made(metaclass=Meta):
    def __init__(self):
        self.a, self.b = 1, 2


class Disguised:
    @property
    def __class__(self):
        return int


class Shown:
    @property
    def __dict__(self):
        return {"fake": 1}


class Checked:
    @property
    def x(self):
        return self.__dict__["x"]

    @x.setter
    def x(self, value):
        raise RuntimeError


class Evil:
    def __init__(self, of, how):
        self.of, self.how = of, how

    def __reduce__(self):
        self.how(self.of)
        return int, ()


class List(list):
    pass


ARGS, SEEN = (1, 2), []
here = sys.modules.setdefault("pickled_instances", types.ModuleType("pickled_instances"))
for c in [v for v in globals().values() if isinstance(v, type)]:
    c.__module__ = "pickled_instances"
    setattr(here, c.__name__, c)


def with_attributes(o, **attributes):
    for name, value in attributes.items():
        setattr(o, name, value)
    return o


plain = Plain(7)
plain.other = Plain(8)
plain.other.other = plain
own_reduce = with_attributes(Empty(), __reduce_ex__=lambda protocol: (Empty, ()))
own_state = with_attributes(Empty(), __getstate__=lambda: {"k": 1})
checked = Checked()
checked.__dict__["x"] = 5
odd = Empty()
odd.__dict__[5] = 6
deleted = with_attributes(Empty(), a=1, b=2)
del deleted.a
cases = [plain, One(), Empty(), with_attributes(Slotted(), a=1), with_attributes(SlottedToo(), a=1, q=2), [Args(), Args()], Keywords(),
         State(), NoState(), ReduceEx(), Reduce(), Asked(), Made(), Disguised(), Shown(), checked, own_reduce, own_state, odd, deleted,
         with_attributes(Empty(), **{f"a{i}": i for i in range(70)}), List([One(), One()]), [One()] * 2, [0, 255, 256, 65536, -1, 1 << 31, -(1 << 31)]]
for case in cases:
    print(type(case).__name__)
    for protocol in range(6):
        try:
            data = pickle.dumps(case, protocol)
        except Exception as error:
            print("  ", protocol, type(error).__name__, error)
            continue
        print("  ", protocol, data if len(data) < 200 else (len(data), data[-60:]))
        try:
            back = pickle.loads(data)
        except Exception as error:
            print("  ", protocol, type(error).__name__, error)
            continue
        print("     ", type(back).__name__, sorted(map(str, getattr(back, "__dict__", {})))[:9])
print(sorted(set(SEEN)), [o.args for o in pickle.loads(pickle.dumps([Args(), Args()]))])
back = pickle.loads(pickle.dumps(plain))
print(back.me is back, back.other.other is back, back.other.n, pickle.loads(pickle.dumps(checked)).x)

# What is saved changes meanwhile.
for name, how in ("more", lambda o: setattr(o, "new", 1)), ("less", lambda o: delattr(o, "last")), ("its dict", lambda o: o.__dict__):
    o = Empty()
    o.first, o.evil, o.last = 1, Evil(o, how), 2
    try:
        print(name, pickle.loads(pickle.dumps(o)).__dict__)
    except RuntimeError as error:
        print(name, error)


# A pickler with ways of its own, and two whose memo is one.
class Persistent(pickle.Pickler):
    def persistent_id(self, v):
        return "ID" if isinstance(v, str) else None


class Override(pickle.Pickler):
    def reducer_override(self, v):
        return (int, ("5",)) if isinstance(v, One) else NotImplemented


for make in Persistent, Override, pickle.Pickler:
    for protocol in 2, 4:
        stream = io.BytesIO()
        pickler = make(stream, protocol)
        pickler.dump([Plain(1), One()])
        pickler.dump([plain, One()])
        print(make.__name__, protocol, len(pickler.memo.copy()), stream.getvalue())
        second = io.BytesIO()
        other = make(second, protocol)
        other.memo = pickler.memo
        other.dump([plain, Empty()])
        print("  ", second.getvalue())
stream = io.BytesIO()
pickler = pickle.Pickler(stream, 4)
pickler.dispatch_table = {Made: lambda o: (Made, ())}
pickler.dump([Made(), One()])
pickler = pickle.Pickler(stream, 4)
pickler.fast = True
pickler.dump([Made(), One()])
print(stream.getvalue())
copyreg.pickle(One, lambda o: (One, ()))
print(pickle.dumps([One(), Made()], 4))
del copyreg.dispatch_table[One]
