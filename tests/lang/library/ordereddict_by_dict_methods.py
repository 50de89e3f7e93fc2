"""The order of an OrderedDict is its own: the methods of dict change the table alone, and what walks along the order tells
so. Keys that only the table has are no part of it, keys that only the order has are KeyErrors, until the method that asks
finds them."""
import copy
import pickle
from collections import OrderedDict
from itertools import islice


class Sub(OrderedDict):
    pass


def attempt(text, **names):
    try:
        print(" ", text, "->", eval(text, globals(), names))
    except Exception as e:
        print(" ", text, "->", type(e).__name__, e)


def some(iterable):
    """Where a lost key stands for another, a walk can go round for ever."""
    return list(islice(iterable, 9))


LOOKS = ["some(od)", "some(reversed(od))", "some(od.items())", "some(od.values())", "some(reversed(od.items()))", "repr(od)",
         "str(dict(od))", "len(od)", "od.copy()", "copy.copy(od)", "copy.deepcopy(od)", "pickle.loads(pickle.dumps(od))", "od == od",
         "od == dict(od)", "od | {}", "{} | od", "{**od}", "dict.items(od)", "sorted(od.keys() & {'a', 'x'})", "od.__reduce__()[:4]",
         "od.setdefault('x', 9)", "od.pop('x')", "od.pop('c', 'none')", "od.move_to_end('a')", "od.move_to_end('b', last=False)",
         "od.popitem()", "od.popitem(last=False)", "list(od)", "dict.__repr__(od)", "od.clear()", "list(od)", "dict.__repr__(od)"]
CHANGES = ["dict.__setitem__(od, 'x', 1)", "dict.__setitem__(od, 'a', 1)", "dict.__delitem__(od, 'a')", "dict.__delitem__(od, 'c')",
           "dict.pop(od, 'b')", "dict.popitem(od)", "dict.update(od, x=1, y=2)", "dict.setdefault(od, 'x', 5)",
           "(dict.__delitem__(od, 'a'), dict.__setitem__(od, 'a', 1))", "(dict.__delitem__(od, 'c'), dict.__setitem__(od, 'x', 1))",
           "(dict.__setitem__(od, 'x', 1), od.__setitem__('x', 2))", "(dict.__delitem__(od, 'b'), od.__setitem__('b', 2))",
           "(dict.__delitem__(od, 'b'), od.__setitem__('x', 2), od.__delitem__('x'))", "dict.__ior__(od, {'x': 1})",
           "[dict.__setitem__(od, n, n) for n in range(20)]", "(dict.popitem(od), od.__setitem__('x', 1))",
           "(dict.__delitem__(od, 'a'), [od.__setitem__(n, n) for n in range(8)])"]
for cls in OrderedDict, Sub:
    for change in CHANGES:
        print(cls.__name__, change)
        for look in LOOKS:
            od = cls(a=1, b=2, c=3)
            eval(change)
            attempt(look, od=od)

print("looks that change, one after the other")
for change in CHANGES:
    od = OrderedDict(a=1, b=2, c=3)
    eval(change)
    print(change)
    for look in LOOKS:
        attempt(look, od=od)

print("while iterating")
MUTATE = ["od.clear()", "od.popitem()", "od.__setitem__('x', 1)", "od.__setitem__('a', 1)", "od.__delitem__('c')", "od.move_to_end('b')",
          "od.move_to_end('c')", "od.move_to_end('a', False)", "od.update(a=2)", "od.update(z=2)", "od.setdefault('a')", "od.pop('a')", *CHANGES]
for mutate in MUTATE:
    for make in ("iter(od)", "reversed(od)", "iter(od.items())", "iter(od.values())", "reversed(od.values())"):
        od = OrderedDict(a=1, b=2, c=3)
        it = eval(make)
        next(it)
        eval(mutate)
        got = []
        for _ in range(4):
            try:
                got.append(next(it, "end"))
            except Exception as e:
                got.append(f"{type(e).__name__}: {e}")
        print(mutate, make, got)


class Key:
    def __init__(self, name, act=lambda: None):
        self.name, self.act = name, act

    def __hash__(self):
        return 1

    def __eq__(self, other):
        counts[self.name] = counts.get(self.name, 0) + 1
        self.act()
        return isinstance(other, Key) and self.name == other.name

    def __repr__(self):
        return self.name


print("how often keys are compared")
for text in ("od[Key('b')] = 1", "od[Key('x')] = 1", "del od[Key('b')]", "od.pop(Key('b'))", "od.pop(Key('x'), None)", "od.popitem()",
             "od.popitem(False)", "od.move_to_end(Key('b'))", "od.move_to_end(Key('c'), False)", "od.setdefault(Key('b'))",
             "od.setdefault(Key('y'))", "list(od)", "list(od.items())", "od.copy()", "od == od.copy()", "repr(od)", "od | od",
             "od.fromkeys(od)", "od.update(od)", "od.clear()", "copy.copy(od)", "dict(od)", "{**od}", "list(reversed(od.items()))"):
    for cls in OrderedDict, Sub:
        counts = {}
        od = cls((Key(name), name) for name in "abc")
        made = dict(counts)
        counts.clear()
        exec(text)
        print(cls.__name__, text, made, counts)


def fail():
    raise ZeroDivisionError("compared")


print("comparisons that fail, at each of them in turn")
for text in ("od[Key('d')] = 1", "od[Key('a')] = 1", "del od[Key('a')]", "od.pop(Key('a'))", "od.popitem()", "od.move_to_end(Key('a'))",
             "od.setdefault(Key('d'))", "list(od)", "list(od.items())", "repr(od)", "od.copy()", "od == od.copy()"):
    for at in range(1, 8):
        turns = [0]

        def act():
            turns[0] += 1
            if turns[0] == at + len(od) * 0 and armed:
                fail()
        armed, counts = False, {}
        od = OrderedDict()
        for name in "abc":
            od[Key(name, act)] = name
        turns[0], armed = 0, True
        try:
            exec(text)
            result = "done"
        except Exception as e:
            result = f"{e!r} after {e.__context__!r}"
        armed = False
        print(text, at, result, list(dict.keys(od)), len(od))
        attempt("list(od)", od=od)
print(OrderedDict(a=1).__sizeof__(), OrderedDict().__sizeof__(), OrderedDict((n, n) for n in range(100)).__sizeof__())
od = OrderedDict(a=1, b=2)
dict.clear(od)
print(list(od), od)
od["c"] = 3
attempt("list(od)", od=od)
