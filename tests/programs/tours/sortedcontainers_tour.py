"""Data structures: sorted ones, persistent ones, interval trees, boltons, more-itertools, toolz, funcy, cachetools, bidirectional maps."""
import random

import cachetools
import funcy
import more_itertools as mi
import toolz
from boltons import cacheutils, dictutils, funcutils, iterutils, listutils, queueutils, setutils, statsutils, strutils, tableutils, timeutils, urlutils
from intervaltree import Interval, IntervalTree
from pyrsistent import CheckedPVector, PClass, PRecord, b as pbag, field, freeze, inc, l as plist, m as pmap, pset, pvector, s, thaw, v
from sortedcontainers import SortedDict, SortedKeyList, SortedList, SortedSet

rng = random.Random(3)
numbers = [rng.randrange(1000) for _ in range(3000)]
sorted_list = SortedList(numbers)
for n in numbers[::3]:
    sorted_list.remove(n)
print(len(sorted_list), sorted_list[:10], sorted_list.bisect(500), sorted_list.count(77), list(sorted_list.irange(10, 20)), sorted_list.pop(5), list(sorted_list.islice(3, 9)), 77 in sorted_list, sorted_list[-1], sorted_list.index(sorted_list[50]))
keyed = SortedKeyList(["pear", "fig", "apple", "kiwi"], key=len)
keyed.update(["a", "banana"])
d = SortedDict({3: "c", 1: "a"})
d.update({2: "b"})
print(keyed, keyed.bisect_key_left(4), d, d.peekitem(0), list(d.irange(2)), d.keys()[1], d.popitem(), SortedDict(lambda k: -k, a=1) if False else SortedSet([3, 1, 2]) | {9}, SortedSet("hello")[1:3], SortedSet([1, 2]) < SortedSet([1, 2, 3]))
for act in (lambda: sorted_list.remove(-1), lambda: sorted_list.append(3), lambda: sorted_list.__setitem__(0, 1), lambda: d.peekitem(10), lambda: SortedList([1, "a"]), lambda: d["zz"]):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
vector, mapping = v(1, 2, 3), pmap(a=1, b=pmap(c=2))
print(vector.append(4), vector.set(0, 9), vector, mapping.set("z", 5).remove("a") == pmap(b=pmap(c=2), z=5), mapping.transform(["b", "c"], inc), pset([1, 2]).add(3) == s(1, 2, 3), plist(1, 2).cons(0), pbag(1, 1).count(1), freeze({"a": [1, {2}]})["a"], thaw(freeze([1, {"a": (1,)}])), pvector(range(2000))[1500], sum(pvector(range(2000)).evolver().append(3).persistent()))


class Rec(PRecord):
    x = field(type=int, invariant=lambda n: (n >= 0, "negative"), mandatory=True)
    y = field(initial="d")


class Cls(PClass):
    a = field(type=(int, str), factory=lambda n: n)


class Ints(CheckedPVector):
    __type__ = int


print(Rec(x=1), Cls(a=1).set(a="b"), Ints([1, 2]))
for act in (lambda: Rec(x=-1), lambda: Rec(), lambda: Rec(x="a"), lambda: Ints(["a"]), lambda: Cls(b=1)):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
tree = IntervalTree([Interval(1, 5, "a"), Interval(3, 8, "b"), Interval(10, 12)])
print(sorted(tree[4]), sorted(tree.overlap(4, 11)), tree.merge_overlaps(data_reducer=lambda a, b: f"{a}{b}"), sorted(tree), tree.chop(2, 4), sorted(tree), tree.begin(), tree.span(), tree.split_overlaps())
print(list(mi.chunked(range(7), 3)), list(mi.windowed(range(5), 3, step=2)), mi.first([], "d"), list(mi.divide(3, range(7))[0]), list(mi.split_at("abcdc", lambda c: c == "c")), mi.bucket(range(6), key=lambda n: n % 2)[1].__next__(), list(mi.interleave_longest([1, 2], "abc")), mi.one([5]), list(mi.collapse([1, [2, [3, "ab"]]])), list(mi.stagger("abc")), mi.ilen(iter("abc")), list(mi.distinct_permutations("aab")), list(mi.set_partitions("abc", 2)), mi.consume([]), mi.seekable(range(3)).peek(), list(mi.run_length.encode("aab")), list(mi.sort_together([(2, 1), "ba"])), mi.map_reduce(range(5), lambda n: n % 2, reducefunc=sum), list(mi.unique_everseen("abca")), mi.peekable("ab").peek(), mi.difference([1, 3, 6]).__next__(), mi.locate([0, 1, 1]).__next__(), list(mi.powerset([1, 2])), mi.spy("abc")[0], mi.make_decorator, mi.nth_or_last([1, 2], 5), list(mi.strip([0, 1, 0], lambda n: not n)), mi.exactly_n([1, 0], 1), list(mi.roundrobin("ab", "c")), mi.partition(bool, [0, 1])[1].__next__(), list(mi.adjacent(bool, [0, 1, 0])), list(mi.groupby_transform("aab", None, str.upper))[0][0], list(mi.filter_except(int, ["1", "x"], ValueError)))
for act in (lambda: mi.one([]), lambda: mi.one([1, 2]), lambda: mi.only([1, 2]), lambda: mi.first([]), lambda: list(mi.strictly_n([1], 2))):
    try:
        act()
    except Exception as error:
        print(type(error).__name__, error)
print(toolz.pipe(range(5), toolz.curried.map(lambda n: n + 1), list, sum), toolz.groupby(len, ["a", "bb", "c"]), toolz.merge_with(sum, {"a": 1}, {"a": 2}), toolz.get_in(["a", 0], {"a": [5]}), toolz.curry(pow)(2)(5), toolz.compose(str, abs)(-3), list(toolz.sliding_window(2, range(3))), toolz.assoc_in({}, ["a", "b"], 1), toolz.memoize(lambda n: n)(3), list(toolz.partition_all(2, range(3))), toolz.valmap(str, {1: 2}), toolz.countby(bool, [0, 1]), list(toolz.join(len, ["ab"], abs, [2])), toolz.thread_last(3, (pow, 2)), toolz.excepts(KeyError, {}.__getitem__, lambda e: "none")(1), toolz.juxt(min, max)([1, 2]), toolz.reduceby(lambda n: n % 2, lambda a, c: a + c, range(5), 0))
print(funcy.walk_values(str, {1: 2}), funcy.lchunks(2, range(5)), funcy.re_find(r"(\d)", "a1"), funcy.retry(3, errors=ValueError)(lambda: 1)(), funcy.project({"a": 1, "b": 2}, "a"), funcy.lsplit_by(bool, [1, 0, 1]), funcy.merge({1: 1}, {2: 2}), funcy.ldistinct([1, 1]), funcy.autocurry(lambda a, b: a + b)(1)(2), funcy.lflatten([1, [2]]), funcy.str_join("-", [1, 2]), funcy.silent(int)("x"), funcy.suppress, funcy.zipdict("ab", [1, 2]), funcy.lpluck("a", [{"a": 1}]), funcy.flip({1: 2}), funcy.update_in({"a": 1}, ["a"], lambda n: n + 1), funcy.tree_leaves([1, [2]]).__next__(), funcy.cut_prefix("abc", "a"))
print(list(iterutils.chunked_iter("abcd", 3)), iterutils.remap({"a": [1, None]}, lambda p, k, v: v is not None), dictutils.OMD([("a", 1), ("a", 2)]).getlist("a"), listutils.BarrelList(range(5))[2], setutils.IndexedSet("hello")[2], strutils.slugify("A b!"), strutils.bytes2human(123456, 1), strutils.cardinalize("box", 2), strutils.ordinalize(3), statsutils.Stats(range(9)).describe(), tableutils.Table([[1, 2]], headers=["a", "b"]).to_text(), urlutils.URL("http://a/b?c=d").query_params, timeutils.parse_timedelta("1h 2m"), cacheutils.LRU(2), funcutils.wraps, iterutils.research({"a": {"b": 3}}, lambda p, k, v: v == 3), strutils.multi_replace("abc", {"a": "x"}), iterutils.backoff(1, 8), dictutils.OneToOne({1: 2}).inv, queueutils.PriorityQueue, strutils.parse_int_list("1-3,5"))
cache = cachetools.LRUCache(2)
cache.update(a=1, b=2)
cache["a"], cache.update(c=3)
ttl = cachetools.TTLCache(2, 10, timer=lambda: clock[0])
clock = [0]
ttl["x"] = 1
clock[0] = 11
print(cache, dict(cache), "x" in ttl, cachetools.LFUCache(1, getsizeof=lambda v: v).maxsize, cachetools.cached({}, key=lambda n: n % 2)(lambda n: n)(5), cachetools.keys.hashkey(1, a=2))
try:
    cachetools.LRUCache(1, getsizeof=len)["a"] = "too long"
except ValueError as error:
    print(error)
