"""The C pickler beside the Python one of the same library, byte for byte; errors; attributes; damaged pickles."""
import _pickle
import collections
import datetime
import io
import pickle
import re


class Plain:
    def __init__(self):
        self.x, self.y = 1, "t"


class Slots:
    __slots__ = "a", "b"

    def __init__(self):
        self.a = 1


class Odd:
    def __init__(self, reduced):
        self.reduced = reduced

    def __reduce_ex__(self, protocol):
        return self.reduced


Named = collections.namedtuple("Named", "p q")
in_list, in_dict = [1], {}
in_list.append(in_list)
in_dict["self"] = in_dict
in_tuple = ([],)
in_tuple[0].append(in_tuple)
objects = [
    None, True, 0, 255, 256, 65536, -1, 2 ** 31 - 1, -2 ** 31, 2 ** 31, 2 ** 63, -2 ** 63, 2 ** 100, -2 ** 1000, 1.5, float("inf"), -0.0,
    "", "a", "\u00e9\u20ac\U0001f600\n\\\0", "x" * 300, b"", b"a", b"x" * 300, bytearray(b"q"), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4),
    [], [1], list(range(2500)), {}, {1: 2}, {i: str(i) for i in range(2100)}, set(), {1, 2}, frozenset([1]), in_list, in_dict,
    in_tuple, Plain(), Slots(), Named(1, 2), Plain, len, type(None), Ellipsis, NotImplemented, type(...), complex(1, 2), range(5),
    slice(1, 2), datetime.datetime(2020, 1, 2), collections.OrderedDict([(1, 2)]), collections.deque([1, 2]), Exception("x", 1), "\ud800",
    "x" * 70000, [b"y" * 70000, 1], ["z" * 40000] * 2 + ["w" * 40000],
]


def result(f):
    try:
        return f()
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


same = loaded = 0
for o in objects:
    for protocol in range(6):
        in_c, in_python = (result(lambda: dumps(o, protocol)) for dumps in (_pickle.dumps, pickle._dumps))
        same += in_c == in_python
        if isinstance(in_c, str):
            print(protocol, type(o).__name__, in_c)
            continue
        back = [re.sub("0x.*", "", repr(result(lambda: loads(in_c)))) for loads in (_pickle.loads, pickle._loads)]
        f = io.BytesIO(in_c + b"rest")
        _pickle.load(f)
        loaded += back[0] == back[1] and f.tell() == len(in_c)
print(same, loaded, 6 * len(objects), pickle.dumps is _pickle.dumps)


def local():
    def inner():
        pass
    return inner


for o in (local(), lambda: 0, Odd(5), Odd((1,)), Odd((1, ())), Odd((len, [])), Odd((len, (), None, 5)), Odd((len, (), None, None, 5)),
          Odd((len, (), None, None, None, 5)), Odd("nothing_of_that_name"), Odd((len, (), 1, None, None, None, 7)), io, (i for i in ())):
    print(re.sub("0x[0-9a-f]+", "ADDRESS", str(result(lambda: _pickle.dumps(o)))))
for call in (
    lambda: _pickle.dumps(1, 6), lambda: _pickle.dumps(1, 4, buffer_callback=print), lambda: _pickle.dumps(1, "a"),
    lambda: _pickle.Pickler(5), lambda: _pickle.Unpickler(5), lambda: _pickle.loads(5), lambda: _pickle.loads(b""),
    lambda: _pickle.Pickler.__new__(_pickle.Pickler).dump(1), lambda: _pickle.Unpickler.__new__(_pickle.Unpickler).load(),
    lambda: _pickle.Pickler(io.BytesIO()).persistent_id, lambda: _pickle.Pickler(io.BytesIO()).dispatch_table,
    lambda: _pickle.PickleBuffer(5), lambda: _pickle.dumps(_pickle.PickleBuffer(b"a"), 4), lambda: _pickle.loads(b"N.", encoding=5),
):
    print(result(call))
for bad in (b"N", b".", b"0.", b"1.", b"2.", b"a.", b"u.", b"(.", b"t.", b"\x85.", b"]Na", b"}(Nu.", b"}N.", b"Nb.", b"NNb.", b"NR.", b"NNR.",
            b"cnowhere\nx\n.", b"cos\nnothing\n.", b"\x80\x06.", b"\x95\xff\xff\xff\xff\xff\xff\xff\xff.", b"\x8d\xff\xff\xff\xff\xff\xff\xff\xff.",
            b"X\x05\0\0\0abc.", b"T\xff\xff\xff\xff.", b"\x8b\xff\xff\xff\xff.", b"Sabc\n.", b"S'abc\n.", b"S' ' \n.", b"S'a\\x41'\n.", b"Iabc\n.", b"Fabc\n.",
            b"g5\n.", b"h\x05.", b"Np-1\n.", b"r\xff\xff\xff\xff.", b"\x82\x01.", b"\x82\x00.", b"Pabc\n.", b"NQ.",
            b"\x97.", b"N\x98.", b"(i.", b"(NR.", b"(l0.", b"(o.", b"\x81.", b"NN\x81.", b"NNN\x92.", b"NN\x93.", b"\x94.", b"\x90.", b"]\x90.",
            b"\x91.", b"\xff.", b"'.", b"\x00.", b"]]Nb.", b"}K\x01K\x02K\x03u."):
    print(bad, result(lambda: _pickle.loads(bad)))


class Persistent(_pickle.Pickler):
    def persistent_id(self, o):
        return "id" if o is Named else None

    def reducer_override(self, o):
        return (int, ("7",)) if isinstance(o, Slots) else NotImplemented


class Loader(_pickle.Unpickler):
    def persistent_load(self, key):
        return "loaded " + key

    def find_class(self, module, name):
        print("find_class", module, name)
        return super().find_class(module, name)


for protocol in range(6):
    f = io.BytesIO()
    p = Persistent(f, protocol)
    p.dump([Named, Slots(), len])
    f.seek(0)
    print(protocol, Loader(f).load(), sorted(v[0] for v in p.memo.copy().values())[:3])
buffers = []
data = _pickle.dumps([_pickle.PickleBuffer(bytearray(b"abc")), _pickle.PickleBuffer(b"def")], 5, buffer_callback=buffers.append)
print(data, [bytes(b.raw()) for b in buffers], [(type(v), bytes(v)) for v in _pickle.loads(data, buffers=[bytearray(b"abc"), bytearray(b"def")])])
fast = _pickle.Pickler(io.BytesIO())
fast.fast = True
print(str(result(lambda: fast.dump(in_list)))[:60])
deep = []
for _ in range(100_000):
    deep = [deep]
print(str(result(lambda: _pickle.dumps(deep)))[:60])
print(type(_pickle.loads(b"]" * 100_000 + b"a" * 99_999 + b".")))
while deep:
    deep = deep[0]
