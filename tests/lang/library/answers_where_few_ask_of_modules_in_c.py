"""What modules in C answer where few ask: states that do not fit, refused arguments, odd streams."""
import array
import bisect
import collections
import copy
import functools
import heapq
import io
import itertools
import os
import pickle
import tempfile
import warnings

warnings.simplefilter("ignore")


def said(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


class Raw(io.RawIOBase):
    """Answers what it is told to, in turn."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def answer(self, *args):
        answer = self.answers.pop(0) if self.answers else b""
        if isinstance(answer, Exception):
            raise answer
        return answer

    def readable(self):
        return True

    writable = seekable = readable


class Reading(Raw):
    def readinto(self, buffer):
        answer = self.answer()
        if isinstance(answer, bytes):
            buffer[:len(answer)] = answer
            return len(answer)
        return answer


class ReadingAll(Raw):
    readall = read = Raw.answer


class Peeking(Raw):
    read = Raw.answer

    def peek(self, n):
        return self.answer()


class Positioned(Raw):
    tell = seek = truncate = write = Raw.answer


class Buffered(io.BufferedIOBase):
    def __init__(self, *answers):
        self.answers = list(answers)

    answer = Raw.answer
    read = read1 = Raw.answer


class Lines(io.IOBase):
    def __init__(self, *answers):
        self.answers = list(answers)

    answer = Raw.answer

    def readline(self, n=-1):
        return self.answer()


class Flushing(io.IOBase):
    def flush(self):
        raise OSError("flushing")


class Sized:
    def __init__(self, *sizes):
        self.sizes = sizes

    def __len__(self):
        return self.sizes[0]

    def __getitem__(self, i):
        return self.sizes[i]


class PairItems(collections.OrderedDict):
    def items(self):
        return [("a", 1)]


class Decoder:
    def __init__(self, *answers):
        self.answers = list(answers)

    decode = Raw.answer

    def getstate(self):
        return self.answers.pop(0) if self.answers else (b"", 0)

    def setstate(self, state):
        print("set to", state)

    def reset(self):
        print("reset")


def closed_file():
    with open(NAME, "rb", 0) as file:
        return file


def opened(mode, *args, **keywords):
    with open(NAME, mode, *args, **keywords) as file:
        return repr(file).replace(NAME, "NAME"), file.mode, getattr(file, "closefd", None), file.name == NAME


def opener(answer):
    return lambda *args: answer


def teed(n):
    return itertools.tee("abc", n)[-1]


def state(iterator, value):
    return iterator.__setstate__(value), list(itertools.islice(iterator, 4))


def reduced(iterator, steps=0):
    for _ in range(steps):
        next(iterator, None)
    parts = iterator.__reduce__()
    return [p if not hasattr(p, "__next__") else list(p) for p in parts[1:]]


folder = tempfile.TemporaryDirectory()
NAME = os.path.join(folder.name, "file")
with open(NAME, "w") as file:
    file.write("one\ntwo\r\nthree\rfour")
EXPRESSIONS = r"""
array.array("i", bytearray(8)), array.array("b", bytearray(b"ab")), array.array("u", "ab"), array.array("d", (1, 2)), array.array("i", array.array("b", [1]))
array.array("i", bytearray(7))
array.array("i", array.array("u", "a"))
array.array("i", "ab")
array.array("x")
array.array("ii")
array.array(5)
array.array("i", a=1)
array.array("i", [1])[5]
array.array("i", [1])["a"]
array.array("i", [1]).__setitem__("a", 1)
array.array("i", [1]).__setitem__(5, 1)
array.array("i", [1]).__setitem__(-5, 1)
array.array("i", [1]).__delitem__(5)
array.array("i", [1]).__setitem__(slice(0, 1), [1])
array.array("i", [1]).__setitem__(slice(0, 1), array.array("b"))
array.array("i", [1]).__setitem__(slice(0, 1, 2), array.array("i"))
array.array("i", [1]).pop(5)
array.array("i").pop()
array.array("i", [1]).insert("a", 1)
array.array("i", [1]).insert(-5, 2)
array.array("i", [1]).extend(array.array("b"))
array.array("i", [1]).extend(5)
array.array("i", [1]).index(5)
array.array("i", [1]).remove(5)
array.array("i", [1]).fromlist((1,))
array.array("i", [1]).frombytes(b"abc")
array.array("i", [1]).fromunicode("a")
array.array("i", [1]).tounicode()
array.array("i", [1]).fromfile(io.BytesIO(b"abc"), 1)
array.array("i", [1]).fromfile(io.StringIO("abc"), 1)
array.array("i", [1]).fromfile(5, 1)
array.array("i", [1]).tofile(5)
array.array("i", [1]) + [1]
array.array("i", [1]) + array.array("b")
array.array("i", [1]).__iadd__([1])
array.array("i", [1]) < 5
array.array("b", [1]) < array.array("d", [2]), array.array("b", [1]) == array.array("d", [1]), array.array("b", [1]) != array.array("b", [1, 2])
array.array("i", [1]).__reduce_ex__(2)[1], array.array("i", [1]).__reduce_ex__(3)[1][1:]
array.array("i", [1]).__reduce_ex__("a")
array._array_reconstructor(5, "i", 0, b"")
array._array_reconstructor(int, "i", 0, b"")
array._array_reconstructor(array.array, "ab", 0, b"")
array._array_reconstructor(array.array, 5, 0, b"")
array._array_reconstructor(array.array, "x", 0, b"")
array._array_reconstructor(array.array, "i", 99, b"")
array._array_reconstructor(array.array, "i", 8, "a")
array._array_reconstructor(array.array, "i", 8, b"abc")
[array._array_reconstructor(array.array, "q", i, bytes([1, 2, 3, 4] * 4)) for i in range(22)]
bisect.insort(Sized(1, 2), 5)
bisect.insort_left([1, 2], 5, key="a")
bisect.insort([1, 3], 2), bisect.insort_left([1, 3], 2, key=lambda x: x), bisect.insort_right([1], 1, 0, 1, key=lambda x: x)
bisect.bisect([1], 2, -1)
bisect.bisect([1], 2, 0, 5)
bisect.bisect_left(5, 1)
bisect.bisect({1: 2, 3: 4}, 1)
bisect.bisect([1], "a")
bisect.bisect(collections.UserList([1, 3]), 2), bisect.bisect_left("abc", "b"), bisect.bisect_left(collections.UserDict({0: 1}), 1)
[heapq.heappush(h := [3.5, 1.5, 2.5], 0.5), heapq.heappop(h), heapq._heappop_max([3.5, 1.5]), heapq._heapreplace_max([3, 1], 2), heapq._heapify_max(h), h]
heapq.heappop([])
heapq.heapreplace([], 1)
heapq._heappop_max([])
heapq._heapreplace_max([], 1)
heapq.heappushpop([], 1), heapq.heappushpop([1], 2), heapq.heappushpop([2], 1), heapq.heappushpop([2, 3, 4], 3)
heapq.heappush((), 1)
heapq.heapify(5)
heapq.heapify([1, "a"])
heapq.heappushpop([1], "a")
heapq.heapreplace(["b", "c"], 1)
heapq._heapify_max([1, "a"])
heapq.nsmallest(2, [3, 1, 2], key=lambda x: -x), heapq.nlargest(1, "abc"), heapq.nsmallest(0, "a"), heapq.nlargest(5, "ab"), list(heapq.merge([1, 4], [2], reverse=False))
collections._count_elements({}, 5)
collections._count_elements(m := {"a": 1}, "aab"), m
collections._count_elements({}, [[]])
collections._count_elements(5, "a")
collections.Counter("a") + collections.Counter("ab"), collections.Counter(a=-1) | collections.Counter(b=1)
collections.defaultdict(5)
collections.defaultdict(int, 5)
collections.defaultdict(None, a=1)["b"]
collections.defaultdict(int, a=1) | {"b": 2}, {"b": 2} | collections.defaultdict(int, a=1), collections.defaultdict(int).__reduce__()[1:3], collections.defaultdict(int).copy()
collections.defaultdict(int) | 5
collections._tuplegetter(5, 6)
collections._tuplegetter("a", 6)
collections._tuplegetter(5, "d").__get__((1, 2), tuple)
collections._tuplegetter(1, "d").__get__((1, 2), tuple), collections._tuplegetter(1, "d").__reduce__()[1]
collections._tuplegetter(1, "d").__get__(5, int)
collections._tuplegetter(1, "d").__set__((1,), 5)
PairItems(b=2) == PairItems(b=2), PairItems(b=2).copy(), copy.copy(PairItems(b=2)), repr(PairItems(b=2)), PairItems(PairItems(b=2))
collections.OrderedDict(b=2).__reduce__()[1:3], collections.OrderedDict.__or__({}, {}), collections.OrderedDict(a=1) | {"b": 2}, {"b": 2} | collections.OrderedDict(a=1)
collections.OrderedDict(a=1) | 5
collections.OrderedDict(a=1).__ior__(5)
collections.OrderedDict(a=1).__ior__([("b", 2)]), list(reversed(collections.OrderedDict(a=1, b=2).items())), list(reversed(collections.OrderedDict(a=1).values()))
iter(collections.OrderedDict(a=1)).__reduce__()[1]
functools.partial()
functools.partial(5)
functools.partial(len).__setstate__(5)
functools.partial(len).__setstate__((len, (), {}))
functools.partial(len).__setstate__((5, (), {}, None))
functools.partial(len).__setstate__((len, [], {}, None))
functools.partial(len).__setstate__((len, (), [], None))
functools.partial(len).__setstate__((len, (), None, {"a": 1}))
functools.partial(len).__reduce__()[2], functools.partial(functools.partial(len, 1), 2).args, functools.partial(functools.partial(dict, a=1), b=2)()
functools.partial(max, **{"key": len})("a", "bb"), functools.partial(len, a=1).keywords
functools.reduce(max, [])
functools.reduce(max, 5)
functools.reduce(max, [], 5), functools.reduce(max, [1]), functools.reduce(lambda a, b: a - b, [1, 2, 3], 10)
functools.cmp_to_key()
functools.cmp_to_key(lambda a, b: a - b)(1) < 5
functools.cmp_to_key(lambda a, b: "x")(1) < functools.cmp_to_key(lambda a, b: 1)(2)
functools.cmp_to_key(lambda a, b: a - b)(1) <= functools.cmp_to_key(max)(2), functools.cmp_to_key(lambda a, b: a - b)(obj=1).obj
functools.lru_cache(maxsize="a")(len)
functools.lru_cache(5)("a")
functools._lru_cache_wrapper(len, 5, False)
functools._lru_cache_wrapper(5, 5, False, tuple)
functools._lru_cache_wrapper(len, "a", False, tuple)
functools._lru_cache_wrapper(len, -5, True, tuple)("a")
functools.lru_cache(2, typed=True)(lambda *a, **k: (a, k))(1, b=2), functools.lru_cache(0)(len)("a"), functools.lru_cache(None)(len)("abc"), copy.copy(functools.lru_cache(2)(len)) is not None
functools.lru_cache(2)(len)([])
functools.lru_cache(None)(lambda **k: k)(a=[])
state(itertools.cycle("abc"), (["x"], 1))
itertools.cycle("abc").__setstate__(5)
itertools.cycle("abc").__setstate__((5, 6))
itertools.cycle("abc").__setstate__(([], "a"))
itertools.chain().__setstate__(5)
itertools.chain().__setstate__((1, 2, 3))
itertools.chain().__setstate__((5,))
itertools.chain().__setstate__((iter("a"), 5))
itertools.repeat(1, "a")
reduced(itertools.repeat(1)), reduced(itertools.repeat(1, 3), 1), itertools.repeat(1, -5).__length_hint__(), repr(itertools.repeat(1, 2)), repr(itertools.repeat(1))
itertools.repeat(1).__length_hint__()
itertools.islice("abc", -1)
itertools.islice("abc", 1, -1)
itertools.islice("abc", 1, 2, 0)
itertools.islice("abc", 1, 2, "a")
itertools.islice("abc")
itertools.islice("abc", 1).__setstate__("a")
itertools.takewhile(len, [""]).__setstate__([])
itertools.count("a")
itertools.count(1, "a")
reduced(itertools.count(5)), reduced(itertools.count(2 ** 63 - 1), 1), reduced(itertools.count(1.5, 2)), repr(itertools.count(1, 2)), repr(itertools.count(2 ** 70)), list(itertools.islice(itertools.count(2 ** 63 - 2, 5), 3))
itertools.product("ab", repeat=-1)
itertools.product("ab", repeat="a")
itertools.product("ab", repeats=1)
itertools.product(5)
itertools.product("abc", repeat=2 ** 62)
state(itertools.product("ab", "cd"), (1, 0)), reduced(itertools.product("ab", "cd"), 2), reduced(itertools.product("ab"), 5), reduced(itertools.product()), list(itertools.product("a", "")), state(itertools.product("ab", "cd"), (9, -5))
itertools.product("ab").__setstate__(5)
itertools.product("ab").__setstate__((1, 2))
itertools.product("ab", "").__setstate__((0, 0)), list(itertools.product("ab", ""))
itertools.combinations("abc", -1)
itertools.combinations("abc", "a")
itertools.combinations("abc", 2).__setstate__(5)
itertools.combinations("abc", 2).__setstate__((1,))
itertools.combinations("abc", 2).__setstate__((1, "a"))
state(itertools.combinations("abcd", 2), (1, 2)), reduced(itertools.combinations("abc", 2), 2), reduced(itertools.combinations("abc", 2), 9), list(itertools.combinations("a", 2)), state(itertools.combinations("abcd", 2), (-5, 99))
itertools.combinations_with_replacement("abc", -1)
itertools.combinations_with_replacement("abc", 2).__setstate__(5)
itertools.combinations_with_replacement("abc", 2).__setstate__((1,))
state(itertools.combinations_with_replacement("abcd", 2), (1, 2)), reduced(itertools.combinations_with_replacement("abc", 2), 2), reduced(itertools.combinations_with_replacement("abc", 2), 9), list(itertools.combinations_with_replacement("", 2)), state(itertools.combinations_with_replacement("abcd", 2), (-5, 99))
itertools.permutations("abc", -1)
itertools.permutations("abc", "a")
itertools.permutations("abc", 2).__setstate__(5)
itertools.permutations("abc", 2).__setstate__((1, 2))
itertools.permutations("abc", 2).__setstate__(((1,), (2,)))
state(itertools.permutations("abc", 2), ((0, 2, 1), (3, 1))), reduced(itertools.permutations("abc", 2), 2), reduced(itertools.permutations("abc", 2), 9), list(itertools.permutations("a", 2)), state(itertools.permutations("abc", 2), ((-5, 99, 1), (99, -5)))
itertools.pairwise(5)
list(itertools.accumulate([1, 2], "a"))
list(itertools.accumulate([1, 2], None, initial=5)), list(itertools.accumulate([], initial=5)), list(itertools.accumulate([1, 2, 3], max))
list(itertools.zip_longest("a", "bcd", fillvalue=5)), list(itertools.zip_longest()), list(itertools.pairwise("a"))
list(itertools.islice("abc", None)), list(itertools.islice("abc", 5, 6)), state(itertools.islice("abcdef", 2, None), 1)
[(k, list(g)) for k, g in itertools.groupby([1, 1, 2])]
list(itertools.compress("abc", [1, 0, 1])), list(itertools.filterfalse(None, [0, 1, ""])), list(itertools.starmap(max, [(1, 2)]))
state(itertools.takewhile(len, ["a", ""]), 1), state(itertools.dropwhile(len, ["a", ""]), 1)
itertools.accumulate([None, 1], lambda a, b: a).__reduce__()[2:]
state(itertools.accumulate([1, 2]), 10)
itertools.zip_longest("a", fill=5)
itertools.zip_longest(5)
state(itertools.zip_longest("a", "bc"), 7)
list(itertools.starmap(max, [5]))
itertools.groupby(5)
(lambda g: (lambda k, i: (next(g), i.__reduce__()[1]))(*next(g)))(itertools.groupby([1, 1, 2]))[1]
(lambda g: next(g)[1].__reduce__()[1][1])(itertools.groupby([1, 1, 2]))
itertools.groupby([1]).__setstate__(5)
itertools.groupby([1]).__setstate__((1,))
itertools._grouper(5, 6)
itertools._tee(5)
itertools._tee()
itertools._tee([1, 2]).__reduce__()[1], list(itertools._tee(teed(2))), next(copy.copy(teed(1)))
teed(2).__setstate__(5)
teed(2).__setstate__((5, 6))
teed(2).__setstate__((itertools._tee_dataobject(iter("ab"), ["x"], None), 99))
teed(2).__setstate__((itertools._tee_dataobject(iter("ab"), ["x"], None), -1))
list(itertools.islice((lambda t: (t.__setstate__((itertools._tee_dataobject(iter("ab"), ["x"], None), 1)), t)[1])(teed(2)), 5))
itertools._tee_dataobject(iter("ab"), 5, None)
itertools._tee_dataobject(iter("ab"), [], 5)
itertools._tee_dataobject(iter("ab"), list(range(57)), 5)
itertools._tee_dataobject(iter("ab"), list(range(99)), None)
itertools._tee_dataobject(iter("ab"), list(range(57)), itertools._tee_dataobject(iter("ab"), [], None)).__reduce__()[1][1][-1]
itertools.tee("a", -1)
itertools.tee("a", "a")
itertools.tee("a", 0), len(itertools.tee("a", 3))
pickle.dump([1], (f := io.BytesIO())), f.getvalue()
pickle.dump(1, 5)
pickle.dump(1, io.BytesIO(), 99)
pickle.dumps(1, -5), pickle.dumps(1, 0), pickle.dumps((1, 2, 3, 4), 1), pickle.dumps(True, 1), pickle.dumps(2 ** 70, 0), pickle.dumps(-1, 1), pickle.dumps(300, 1), pickle.dumps(1.5, 0), pickle.dumps("a\n", 0), pickle.dumps(b"a", 0)
pickle.dumps(1, 5, buffer_callback=5)
pickle.dumps(1, 4, buffer_callback=len)
pickle.dumps(pickle.PickleBuffer(b"ab"), 4)
pickle.dumps(pickle.PickleBuffer(b"ab"), 5), pickle.dumps(pickle.PickleBuffer(bytearray(b"ab")), 5), pickle.dumps(pickle.PickleBuffer(b"ab"), 5, buffer_callback=lambda b: None), pickle.dumps(pickle.PickleBuffer(b"ab"), 5, buffer_callback=lambda b: True)
pickle.dumps(pickle.PickleBuffer(memoryview(b"abcd")[::2]), 5)
pickle.PickleBuffer(5)
pickle.PickleBuffer(memoryview(b"abcd")[::2]).raw()
pickle.PickleBuffer(b"ab").raw().format, (lambda b: (b.release(), said(b.raw), said(memoryview, b), said(pickle.dumps, b, 5), b.release()))(pickle.PickleBuffer(b"ab"))
pickle.loads(b"\x97.")
pickle.loads(b"\x97.", buffers=[])
pickle.loads(b"\x97.", buffers=5)
pickle.loads(b"\x97\x98.", buffers=[bytearray(b"a")]).readonly, pickle.loads(b"\x97\x98.", buffers=[b"a"])
pickle.loads(b"\x98.")
[said(pickle.loads, bytes(data)) for data in (b"", b".", b"a.", b"(e.", b"(s.", b"(u.", b"]K\x01.", b"0.", b"2.", b"1.", b"(1.", b"\x85.", b"\x86.", b"\x87.", b"R.", b"b.", b"i.", b"(ia\n.", b"(ia\nb\n.", b"c.", b"cos\n.", b"cos\nnothing\n.", b"o.", b"(o.")]
[said(pickle.loads, bytes(data)) for data in (b"I\n.", b"Ia\n.", b"I01\n.", b"I00\n.", b"L5L\n.", b"La\n.", b"F1.5\n.", b"Fa\n.", b"S'a'\n.", b"Sa\n.", b"S'a\n.", b"S\n.", b"Va\\u0041\n.", b"V\\u1\n.", b"J\x01.", b"K.", b"M\x01.", b"G\x01.", b"T\xff\xff\xff\xff.", b"U\x05a.", b"X\xff\xff\xff\xffa", b"\x8c\x05a.", b"\x8d\x01.", b"\x8e\x01.", b"B\x05\0\0\0a.", b"C\x05a.", b"\x8a\x05a.", b"\x8b\xff\xff\xff\xff.", b"\x8b\x01\0\0\0a.", b"\x8a\0.", b"\x96\x01.", b"\x96\xff\xff\xff\xff\xff\xff\xff\xff.")]
[said(pickle.loads, bytes(data)) for data in (b"g5\n.", b"ga\n.", b"h\x05.", b"j\x05\0\0\0.", b"p5\n.", b"q\x05.", b"K\x01p-5\n.", b"K\x01pa\n.", b"\x94.", b"K\x01\x94h\0\x86.", b"\x95\x05.", b"\x95\x01\0\0\0\0\0\0\0K\x01.", b"\x80.", b"\x80\x99.", b"\x82\x05.", b"\x83\x05\0.", b"\x84\0\0\0\0.", b"\x82\0.", b"P5\n.", b"Q.", b"K\x01Q.", b"\x93.", b"K\x01K\x02\x93.", b"\x8c\x02os\x8c\x03sep\x93.", b"\x81.", b"K\x01)\x81.", b"cbuiltins\nint\nK\x01\x81.", b"cbuiltins\nint\n)\x81.", b"\x92.", b"cbuiltins\nint\n)}\x92.", b"cbuiltins\nint\n)]\x92.", b"\x90.", b"\x8f(K\x01\x90.", b"\x91.", b"(K\x01\x91.", b"\xff", b"cbuiltins\nint\n(tR.", b"cbuiltins\nint\nK\x01R.", b"K\x01(tR.")]
pickle.Pickler(5)
pickle.Pickler(io.BytesIO()).dump()
pickle.Pickler.__new__(pickle.Pickler).dump(1)
pickle.Unpickler(5)
pickle.Unpickler.__new__(pickle.Unpickler).load()
pickle.Unpickler(io.BytesIO(), encoding=5)
pickle.Pickler(io.BytesIO()).__setattr__("memo", 5)
pickle.Pickler(io.BytesIO()).__setattr__("memo", {1: 2})
pickle.Pickler(io.BytesIO()).__setattr__("memo", {"a": (1, 2)})
pickle.Pickler(io.BytesIO()).__setattr__("memo", {1: (1,)})
pickle.Unpickler(io.BytesIO()).__setattr__("memo", 5)
pickle.Unpickler(io.BytesIO()).__setattr__("memo", {"a": 1})
pickle.Unpickler(io.BytesIO()).__setattr__("memo", {-1: 1})
(lambda u: (setattr(u, "memo", {3: 1}), u.memo.copy(), u.memo.__reduce__()[1], u.memo.clear(), u.memo.copy()))(pickle.Unpickler(io.BytesIO()))
(lambda u: (setattr(u, "persistent_load", len), u.load(), u.persistent_load("abc")))(pickle.Unpickler(io.BytesIO(b"Pabc\n.")))
pickle.Unpickler(io.BytesIO()).persistent_load
pickle.Unpickler(io.BytesIO()).find_class("os", 5)
pickle.Unpickler(io.BytesIO()).find_class(5, "sep")
pickle.Unpickler(io.BytesIO()).find_class("collections", "OrderedDict.fromkeys").__name__
open(NAME, "rw")
open(NAME, "")
open(NAME, "rbt")
open(NAME, "r+w")
open(NAME, "rx")
open(NAME, "q")
open(NAME, "rr")
open(NAME, 5)
open(NAME, "rb", encoding="utf-8")
open(NAME, "rb", errors="strict")
open(NAME, "rb", newline="")
open(NAME, "r", 0)
open(NAME, "rb", "a")
open(NAME, "r", newline="x")
open(NAME, "r", newline=5)
open(NAME, "r", encoding=5)
open(NAME, "r", encoding="nothing")
open(NAME, "r", errors="nothing").read()
open(NAME, "U")
open(NAME, closefd=False)
open(NAME, opener=opener("a"))
open(NAME, opener=opener(-1))
open(NAME, opener=opener(-5))
open(NAME, opener=5)
open(-5)
open(2 ** 40)
open(NAME + "\0x")
open(folder.name)
open(5.5)
[opened(m, b) for m in ("rb", "r+b", "ab", "a+b") for b in (0, 1, 5)]
opened("r"), opened("a", 1), opened("r", newline="\r"), opened("r+")
[open(NAME, newline=n).readlines() for n in (None, "", "\n", "\r", "\r\n")]
(lambda f: (repr(f), f.mode, f.closefd, said(f.fileno), said(f.read), said(f.seek, 0), said(f.truncate), said(f.isatty), said(f.readinto, b""), f.close()))(closed_file())
io.FileIO(NAME, 5)
io.FileIO(NAME, "r", True, None, 5)
io.FileIO(NAME, "rwa")
io.FileIO(NAME, "r++")
io.FileIO(NAME, "b")
io.FileIO(5.5)
io.FileIO.__new__(io.FileIO).read()
repr(io.FileIO.__new__(io.FileIO))
(lambda f: (said(f.write, b"a"), said(f.truncate, 5), said(f.truncate, "a"), said(f.seek, 0, 9), said(f.seek, "a"), said(f.read, "a"), said(f.readinto, 5), f.readable(), f.writable(), f.seekable(), f.tell(), f.close()))(io.FileIO(NAME))
(lambda f: (said(f.read), said(f.readall), said(f.readinto, bytearray(1)), f.mode, f.close()))(io.FileIO(NAME, "a"))
io.IOBase().truncate()
io.IOBase().seek(0)
io.IOBase().tell()
io.IOBase().fileno()
io.IOBase().readline()
io.IOBase().write
io.IOBase()._checkWritable()
io.IOBase()._checkReadable()
io.IOBase()._checkSeekable()
Raw()._checkWritable(), Raw()._checkReadable(), Raw()._checkSeekable(), Raw()._checkClosed()
io.IOBase().isatty(), io.IOBase().readable(), io.IOBase().closed
io.RawIOBase().read()
io.RawIOBase().readall()
io.RawIOBase().write(b"")
io.BufferedIOBase().read()
io.BufferedIOBase().read1()
io.BufferedIOBase().write(b"")
io.BufferedIOBase().detach()
io.BufferedIOBase().readinto(bytearray(1))
io.TextIOBase().read()
io.TextIOBase().readline()
io.TextIOBase().write("")
io.TextIOBase().detach()
io.TextIOBase().encoding, io.TextIOBase().newlines, io.TextIOBase().errors
[said(Buffered(answer).readinto, bytearray(2)) for answer in (b"ab", b"abc", "ab", None, 5, KeyError(1))]
[said(Buffered(answer).readinto1, bytearray(2)) for answer in (b"ab", b"abc", "ab", None, 5, KeyError(1))]
[said(Reading(b"ab", answer).readall) for answer in (b"ab", None, KeyError(1))]
[said(ReadingAll(*answers).readall) for answers in ((b"ab", b"c"), ("a",), (None,), (b"a", None), (5,))]
[said(Peeking(*answers).readline) for answers in ((b"ab\nc", b"ab\n"), (b"ab", b"ab", b"", b""), ("a",), (5,), (b"ab\n", "x"), (b"", b"a", b"\n", b"\n"), (KeyError(1),), (b"ab", KeyError(2)))]
[said(Peeking(*answers).readline, 2) for answers in ((b"abc\n", b"ab"), (b"a", b"a", b"b", b"b"))]
Peeking().readline("a")
[said(Lines(*answers).readlines, 3) for answers in ((b"ab", b"cd", b"ef"), ("a", "b", ""), (5,), (KeyError(1),), (b"a", 5))]
list(Lines(b"a", "b", b""))
list(Lines(5))
Lines(b"a").readlines("a")
io.IOBase().writelines(5)
Flushing().close()
[said(io.BufferedReader, raw).__class__.__name__ for raw in (5, io.IOBase(), Raw(), None)]
io.BufferedReader(Raw(), 0)
io.BufferedReader(Raw(), -5)
io.BufferedReader(Raw(), "a")
[said(io.BufferedReader(Reading(*answers), 4).read, -5) for answers in ((b"ab",),)]
[said(io.BufferedReader(ReadingAll(*answers), 4).read) for answers in ((b"ab", b"c"), ("a",), (None,), (5,), (b"",))]
[said(io.BufferedReader(Reading(*answers), 4).readline, n) for answers in ((b"a\nb", b"cd", b""), (b"abcd", b"e\nf"), (None,), (KeyError(1),)) for n in (-1, 1, 3, 9)]
[said(io.BufferedReader(Reading(*answers), 4).peek) for answers in ((b"ab",), (None,), (KeyError(1),), (b"",))]
[said(io.BufferedReader(Reading(*answers), 4).readinto, bytearray(6)) for answers in ((b"ab", b"cd", b""), (None,), (b"abcd", b"ef"), (KeyError(1),))]
[said(io.BufferedReader(Reading(*answers), 4).read1, n) for answers in ((b"ab",), (None,), (KeyError(1),)) for n in (1, -1, 9, "a")]
[said(io.BufferedReader(Positioned(*answers)).tell) for answers in ((5,), (-1,), ("a",), (None,), (2 ** 70,), (KeyError(1),))]
[said(io.BufferedReader(Positioned(0, *answers)).seek, 5, w) for answers in ((5,), (-1,), ("a",), (None,), (KeyError(1),)) for w in (0, 1, 2, 9)]
[said(io.BufferedWriter(Positioned(0, *answers), 2).write, b"abcdef") for answers in ((2, 2, 2), (0,), (-1,), ("a",), (None,), (99,), (KeyError(1),), (1, None))]
[said(io.BufferedRandom(Positioned(0, *answers)).truncate, 5) for answers in ((0, 5), (KeyError(1),), ("a", "b"))]
io.BufferedWriter(Raw()).write("a")
io.BufferedWriter(Raw()).write(5)
io.BufferedRWPair(5, 6)
io.BufferedRWPair(Raw(), Raw(), 0)
io.BufferedRWPair.__new__(io.BufferedRWPair).closed
io.BufferedRWPair.__new__(io.BufferedRWPair).read()
(lambda p: (p.readable(), p.writable(), p.isatty(), p.closed, p.read(2), p.peek()[:1], p.read1(1), p.readinto(bytearray(2)), p.write(b""), p.flush(), said(p.seek, 0), said(p.detach), said(p.close), p.closed))(io.BufferedRWPair(Reading(b"abcd", b"ef"), Positioned(0)))
io.BufferedReader.__new__(io.BufferedReader).read()
repr(io.BufferedReader.__new__(io.BufferedReader)).split(" ")[0]
(lambda b: (b.close(), said(b.read), said(b.peek), said(b.readline), said(b.seek, 0), said(b.tell), said(b.flush), said(b.detach), b.closed, said(next, b), said(b.__enter__), b.raw.closed))(io.BufferedReader(Reading(b"a")))
(lambda b: (b.detach().__class__.__name__, said(b.read), said(b.close), said(lambda: b.closed), said(repr, b), said(b.detach), said(lambda: b.raw), said(b.fileno)))(io.BufferedReader(Reading(b"a")))
io.IncrementalNewlineDecoder()
io.IncrementalNewlineDecoder.__new__(io.IncrementalNewlineDecoder).decode(b"a")
(lambda d: (d.decode("a\r"), d.decode("\nb\rc\n"), d.newlines, d.getstate(), d.setstate((b"", 1)), d.decode("\n", final=True), d.reset(), d.newlines, d.decode("\r", True), d.newlines))(io.IncrementalNewlineDecoder(None, True))
(lambda d: (d.decode("a\r\nb\r"), d.newlines, d.decode("c", final=True), d.getstate()))(io.IncrementalNewlineDecoder(None, False))
io.IncrementalNewlineDecoder(None, True).decode(b"a")
io.IncrementalNewlineDecoder(None, True).setstate(5)
io.IncrementalNewlineDecoder(None, True).setstate((b"", "a"))
(lambda d: (said(d.decode, b"a"), said(d.decode, b"a"), said(d.getstate), said(d.setstate, (b"", 3)), d.reset()))(io.IncrementalNewlineDecoder(Decoder("x\r", 5, (b"q", 2)), True))
[said(io.IncrementalNewlineDecoder(Decoder(s), True).getstate) for s in (5, (1, 2), (b"", "a"), (b"",), (b"a", 1))]
io.StringIO(5)
io.StringIO("a", 5)
io.StringIO("a", "x")
(lambda s: (s.write("b"), s.getvalue(), s.newlines, s.line_buffering, s.encoding, s.errors, said(s.write, b"a"), said(s.write, 5), said(s.seek, -1), said(s.seek, 1, 1), s.seek(0, 1), s.seek(0, 2), said(s.seek, 1, 2), said(s.seek, 0, 9), said(s.seek, "a"), said(s.truncate, -1), said(s.truncate, "a"), s.truncate(1), s.getvalue(), s.seek(5), s.write("c"), s.getvalue(), said(s.read, "a"), s.read(), s.readline(), said(s.fileno), said(s.detach)))(io.StringIO("abc\r\nd\re", None))
(lambda s: (s.read(2), s.read(-1), s.readline(0), s.tell(), s.close(), said(s.read), said(s.write, "a"), said(s.getvalue), said(s.seek, 0), said(s.truncate), said(next, s), said(s.tell), said(lambda: s.newlines), said(lambda: s.line_buffering), said(s.readable), said(s.__getstate__)))(io.StringIO("abc", ""))
io.StringIO.__new__(io.StringIO).read()
[said(io.StringIO().__setstate__, s) for s in (5, (1,), (1, 2, 3, 4), ("a", "\n", -1, None), ("a", "\n", 0, 5), ("a", "\n", 1, {"b": 1}), ("a", "x", 1, None), ("a", 5, 1, None), ("a", "\n", "x", None))]
[io.StringIO("a\r\nb\rc\nd", n).readlines() for n in (None, "", "\n", "\r", "\r\n")]
(lambda b: (said(b.seek, -1), b.seek(-1, 1), b.seek(1, 1), b.seek(-1, 2), b.seek(-99, 2), said(b.seek, 0, 9), said(b.seek, "a"), said(b.truncate, -1), said(b.truncate, "a"), b.seek(9), b.read(), b.read1(), b.readline(), b.write(b"z"), b.getvalue(), b.truncate(2), b.readinto(bytearray(3)), said(b.readinto, 5), said(b.write, "a"), b.isatty(), said(b.fileno), b.readlines(1)))(io.BytesIO(b"abc"))
[said(io.TextIOWrapper, buffer).__class__.__name__ for buffer in (5, io.BytesIO(), None, io.StringIO())]
[said(io.TextIOWrapper, io.BytesIO(), *args, **keywords).__class__.__name__ for args, keywords in (((5,), {}), (("utf-8", 5), {}), (("utf-8", "strict", 5), {}), (("utf-8", "strict", "x"), {}), (("base64",), {}), (("utf-8\0",), {})))]
io.TextIOWrapper.__new__(io.TextIOWrapper).read()
(lambda t: (t.read(1), said(t.tell), t.read(1), said(t.write, 5), t.write("x"), said(t.seek, 1, 1), said(t.seek, 1, 2), said(t.seek, 0, 9), said(t.seek, -1), said(t.seek, "a"), t.seek(0, 2), t.tell(), t.seek(0), t.readline(0), t.readline(1), said(t.readline, "a"), said(t.read, "a"), t.newlines, t.encoding, t.errors, t.line_buffering, t.write_through, said(t.truncate, 3), t.seek(0), t.read(), said(t.reconfigure, encoding=5), said(t.reconfigure, newline="x"), said(t.reconfigure, errors=5), said(t.reconfigure, line_buffering="a"), t.reconfigure(line_buffering=True), t.line_buffering, t.write("a\n"), t.detach().getvalue(), said(t.read), said(t.detach), said(lambda: t.buffer), said(repr, t)))(io.TextIOWrapper(io.BytesIO(b"a\xc3\xa9\r\nb"), "utf-8"))
(lambda t: ([t.__next__(), said(t.tell)], t.read(), t.tell(), said(setattr, t, "_CHUNK_SIZE", 0), said(setattr, t, "_CHUNK_SIZE", "a"), said(delattr, t, "_CHUNK_SIZE"), setattr(t, "_CHUNK_SIZE", 1), t._CHUNK_SIZE, t.close(), said(t.read), said(t.tell), said(t.seek, 0), said(t.write, "a"), said(next, t), said(t.flush), said(lambda: t.newlines)))(io.TextIOWrapper(io.BytesIO(b"a\nb\n"), "ascii"))
io.TextIOWrapper(io.BytesIO(b"\xff"), "ascii").read()
io.TextIOWrapper(io.BytesIO(b"\xff"), "ascii", "replace").read(), io.TextIOWrapper(io.BytesIO(b"\xff\xfea\0"), "utf-16").read(), io.TextIOWrapper(io.BytesIO(b""), "utf-8-sig").write("a")
io.TextIOWrapper(io.BytesIO(), "ascii").write("\xff")
[said(io.text_encoding, *a) for a in ((None,), ("a",), (5,), ("a", "b"), (), (None, 5))]
[said(io.open_code, a) for a in (5, NAME + "x\0")]
io.open_code(NAME).read(3)
"""
for line in EXPRESSIONS.strip().splitlines():
    print(line, "->", str(said(eval, line)).replace(folder.name, "FOLDER"))
folder.cleanup()
