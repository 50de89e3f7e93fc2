"""Objects nested deeper than any C stack here: python3.11 dies of most. Each case ends in an
ordinary result or exception; the caller looks at the last line and the exit status.

    minipy deep_nesting.py [DEPTH [SIZE_OF_THREAD_STACK]]
"""
import _thread
import collections
import functools
import itertools
import marshal
import operator
import sys
import types

DEPTH = int(sys.argv[1])
FINE = RecursionError, MemoryError, ValueError, AttributeError, TypeError, StopIteration, SyntaxError, OverflowError


def nested(x, wrap, depth=DEPTH):
    for _ in range(depth):
        x = wrap(x)
    return x


def iterators():
    for wrap in (lambda x: map(int, x), lambda x: map(max, x, itertools.repeat(1)), lambda x: filter(None, x), zip, enumerate,
                 itertools.chain, lambda x: itertools.chain.from_iterable([x]), lambda x: itertools.islice(x, 9),
                 lambda x: itertools.takewhile(bool, x), lambda x: itertools.dropwhile(operator.not_, x),
                 itertools.accumulate, lambda x: itertools.starmap(max, zip(x, itertools.repeat(1))),
                 lambda x: itertools.filterfalse(operator.not_, x), itertools.cycle, itertools.zip_longest,
                 lambda x: itertools.compress(x, itertools.repeat(1)), itertools.groupby,
                 lambda x: itertools.tee(itertools.chain(x))[0], lambda x: iter(x.__next__, 99),
                 lambda x: (i for i in x)):
        yield lambda: next(nested(iter([1, 2, 3]), wrap))
        yield lambda: list(itertools.islice(nested(iter([1, 2, 3]), wrap), 2))


WRAPS = [lambda x: (x,), lambda x: [x], lambda x: {1: x}, lambda x: frozenset([x]), lambda x: collections.deque([x]),
         lambda x: collections.OrderedDict(a=x), lambda x: functools.partial(print, x), slice,
         lambda x: types.SimpleNamespace(a=x), lambda x: ValueError(x), lambda x: types.MethodType(print, x),
         types.CellType, lambda x: {1: x}.values(), lambda x: list[x], lambda x: (lambda: x), lambda x: iter([x]),
         lambda x: types.MappingProxyType({1: x}), lambda x: compile("1", "", "eval").replace(co_consts=(x,))]


def containers():
    for wrap in WRAPS:
        for use in (repr, hash, str, "{!r}".format, marshal.dumps, lambda x: x == nested(1, wrap)):
            if use is not marshal.dumps or not isinstance(wrap(1), frozenset):  # it writes their items twice
                yield lambda: use(nested(1, wrap))


def callables():
    for x, wrap in ((print, lambda x: types.MethodType(x, 1)), (print, staticmethod), (len, functools.lru_cache),
                    (print, lambda x: functools.partial(operator.call, x))):
        yield lambda: repr(nested(x, wrap))
        yield lambda: nested(x, wrap)()
    for wrap in (classmethod, lambda x: classmethod(property(x)), property):
        yield lambda: type("A", (), {"f": nested(len, wrap)})().f


def proxies():
    for use in (len, iter, list, operator.itemgetter(1), lambda x: 1 in x, lambda x: x | {}, lambda x: {} | x, hash,
                lambda x: x == 1, lambda x: x.get(1), lambda x: x.keys(), lambda x: x.copy(), reversed, repr, str):
        yield lambda: use(nested({1: 2}, types.MappingProxyType))


def generators():
    def first():
        while 1:
            yield 1

    def delegate(x):
        yield from x

    limit = sys.getrecursionlimit()
    for use in (lambda x: x.close(), lambda x: x.throw(ValueError), lambda x: None, next):
        def go():
            sys.setrecursionlimit(10**9)
            try:
                x = nested(first(), delegate)
                next(x)
                use(x)
            finally:
                sys.setrecursionlimit(limit)
        yield go


class Short(type):
    """Its classes have an MRO of two: whole ones are too much memory for a deep tree."""
    def mro(cls):
        return [cls, object]


def class_trees():
    for meta, depth in (type, DEPTH // 4), (Short, DEPTH):
        root = meta("Root", (), {})
        classes = [root]
        for _ in range(depth):
            classes.append(meta("C", (classes[-1],), {}))
        leaf = classes[-1]

        def set_slots():
            leaf.a
            for name in "__len__", "__getattr__", "__get__", "__eq__":
                setattr(root, name, lambda *args: 1)
                leaf()
                delattr(root, name)

        def set_bases():
            classes[1].__bases__ = (meta("Other", (), {}),)
            leaf()

        yield set_slots
        yield set_bases
        yield lambda: setattr(meta, "added", 1) or delattr(meta, "added")
        yield lambda: dir(leaf)
        yield lambda: issubclass(leaf, root)


def wrappers():
    for wrap in property, classmethod, staticmethod:
        wrapper = wrap(len)
        wrapper.__init__(wrapper)
        yield lambda: wrapper.__isabstractmethod__
        yield lambda: nested(len, wrap).__isabstractmethod__


def sources():
    for text in ("(" * DEPTH, "-" * DEPTH + "1", "not " * DEPTH + "1", "1 if 1 else " * DEPTH + "1", "lambda:" * DEPTH,
                 "if 1: pass\n" + "elif 1: pass\n" * DEPTH, "a" + "()" * DEPTH, "a" + ".a" * DEPTH, "1" + "+a" * DEPTH,
                 *(s * 190 + "1" + t * 190 for s, t in ("()", "[]", ("{1:", "}"), ("(a:=", ")"), ("1+(", ")"),
                                                        ("[", " for a in b]"), ("(", " "), ("f(", ")")))):
        yield lambda: compile(text, "", "exec")


def run():
    count = 0
    for group in iterators, containers, callables, proxies, generators, class_trees, wrappers, sources:
        for case in group():
            try:
                case()
            except FINE:
                pass
            count += 1
    print(count, "cases")


if len(sys.argv) > 2:
    _thread.stack_size(int(sys.argv[2]))
    done = _thread.allocate_lock()
    done.acquire()
    _thread.start_new_thread(lambda: (run(), done.release()), ())
    done.acquire()
else:
    run()
