"""Patterns of allocation, for tests/run_gc.py: each function is run by itself, n is 3,000.

What they keep they keep in a local variable; what is printed is how many collections of each
generation ran, what these found, and where the counters stand at the end.
"""
import gc
import json
import weakref
from collections import deque


class Plain:
    pass


class Slots:
    __slots__ = ("a", "b")


class Many:
    def __init__(self, a, b):
        self.a, self.b = a, b


def nothing(n):
    pass


def lists_kept(n):
    keep = [[] for i in range(n)]


def lists_filled(n):
    keep = [[i, i] for i in range(n)]


def lists_dropped(n):
    for i in range(n):
        x = [i]


def lists_in_threes(n):
    for i in range(n):
        x, y, z = [i], [i], [i]


def lists_called(n):
    keep = [list() for i in range(n)]


def lists_from_ranges(n):
    keep = [list(range(3)) for i in range(n)]


def lists_and_dropped(n):
    keep = []
    for i in range(n):
        keep.append([i])
        if len(keep) > 50:
            keep.clear()


def lists_in_waves(n):
    for i in range(n // 200):
        keep = [[k] for k in range(200)]


def tuples_kept(n):
    keep = [(i, i) for i in range(n)]


def tuples_of_lists(n):
    keep = [([], i) for i in range(n)]


def tuples_dropped(n):
    for i in range(n):
        x = (i, i + 1)


def tuples_in_waves(n):
    for i in range(n // 500):
        keep = [(k, i) for k in range(500)]


def tuples_of_growing_length(n):
    keep = [tuple(range(i % 30)) for i in range(n)]


def tuples_long(n):
    keep = [(i,) * 25 for i in range(n)]


def tuples_long_in_waves(n):
    for i in range(n // 500):
        keep = [(k,) * 25 for k in range(500)]


def dicts_kept(n):
    keep = [{i: i} for i in range(n)]


def dicts_empty(n):
    keep = [{} for i in range(n)]


def dicts_called(n):
    keep = [dict() for i in range(n)]


def dicts_with_keywords(n):
    keep = [dict(a=i) for i in range(n)]


def dicts_of_lists(n):
    keep = [{i: []} for i in range(n)]


def dicts_dropped(n):
    for i in range(n):
        x = {i: i}


def dicts_in_waves(n):
    for i in range(n // 200):
        keep = [{k: k} for k in range(200)]


def dicts_copied(n):
    one = {1: 2, 3: 4}
    keep = [one.copy() for i in range(n)]


def dict_comprehensions(n):
    keep = [{k: i for k in "abc"} for i in range(n)]


def sets_kept(n):
    keep = [{i} for i in range(n)]


def sets_dropped(n):
    for i in range(n):
        x = {i}


def frozensets_kept(n):
    keep = [frozenset((i,)) for i in range(n)]


def instances_kept(n):
    keep = [Plain() for i in range(n)]


def instances_with_attributes(n):
    keep = [Many(i, i) for i in range(n)]


def instances_with_dicts(n):
    keep = [Plain() for i in range(n)]
    for x in keep:
        x.__dict__["a"] = 1


def instances_with_slots(n):
    keep = [Slots() for i in range(n)]


def instances_dropped(n):
    for i in range(n):
        x = Many(i, i)


def cycles_of_lists(n):
    for i in range(n):
        x = []
        x.append(x)


def cycles_of_tuples(n):
    for i in range(n):
        l = []
        t = (l, i)
        l.append(t)


def cycles_of_dicts(n):
    for i in range(n):
        x = {}
        x[1] = x


def cycles_of_instances(n):
    for i in range(n):
        x = Plain()
        x.me = x


def cycles_of_two(n):
    for i in range(n):
        x, y = Plain(), Plain()
        x.other, y.other = y, x


def cycles_with_finalizers(n):
    class Dying:
        def __del__(self):
            pass
    for i in range(n):
        x = Dying()
        x.me = x


def cycles_some_kept(n):
    keep = []
    for i in range(n):
        x = []
        x.append(x)
        if i % 10 == 0:
            keep.append(x)


def linked_list(n):
    head = None
    for i in range(n):
        head = [i, head]


def linked_list_dropped(n):
    for i in range(3):
        head = None
        for i in range(n):
            head = (i, head)


def tree(n):
    def make(depth):
        return (make(depth - 1), make(depth - 1)) if depth else None
    for i in range(4):
        keep = make(9)


def functions_kept(n):
    keep = [lambda: i for i in range(n)]


def closures_kept(n):
    def make(i):
        return lambda: i
    keep = [make(i) for i in range(n)]


def functions_called(n):
    def f(a, b=2, *c, **d):
        return a
    for i in range(n):
        f(i, 3, 4, e=5)


def keyword_arguments_kept(n):
    def f(*c, **d):
        return c, d
    keep = [f(i, a=i) for i in range(n)]


def methods_kept(n):
    x = []
    keep = [x.append for i in range(n)]


def bound_methods_kept(n):
    x = Many(1, 2)
    keep = [x.__init__ for i in range(n)]


def generators_kept(n):
    def g():
        yield
    keep = [g() for i in range(n)]


def generators_run(n):
    def g():
        yield 1
        yield 2
    for i in range(n):
        for x in g():
            pass


def generator_expressions(n):
    keep = [sum(k for k in (1, 2)) for i in range(n)]


def iterators_kept(n):
    x = [1]
    keep = [iter(x) for i in range(n)]


def iterators_of_all_kinds(n):
    things = [1], (1,), {1: 1}, {1}, "a", b"a", range(1)
    keep = [iter(things[i % 7]) for i in range(n)]


def views_kept(n):
    x = {1: 2}
    keep = [(x.keys(), x.values(), x.items()) for i in range(n)]


def zips_kept(n):
    keep = [zip((1,), (2,)) for i in range(n)]


def maps_run(n):
    for i in range(n):
        list(map(str, (1, 2)))


def zip_of_many(n):
    keep = list(zip(range(n), range(n)))


def enumerate_of_many(n):
    keep = list(enumerate(range(n)))


def items_of_many(n):
    keep = list(dict.fromkeys(range(n)).items())


def slices_kept(n):
    keep = [slice(i) for i in range(n)]


def slices_used(n):
    x = list(range(10))
    for i in range(n):
        x[1:3]


def exceptions_kept(n):
    keep = [ValueError(i) for i in range(n)]


def exceptions_caught(n):
    for i in range(n):
        try:
            raise ValueError(i)
        except ValueError:
            pass


def exceptions_with_tracebacks(n):
    keep = []
    for i in range(n):
        try:
            raise ValueError(i)
        except ValueError as e:
            keep.append(e)


def strings_and_numbers(n):
    keep = [(str(i), i * 1.5, i << 80) for i in range(n)]


def sorted_lists(n):
    keep = [sorted((3, 1, 2)) for i in range(n)]


def split_strings(n):
    keep = ["a b c".split() for i in range(n)]


def unpacking(n):
    for i in range(n):
        a, *b = (1, 2, 3)


def formatted(n):
    keep = ["%d %d" % (i, i) for i in range(n)]


def weak_references(n):
    things = [Plain() for i in range(n // 10)]
    keep = [weakref.ref(t) for t in things]


def deques_kept(n):
    keep = [deque() for i in range(n)]


def disabled_and_enabled(n):
    gc.disable()
    keep = [[] for i in range(n)]
    gc.enable()
    more = [[] for i in range(10)]


def threshold_low(n):
    gc.set_threshold(10)
    keep = [[] for i in range(n)]
    gc.set_threshold(700)


def threshold_zero(n):
    gc.set_threshold(0)
    keep = [[] for i in range(n)]
    gc.set_threshold(700)


def collected_by_hand(n):
    for i in range(30):
        x = []
        x.append(x)
        gc.collect(i % 3)


def recursion(n):
    def f(k):
        return [f(k - 1)] if k else []
    for i in range(n // 100):
        f(100)


def json_of_many(n):
    keep = json.loads(json.dumps([{"a": [i]} for i in range(n)]))


def long_lived_then_garbage(n):
    old = [[] for i in range(20 * n)]
    for i in range(n):
        x = []
        x.append(x)


def nested_lists(n):
    keep = [[[[]]] for i in range(n)]


def lists_copied(n):
    one = [1, 2]
    keep = [one[:] for i in range(n)]


def classes_made(n):
    for i in range(60):
        class C:
            pass
