# Special methods whose frames the loop enters itself: each operation at a site that runs often, with methods
# that decline, fail, are replaced, deleted, or are no plain functions, and from generators.
import sys


def attempt(f, *args):
    try:
        r = f(*args)
    except BaseException as e:
        lines, tb = [], e.__traceback__
        while tb:
            lines.append((tb.tb_frame.f_code.co_name, tb.tb_lineno - tb.tb_frame.f_code.co_firstlineno))
            tb = tb.tb_next
        r = f"{type(e).__name__}: {e} {lines}"
    return r


def add(a, b): return a + b
def sub(a, b): return a - b
def add_to(a, b):
    a += b
    return a
def neg(a): return -a
def item(a, b): return a[b]
def set_item(a, b):
    a[b] = "v"
    return "set"
def less(a, b): return a < b
def if_less(a, b):
    if a < b:
        return "less"
    return "not less"
def while_equal(a, b):
    n = 0
    while a == b:
        n += 1
        if n > 2:
            break
    return n
def if_unequal(a, b):
    if a != b:
        return "unequal"
    return "equal"
def contains(a, b): return b in a
def if_not_in(a, b):
    if b not in a:
        return "not in"
    return "in"
def if_true(a): return "true" if a else "false"
def if_not(a): return not a
def both(a): return a and "and"
def either(a): return a or "or"
def while_true(a):
    n = 0
    while a:
        n += 1
        if n > 2:
            break
    return n
def length(a): return len(a)
def loop(a):
    out = []
    for x in a:
        out.append(x)
        if len(out) > 4:
            break
    return out
def call(a, b): return a(b)
def get(a): return a.p
def put(a, b):
    a.p = b
    return "put"
def put_any(a, b):
    a.any = b
    return "put any"


TWO = add, sub, add_to, item, set_item, less, if_less, while_equal, if_unequal, contains, if_not_in, call, put, put_any
ONE = neg, if_true, if_not, both, either, while_true, length, loop, get


class Plain:
    def __init__(self, value): self.value = value
    def __add__(self, other): return ("add", other)
    def __radd__(self, other): return ("radd", other)
    def __sub__(self, other): return NotImplemented
    def __rsub__(self, other): return ("rsub", type(other).__name__)
    def __iadd__(self, other): return ("iadd", other)
    def __neg__(self): return "neg"
    def __getitem__(self, key): return ("item", key)
    def __setitem__(self, key, value): self.stored = key, value
    def __lt__(self, other): return self.value
    def __eq__(self, other): return self.value
    def __contains__(self, x): return self.value
    def __bool__(self): return self.value
    def __len__(self): return int(self.value)
    def __iter__(self):
        self.n = 0
        return self
    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        return self.n
    def __call__(self, x, y=2, *rest, z=4): return (x, y, rest, z)
    p = property(lambda self: "p", lambda self, v: None)
    def __setattr__(self, name, value): object.__setattr__(self, name, value)
    def __repr__(self): return "<%s>" % type(self).__name__


class Declines(Plain):
    def __add__(self, other): return NotImplemented
    __radd__ = __iadd__ = __lt__ = __eq__ = __gt__ = __ne__ = __add__
    def __rsub__(self, other): return NotImplemented


class Raises(Plain):
    def __add__(self, other):
        x = 1
        raise ValueError("add")
    def __getitem__(self, key): raise KeyError(key)
    def __lt__(self, other): return 1 // 0
    def __eq__(self, other): raise TypeError("eq")
    def __contains__(self, x): raise StopIteration(5)
    def __bool__(self): raise AttributeError("bool")
    def __len__(self): raise ValueError("len")
    def __next__(self): raise KeyError("next")
    def __call__(self, x): raise OSError("call")
    def __neg__(self): raise RuntimeError("neg")
    def __setitem__(self, key, value): raise IndexError(key)
    def __get(self): raise AttributeError("getter")
    def __put(self, value): raise AttributeError("setter")
    p = property(__get, __put)
    def __iadd__(self, other): raise ArithmeticError


class Wrong(Plain):
    "Results that are refused, methods with too many parameters or too few."
    def __bool__(self): return 1
    def __len__(self): return -1
    def __iter__(self): return 5
    def __contains__(self, x): return [[], [1]][x == 1]
    def __add__(self): return 1
    def __getitem__(self, a, b): return 1
    def __lt__(self, *others): return others[1:]
    def __call__(self): return 1
    def __neg__(self, more): return 1
    def __next__(self, more): return 1
    def __setitem__(self, key): return 1


class Long(Plain):
    __bool__ = None
    def __len__(self): return 1 << 70
    def __iter__(self): return iter("ab")


class OfLen:
    def __init__(self, value): self.n = value
    def __len__(self): return self.n
    def __eq__(self, other): return OfLen(self.n - 1)
    def __contains__(self, x): return self.n == x
    def __repr__(self): return "<OfLen>"


class OtherKinds(Plain):
    @staticmethod
    def __add__(other): return ("static", other)
    @classmethod
    def __getitem__(cls, key): return ("class", cls.__name__, key)
    __lt__ = max
    __neg__ = lambda self, x=3: x
    __call__ = type("Callee", (), {"__call__": lambda self, *args: ("callee", len(args))})()
    __len__ = property(lambda self: lambda: 7)
    __bool__ = type("B", (), {"__get__": lambda self, o, t: lambda: False})()
    def __iter__(self):
        yield 1
        yield 2
    async def __contains__(self, x): return False
    def __eq__(self, other): yield 1
    def __setitem__(self, *args): self.args = args


class Derived(Plain):
    def __radd__(self, other): return ("derived radd", type(other).__name__)
    def __rsub__(self, other): return ("derived rsub", type(other).__name__)
    def __gt__(self, other): return ("derived gt", type(other).__name__)
    def __eq__(self, other): return False


class OfInt(int):
    def __radd__(self, other): return ("int radd", other)
    def __add__(self, other): return NotImplemented


class OfList(list):
    def __add__(self, other): return ("list add", other)
    def __getitem__(self, i): return ("list item", i)
    def __len__(self): return 9
    def __contains__(self, x): return True


OPERANDS = [Plain(True), Plain(False), Declines(True), Raises(True), Wrong(True), Long(True), OfLen(1), OfLen(0), OtherKinds(True), Derived(True),
            OfInt(3), OfList([1, 2])]
for o in OPERANDS:
    for f in ONE:
        rows = {str(attempt(f, o)) for i in range(12)}
        print(type(o).__name__, f.__name__, *sorted(rows))
    for other in (1, Plain(True), Derived(True)):
        for f in TWO:
            rows = {str(attempt(f, o, other)).split(" at 0x")[0] for i in range(12)}
            print(type(o).__name__, f.__name__, type(other).__name__, *sorted(rows))
    for f in add, sub, less:
        print("reflected", type(o).__name__, f.__name__, {str(attempt(f, 1, o)) for i in range(12)}, {str(attempt(f, 1.5, o)) for i in range(12)},
              {str(attempt(f, "s", o)) for i in range(12)})


# Methods that come, change and go while a site knows them; classes that change within.
class Changing:
    pass


c = Changing()
for f, name, args in ((add, "__add__", (c, 1)), (less, "__lt__", (c, 2)), (item, "__getitem__", (c, 3)), (if_true, "__bool__", (c,)), (length, "__len__", (c,)),
                      (loop, "__iter__", (c,)), (call, "__call__", (c, 5)), (neg, "__neg__", (c,)), (contains, "__contains__", (c, 6))):
    for new in (None, lambda *a: True, lambda *a: NotImplemented, lambda self, *a: iter((len(a),)), len, None):
        if new is None:
            if name in vars(Changing):
                delattr(Changing, name)
        else:
            setattr(Changing, name, new)
        print(name, sorted({str(attempt(f, *args)).split(" at 0x")[0] for i in range(8)}))


class Swaps:
    def __add__(self, other):
        self.__class__ = Plain
        return NotImplemented
    def __lt__(self, other):
        del Swaps.__lt__
        return "last"


for i in range(6):
    print(attempt(add, Swaps(), Plain(True)), attempt(add, Swaps(), Swaps()), attempt(less, Swaps(), 1))


def rebinds(self, other):
    self = other = None
    return NotImplemented


Changing.__add__ = Changing.__eq__ = rebinds
for i in range(6):
    print(attempt(add, Changing(), 1), attempt(while_equal, c, 1))
Changing.__add__.__code__ = (lambda self, other: ("other code", other)).__code__
print(attempt(add, c, 1))


# From generators, whose frames lie elsewhere.
def generator(a, b):
    for i in range(6):
        yield a + b
        yield a[i], a < b, i in a, not a, len(a), a(i), -a
        if a == b:
            yield [x for x in a]
        for x in a:
            yield x
        a[i] = i
        yield attempt(lambda: a - 1)


print(*generator(Plain(True), 5))


# Who is told of it.
def listened(f, *args):
    events = []

    def tracer(frame, event, arg):
        events.append((frame.f_code.co_name, event, frame.f_lineno - frame.f_code.co_firstlineno))
        return tracer

    def profiler(frame, event, arg):
        events.append((frame.f_code.co_name, event, getattr(arg, "__name__", "")))
    for begin, end in ((sys.settrace, None), (sys.setprofile, None)):
        begin(tracer if begin is sys.settrace else profiler)
        try:
            f(*args)
        except Exception as e:
            events.append(type(e).__name__)
        finally:
            begin(None)
    return events


for o in Plain(True), Raises(True), Declines(False):
    for f in ONE:
        print(f.__name__, listened(f, o))
    for f in TWO:
        print(f.__name__, listened(f, o, 1))


# What dies, and when.
class Dies:
    def __init__(self, name): self.name = name
    def __del__(self): print("del", self.name, sys._getframe(1).f_code.co_name, end="; ")
    def __add__(self, other): return print("add", end="; ")
    def __getitem__(self, other): return print("item", end="; ")
    def __setitem__(self, key, value): print("set", end="; ")
    def __contains__(self, x): return print("in", end="; ")
    def __bool__(self): return bool(print("bool", end="; "))
    def __lt__(self, other): return print("lt", end="; ")
    def __iter__(self): return iter((1,))
    def __call__(self, x):
        del x
        return print("call", end="; ")


def deaths():
    Dies(1) + Dies(2)
    Dies(3)[Dies(4)]
    Dies(5)[Dies(6)] = Dies(7)
    Dies(8) in Dies(9)
    if Dies(10):
        pass
    Dies(11) < Dies(12)
    for x in Dies(13):
        print("loop", end="; ")
    Dies(14)(Dies(15))
    print(Dies(16) or "or")


for i in range(5):
    deaths()


# How deep it goes.
class Deep:
    n = 0
    def __add__(self, other):
        Deep.n += 1
        return self + other
    def __getitem__(self, key):
        Deep.n += 1
        return self[key]
    def __lt__(self, other):
        Deep.n += 1
        return self < other
    def __eq__(self, other):
        Deep.n += 1
        if self == other:
            return True
    def __contains__(self, x):
        Deep.n += 1
        return x in self
    def __bool__(self):
        Deep.n += 1
        return not self
    def __call__(self, x):
        Deep.n += 1
        return self(x)
    def __iter__(self):
        Deep.n += 1
        for x in self:
            pass
        return self
    def __neg__(self):
        Deep.n += 1
        return -self
    def __setitem__(self, key, value):
        Deep.n += 1
        self[key] = value
    @property
    def p(self):
        Deep.n += 1
        return self.p
    @p.setter
    def p(self, value):
        Deep.n += 1
        self.p = value


sys.setrecursionlimit(300)
for f in (*TWO, *ONE):
    for i in range(3):
        Deep.n = 0
        try:
            f(Deep(), 1) if f in TWO else f(Deep())
        except RecursionError as e:
            print(f.__name__, Deep.n, e)
        except (TypeError, AttributeError) as e:
            print(f.__name__, e)
