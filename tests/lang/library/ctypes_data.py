"""C data: structures, unions, bit fields, arrays, pointers, what they keep, buffers, pickles."""
import ctypes
import gc
import pickle
import weakref
from ctypes import *

# ---- layout -------------------------------------------------------------------------


class Plain(Structure):
    _fields_ = [("c", c_char), ("d", c_double), ("s", c_short), ("t", c_char * 3), ("p", c_void_p)]


class Packed(Structure):
    _pack_ = 2
    _fields_ = Plain._fields_


class Bits(Structure):
    _fields_ = [("a", c_int, 3), ("b", c_int, 29), ("c", c_short, 4), ("d", c_int, 9), ("e", c_ubyte, 7),
                ("f", c_longlong, 40)]


class Big(BigEndianStructure):
    _fields_ = [("a", c_uint, 3), ("b", c_uint, 13), ("c", c_ushort), ("d", c_double), ("e", c_int * 2)]


class Either(Union):
    _fields_ = [("i", c_int), ("d", c_double), ("b", c_ubyte * 8)]


class Outer(Structure):
    _anonymous_ = ["u", "in_"]

    class Inner(Structure):
        _fields_ = [("x", c_byte), ("y", c_int)]
    _fields_ = [("n", c_int), ("u", Either), ("in_", Inner)]


class Derived(Plain):
    _fields_ = [("more", c_int)]


for cls in (Plain, Packed, Bits, Big, Either, Outer, Derived):
    print(cls.__name__, sizeof(cls), alignment(cls))
    for name, *_ in cls._fields_:
        print("   ", name, getattr(cls, name))
print(Outer.x, Outer.y, Outer.i, Outer.d)

b = Bits(1, -5, 3, 200, 99, 1 << 38)
print([getattr(b, f[0]) for f in Bits._fields_], bytes(b).hex())
b.a = 9
b.f = -1
print([getattr(b, f[0]) for f in Bits._fields_], bytes(b).hex())
big = Big(5, 1000, 0x1234, 1.5, (c_int.__ctype_be__ * 2)(1, 2))
print(bytes(big).hex(), big.a, big.b, big.c, big.d, big.e[:])
e = Either(d=1.5)
print(e.i, e.b[:])
o = Outer(7, y=-3, d=2.0)
print(o.n, o.x, o.y, o.in_.y, o.d, o.u.d, o.b[7])
d = Derived(b"x", 2.5, 3, b"ab", None, 11)
print(d.c, d.d, d.s, d.t, d.p, d.more)

# ---- arrays and pointers --------------------------------------------------------------

a = (c_int * 5)(1, 2, 3)
a[1:4:2] = [20, 40]
print(a[:], a[::-2], len(a), list(a), 40 in a, (c_int * 5) is type(a))
t = create_string_buffer(b"hello", 8)
print(t.value, t.raw, t[1:3], t[::-1], sizeof(t))
t.value = b"abc"
t[0] = b"X"
t.raw = b"12"
print(t.raw)
w = create_unicode_buffer("h\u00e9\U0001f600", 6)
print(ascii(w.value), ascii(w[:]), sizeof(w))
p = pointer(a)
print(p.contents[:], bool(p), bool(POINTER(c_int)()), POINTER(c_int) is POINTER(c_int))
q = cast(a, POINTER(c_int))
print(q[0], q[4], q[1:4], q[4:0:-1])
q[0] = 77
print(a[0], (q.contents, q.contents.value)[1])
q.contents = c_int(5)
print(q[0], a[0])
print(cast(pointer(c_int(3)), c_void_p).value > 0, string_at(b"abc"), string_at(b"abcdef", 3), wstring_at("w\u00e4", 1))
m = (c_int * 2 * 3)()
m[1][1] = 5
print([list(r) for r in m], memoryview(m).format, memoryview(m).shape, memoryview(m).itemsize, bytes(m)[12:16])

# ---- what is kept ---------------------------------------------------------------------


class Texts(Structure):
    _fields_ = [("a", c_char_p), ("b", c_char_p * 2), ("i", POINTER(c_int))]


x = Texts(b"one")
x.b[1] = b"two"
x.i = pointer(c_int(4))
print(x._objects, x.b._objects, x.b._b_base_ is x, x.i.contents)
x.b = (c_char_p * 2)(b"three", b"four")
print(sorted(x._objects), x.b[:], x._b_needsfree_, x.b._b_needsfree_)
del x
s = Plain()
r = weakref.ref(s)
del s
print(r())


class Node(Structure):
    pass


Node._fields_ = [("next", POINTER(Node)), ("v", c_int)]
one, two = Node(v=1), Node(v=2)
one.next, two.next = pointer(two), pointer(one)
print(one.next.contents.next.contents.v)
r = weakref.ref(one)
del one, two
gc.collect()
print(r())

# ---- buffers, other people's memory ------------------------------------------------------

v = memoryview(Plain(b"q", 1.25))
print(v.format, v.nbytes, v.itemsize, v.readonly, v.ndim)
for cls in (Bits, Big, Packed, Either, Outer, c_int, c_char_p, POINTER(c_int * 2), CFUNCTYPE(None), c_wchar * 3):
    print(memoryview(cls()).format, end=" ")
print()
raw = bytearray(range(16))
i = c_int.from_buffer(raw, 4)
i.value = -1
print(raw[3:9], c_ushort.from_buffer_copy(raw, 1), Plain.from_address(addressof(raw and i)).c)
try:
    raw.append(1)
except BufferError as error:
    print("BufferError", error)
del i
gc.collect()
raw.append(1)

# ---- pickles, copies, classes ---------------------------------------------------------------

print(pickle.loads(pickle.dumps(c_int(9))), pickle.loads(pickle.dumps(Either(3))).i)
for bad in (c_char_p(b"x"), pointer(c_int()), Plain()):
    try:
        pickle.dumps(bad)
    except ValueError as error:
        print(error)


class Mine(c_int):
    def double(self):
        return self.value * 2


class Holder(Structure):
    _fields_ = [("m", Mine), ("n", c_int)]


h = Holder(4, 5)
print(type(h.m).__name__, h.m.double(), h.n, (Mine * 2)()[0].value, repr(h.m)[:6])
z = (c_char * 4)()
resize(z, 100)
print(sizeof(z), sizeof(type(z)), z.raw)
print([c_byte(300).value, c_ubyte(-1).value, c_short(70000).value, c_uint(-1).value, c_longlong(1 << 70).value,
       c_float(0.1).value, c_bool(5).value, c_char(65).value, c_wchar("x").value, c_longdouble(1.5).value])
print(py_object([1]).value, c_void_p().value, c_void_p(5), c_int.__ctype_be__(1).value, bytes(c_int.__ctype_be__(1)))
print(sorted(k for k in dir(ctypes._SimpleCData) if k not in dir(object)), sorted(k for k in dir(type(c_int)) if k not in dir(type)))
import _ctypes
print(sorted(n for n in dir(_ctypes) if not n.startswith("__")))
