"""Numbers that functions of the library count by: too large, negative, of bool and subclasses, no numbers at all."""
import array
import bisect
import collections
import datetime
import fractions
import functools
import io
import itertools
import operator
import re
import sys

BIG, MOST = 2**70, sys.maxsize


class Small(int):
    pass


def told(what, *args, **keywords):
    try:
        result = what(*args, **keywords)
    except BaseException as e:
        result = f"{type(e).__name__}: {e}"
    print(" ", result)


print("bounds")
for bound in (BIG, -BIG, "a", 1.5, None, True):
    told(bisect.bisect, [1, 2, 2, 3], 2, 0, bound)
    told(bisect.insort, [1, 2, 2, 3], 2, lo=bound)
    told(io.BytesIO(b"ab\ncd").read, bound)
    told(io.BytesIO(b"ab\ncd").truncate, bound)
    told(io.StringIO("ab\ncd").readline, bound)
    told(io.StringIO("ab\ncd").truncate, bound)
    told(lambda: functools.lru_cache(bound)(len).cache_parameters())
print("islice")
for bounds in ((-1,), (-2,), (BIG,), (None,), ("a",), (-1, 2), (0, -1), (0, -2), ("a", 1), ("a", -1), ("a", -2), (0, 1, 0), (0, 1, -1), (0, 1, "a"), (0, None, BIG), (None, None, None), (True, 3)):
    told(lambda: list(itertools.islice("abcde", *bounds)))
print("count")
for args in ((True,), (True, True), (False, 2), (BIG, True), (0.5, True), (Small(3), Small(1)), (Small(3), Small(2)), (True, 1.0), (MOST - 1, 1)):
    counter = itertools.count(*args)
    print(" ", counter, *(f"{type(x).__name__} {x}" for x in itertools.islice(counter, 3)))
print("array")


class Through:
    def __iter__(self):
        print("  asked for an iterator")
        return iter((1, 2))


class Backwards(array.array):
    def __iter__(self):
        return iter(list(super().__iter__())[::-1])


for code in "iux":
    for initial in (Through(), 5, [1], "ab", array.array("u", "ab"), array.array("b", b"ab"), Backwards("b", b"ab"), Backwards("i", [1, 2]), b"\1\0\0\0"):
        told(array.array, code, initial)
print("concat")
for a, b in ((range(3), b"x"), (range(3), 1), ([1], (2,)), ("a", 1), (collections.deque(), []), (collections.UserList([1]), [2]), ({}, {}), (1, 2)):
    told(operator.concat, a, b)
    told(operator.iconcat, a, b)
print("timedelta")
for args in ((fractions.Fraction(1, 3), BIG), (BIG, "a"), (0, BIG), (1e30,), (0, 0, BIG), (float("nan"), BIG), (BIG, 0, 0, 0, 0, 0, "weeks")):
    told(datetime.timedelta, *args)
print("OrderedDict of an object with keys")


class Keys:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        print("  asked for", name)
        return lambda: "ab"

    def __getitem__(self, key):
        return key * 2


told(collections.OrderedDict, Keys())
Keys.keys = 3
told(collections.OrderedDict, Keys())
print("powers of a complex zero")
for zero in (0j, -0j, complex(-0.0, 0.0), complex(0.0, -0.0)):
    print(" ", *(zero**n for n in (0, 1, 2, 3, 1.5, 100, 101)))
print("what a match shows of its text")
for text in ("x" * 47, "x" * 48, "x" * 60, "\u20ac" * 60, "it's " * 20, "\n" * 30):
    print(" ", ascii(re.match("(?s).*", text)))
print(" ", re.match(b".*", b"x" * 60))
print("what a codec that failed leaves")
for what in (lambda: b"ab cd".decode("punycode"), lambda: "a".encode("idna", "replace"), lambda: b"\xff".decode("idna"), lambda: b"abcd".decode("utf-32-le", "none"), lambda: "\ud800".encode("iso2022_jp", "none")):
    try:
        what()
    except Exception as e:
        print(" ", type(e).__name__, e, "|", repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
