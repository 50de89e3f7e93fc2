"""Instances of ctypes' classes: what an assignment takes, what from_param makes of arguments, indices and slices of pointers, pickles, names that are refused."""
import _ctypes
import pickle
from ctypes import *


def attempt(function, *args, **kw):
    try:
        return function(*args, **kw)
    except Exception as error:
        return type(error).__name__, str(error)


def assign(o, name, value):
    try:
        setattr(o, name, value)
    except Exception as error:
        return type(error).__name__, str(error)
    return getattr(o, name)


class Point(Structure):
    _fields_ = [("x", c_int), ("y", c_int)]

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


class Strange:
    @property
    def __class__(self):
        raise KeyError("class")


class Shape(Structure):
    _fields_ = [("at", Point), ("next", POINTER(Point)), ("row", c_int * 3), ("text", c_char_p), ("wide", c_wchar_p),
                ("letters", c_char * 4), ("wletters", c_wchar * 4), ("flag", c_bool), ("bits", c_int, 3), ("f", c_float),
                ("c", c_char), ("w", c_wchar), ("any", c_void_p), ("o", py_object)]


s = Shape()
for name, values in {"at": [Point(1, 2), (3, 4), (1, 2, 3), ("a",), 5, None, c_int(4), Strange()],
                     "next": [pointer(Point(5, 6)), None, 5, (c_int * 2)(), (Point * 2)(), Point(), (1,)],
                     "row": [(1, 2, 3), (1, 2, 3, 4), (c_int * 3)(4, 5, 6), (c_int * 2)(), [1], "abc", ("a",)],
                     "text": [b"abc", None, "text", bytearray(b"x"), 0, 1.5],
                     "wide": ["abc", None, b"text", 1.5, "é\U0001f40d"],
                     "letters": [b"abc", b"abcd", b"abcde", "a", None, 5],
                     "wletters": ["abc", "abcd", "abcde", b"a", None],
                     "flag": [1, 0, [], "x", 2.5, Strange()], "bits": [1, -1, 7, 100, "a", 1.5],
                     "f": [1, 2.5, "x", None, 10**400], "c": [b"a", b"ab", 65, 256, -1, bytearray(b"z"), bytearray(b"zz"), "a", None],
                     "w": ["a", "ab", b"a", 65, "\U0001f40d", ""],
                     "any": [5, None, "x", 2**64 + 7, -1]}.items():
    for value in values:
        got = assign(s, name, value)
        if isinstance(got, Array):
            got = list(got)
        elif name == "next" and not isinstance(got, tuple):
            got = got[0] if got else None
        print(name, ascii(got))
print(attempt(getattr, s, "o"), assign(s, "o", 5))
for name in "at", "next", "row":
    print(attempt(delattr, s, name))

# ---- what an argument becomes
for kind in c_byte, c_ubyte, c_short, c_ushort, c_int, c_uint, c_longlong, c_ulonglong, c_float, c_double, c_char, c_bool, c_long, c_ulong:
    for value in 5, -1, 1.5, b"x", "x", None, kind(b"c" if kind is c_char else 1), 2**70:
        got = attempt(kind.from_param, value)
        print(kind.__name__, repr(got).split(" at 0x")[0].split("' (0x")[0])
for value in b"\x00", b"'", b"\\", b"~", b"\xff":
    print(c_char.from_param(value))
for kind in c_char_p, c_wchar_p, c_void_p:
    for value in (b"x", "x", None, 5, kind(), create_string_buffer(b"x"), create_unicode_buffer("x"), byref(c_char(b"a")), byref(c_wchar("a")),
                  byref(c_int()), pointer(c_char()), pointer(c_int()), c_char_p(b"q"), c_wchar_p("q"), (c_int * 2)(), 1.5, Strange(), [],
                  CFUNCTYPE(None)(print), byref(Point())):
        got = attempt(kind.from_param, value)
        print(kind.__name__, type(value).__name__, repr(got).split("(0x")[0].split(" at 0x")[0].split("_p(")[0])


class Given:
    def __init__(self, value):
        self._as_parameter_ = value


loop = Given(None)
loop._as_parameter_ = loop
for kind in c_int, c_char_p, c_void_p, POINTER(c_int), Point, c_int * 2:
    for value in Given(5), Given(b"x"), Given("x"), *[loop][kind is not c_int:]:
        print(kind.__name__, repr(attempt(kind.from_param, value)).split("(0x")[0].split(" at 0x")[0])

# ---- pointers
numbers = (c_int * 5)(*range(5))
p = cast(numbers, POINTER(c_int))
null = POINTER(c_int)()
for key in (0, 4, slice(0, 3), slice(None, 3), slice(4, 1, -1), slice(4, 0, -2), slice(3, 1), slice(1, None), slice(None, 2, -1),
            slice(0, 3, 0), slice("a"), slice(0, "b"), slice(0, 3, "c"), "a", 1.5, None, slice(0, 5, 3), slice(None)):
    print(key, attempt(lambda: p[key]))
letters, wide = cast(b"hello", POINTER(c_char)), cast(create_unicode_buffer("hello"), POINTER(c_wchar))
print(letters[0:5], letters[4:0:-1], letters[2:2], letters[0:5:2], wide[0:5], wide[4:0:-1], wide[2:2], wide[0:5:2])
print(attempt(lambda: null[0]), attempt(lambda: null.contents), bool(null), bool(p))


def store(key, value):
    p[key] = value


def remove(what, key):
    del what[key]


print(attempt(store, 0, "x"), attempt(store, "a", 1), attempt(store, 1, 77), numbers[1], attempt(remove, p, 0), attempt(remove, numbers, 0))
print(attempt(setattr, p, "contents", 5), attempt(setattr, p, "contents", c_int(9)), p.contents, attempt(delattr, p, "contents"))
print(attempt(POINTER(c_int), 5), attempt(POINTER(c_int), c_int(3)).contents, attempt(POINTER(c_int), c_int(3), 4))
print(attempt(POINTER, 5), POINTER("Named").__name__, attempt(pointer, 5), POINTER(None))
print(attempt(_ctypes._Pointer), attempt(_ctypes.Array), attempt(_ctypes._SimpleCData), attempt(_ctypes.CFuncPtr), attempt(_ctypes.Structure))
print(attempt(byref, 5), attempt(byref, c_int(), "x"), attempt(addressof, 5), attempt(sizeof, 5), attempt(alignment, 5), attempt(resize, 5, 5))
r = c_int(7)
print(attempt(resize, r, 2), attempt(resize, r, 16), sizeof(r), attempt(resize, r, 64), sizeof(r), r.value, attempt(resize, numbers[0:1], 1))
resize(r, 256)
print(sizeof(r), r.value, bytes(r)[4:] == bytes(252))

# ---- pickles
for state in (5, b""), ({}, "x"), ({}, b"\1\0\0\0\0\0\0\0"), ({}, bytearray(4)), ({}, 5), ({}, memoryview(b"abcd")), ({}, "\ud800"), ({}, None):
    i = c_int(1)
    print(attempt(i.__setstate__, *state), i.value)
print( attempt(c_int(1).__setstate__, {}), attempt(_ctypes._unpickle, c_int, 5))
i = c_int(1)
i.__setstate__({"name": 5}, b"\x02\0\0\0\0\0\0\0")
print(i.value, i.name, pickle.loads(pickle.dumps(i)).name, attempt(pickle.dumps, c_char_p(b"x")), attempt(pickle.dumps, pointer(i)))

# ---- sizes and names that are refused
print(attempt(type(c_int * 2), "A", (Array,), {}), attempt(type(c_int * 2), "A", (Array,), {"_length_": -1, "_type_": c_int}))
print(attempt(type(c_int * 2), "A", (Array,), {"_length_": "1", "_type_": c_int}), attempt(type(c_int * 2), "A", (Array,), {"_length_": 1, "_type_": 5}))
print(attempt(type(c_int * 2), "A", (Array,), {"_length_": 2**62, "_type_": c_int}), attempt(lambda: c_int * -1), attempt(lambda: c_int * "a"), attempt(lambda: 2 * c_int).__name__)
simple = type(c_int)
for code in {}, {"_type_": 5}, {"_type_": "xx"}, {"_type_": "!"}, {"_type_": ""}, {"_type_": "v"}:
    got = attempt(simple, "S", (_ctypes._SimpleCData,), dict(code))
    print(code, got if isinstance(got, tuple) else got.__name__)


class Variant(_ctypes._SimpleCData):
    _type_ = "v"


v = Variant()
print(v.value, sizeof(v))
v.value = 1
print(v.value, bytes(v), attempt(setattr, v, "value", Strange()), bool(v), bool(c_int()), bool(c_int(256)), bool(c_double(0)), bool(c_char(b"a")))
for fields in ([("a", 5)], [("a",)], 5, [5], [("a", c_int, 0)], [("a", c_int, 33)], [("a", c_float, 2)], [("a", c_int, "x")], [(5, c_int)],
               [("a", c_int), ("a", c_char)], [("a", "x")], (("a", c_int), ("b", c_int, -1)), [("a", c_int, 1, 2)], [("", c_int)]):
    for base in Structure, Union, BigEndianStructure:
        got = attempt(type(base), "T", (base,), {"_fields_": fields})
        print(base.__name__, got if isinstance(got, tuple) else sizeof(got))
for name, value in ("_pack_", -1), ("_pack_", "x"), ("_pack_", 1), ("_pack_", 2**40), ("_anonymous_", 5), ("_anonymous_", ["z"]), ("_anonymous_", ["a"]), ("_anonymous_", [5]):
    got = attempt(type(Structure), "T", (Structure,), {name: value, "_fields_": [("b", c_char), ("a", c_int)]})
    print(name, value, got if isinstance(got, tuple) else sizeof(got))
print(attempt(setattr, Point, "_fields_", []), attempt(Point, 1, 2, 3), attempt(Point, 1, x=2), attempt(Point, "a"), attempt(Point, z=5))
print(Point.x.size, Point.x.offset, Point.x, Shape.bits, attempt(Point.x.__get__, 5), attempt(Point.x.__set__, 5, 5), Point.x.__get__(None, Point) is Point.x)


class Parent(Structure):
    pass


Parent._fields_ = [("a", c_int)]


class Child(Parent):
    pass


print(attempt(setattr, Child, "_fields_", [("b", c_int)]), sizeof(Child), type(attempt(Child, 1)).__name__)


class Later(Parent):
    _fields_ = [("c", c_int)]


class Same(Later):
    pass


print(sizeof(Later), Later(1, 2).c, sizeof(Same), Same(3, 4).a, attempt(setattr, Later, "_fields_", []))

# ---- memory of others
for cls in c_int, Point, c_int * 2:
    for source in bytearray(2), bytearray(8), b"12345678", memoryview(bytearray(32))[::2], "x", 5:
        print(cls.__name__, repr(attempt(cls.from_buffer, source)).split(" object at")[0].split("<__main__.")[-1],
              repr(attempt(cls.from_buffer_copy, source)).split(" object at")[0].split("<__main__.")[-1])
    print(attempt(cls.from_buffer, bytearray(8), -1), attempt(cls.from_buffer, bytearray(8), 7), attempt(cls.from_buffer_copy, bytes(8), -1), attempt(cls.from_buffer_copy, bytes(8), "x"))
    print(attempt(cls.from_address, "x"), attempt(cls.in_dll, 5, "x"), attempt(cls.in_dll, CDLL(None), 5), attempt(cls.in_dll, CDLL(None), "no such")[0])
print(attempt(_ctypes.Structure.from_buffer, bytearray(4)), attempt(_ctypes.Structure.from_address, 5)[0], attempt(_ctypes.Structure.from_buffer_copy, b"") [0])
