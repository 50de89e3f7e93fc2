"""Where two names in a pickle are one string and where two; types that CPython's modules make."""
import copy
import itertools
import operator
import pickle
import random
import re
import sqlite3
import xml.etree.ElementTree as ElementTree

import _json
import _struct
import array
import csv
import decimal

numbers = array.array("i", [1])
next(forward := iter(range(9)))
THINGS = (
    iter(bytearray(b"ab")), forward, reversed(range(5)), iter(range(10**20)), zip([1], [2]), map(str, [1]),
    filter(None, [1]), enumerate("ab", 3), iter({1: 2}), iter(numbers), itertools.count(), itertools.groupby([1], str),
    itertools.takewhile(bool, [1, 0]), ["iter", iter, len, int, "int"], [str.upper, "upper", "upper".upper],
    [operator.itemgetter, operator.itemgetter(1), operator.add], [sqlite3.Error("x"), sqlite3.DatabaseError("y")],
    [type(None), type(...), NotImplemented], int.from_bytes, dict.fromkeys, object.__init__, [len.__name__, len],
    ElementTree.fromstring("<a x='1'>t<b/>u</a>"), sqlite3.PrepareProtocol(), [decimal.Decimal(1), decimal.Context()],
)
for thing in THINGS:
    for protocol in range(6):
        try:
            one, other = (dumps(thing, protocol) for dumps in (pickle.dumps, pickle._dumps))
        except TypeError as error:
            print(protocol, error)
        else:
            print(protocol, one if len(one) < 300 else len(one), one == other)

for thing in re.match("a", "a"), sqlite3.PrepareProtocol(), re.compile("a").scanner("a"), _struct.iter_unpack("b", b"a"):
    for protocol in 0, 2:
        try:
            print(protocol, type(thing).__name__, thing.__reduce_ex__(protocol)[1:])
        except TypeError as error:
            print(protocol, error)
print(type(copy.copy(sqlite3.PrepareProtocol())).__name__)

# A tuple is its own plain copy.
knot = ([],)
knot[0].append(knot)
print(knot.__reduce_ex__(2)[1], knot.__getnewargs__()[0] is knot)

HEAP, IMMUTABLE, BASE, VECTORCALL = 1 << 9, 1 << 8, 1 << 10, 1 << 11
for kind in (
    re.Pattern, re.Match, random.Random, operator.itemgetter, operator.methodcaller, _json.make_scanner,
    _json.make_encoder, array.array, csv.Dialect, decimal.Decimal, decimal.Context, itertools.count, ExceptionGroup, int,
    type(list[int]), type(re.compile("a").scanner("a")),
):
    flags = kind.__flags__
    print(kind.__name__, *(bool(flags & flag) for flag in (HEAP, BASE, VECTORCALL)), "__module__" in vars(kind))
for kind in _json.make_scanner, _json.make_encoder:
    try:
        type("Derived", (kind,), {})
    except TypeError as error:
        print(error)
