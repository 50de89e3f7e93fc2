# What classes of the library say of themselves in __flags__: those made in C, by whom they are collected, and where a
# class keeps the __dict__ of its instances. ExceptionGroup is open to programs, as no other exception of builtins is.
import array, asyncio, bz2, collections, contextvars, csv, ctypes, enum, functools, hashlib, io, lzma, mmap, pickle
import re, select, struct, threading, types, weakref, xml.etree.ElementTree as ET, zlib


class A(tuple):
    pass
class B(A):
    pass
class C(int):
    pass
class D(str):
    pass
class E(bytes):
    pass
class F:
    pass
class G(D):
    pass
class S(tuple):
    __slots__ = ()


VALID = 1 << 19  # whether attributes are remembered
compress, crc = type(zlib.compressobj()), type(hashlib.new("md5"))
for cls in (A, B, C, D, E, F, G, S, enum.IntEnum, enum.StrEnum, re.RegexFlag, array.array, bz2.BZ2Compressor, lzma.LZMACompressor,
            compress, type(zlib.decompressobj()), crc, mmap.mmap, type(threading.Lock()), type(threading.RLock()),
            ET.Element, ET.XMLParser, ET.TreeBuilder, type(struct.iter_unpack("b", b"")), types.UnionType, ctypes.Structure,
            ctypes.Array, type(collections.OrderedDict().keys()), type(collections.OrderedDict().items()),
            weakref.ProxyType, weakref.CallableProxyType, type(csv.reader([])), type(csv.writer(io.StringIO())),
            io.IncrementalNewlineDecoder, type(iter(list[int])), type(pickle.Pickler(io.BytesIO()).memo)):
    print(cls.__name__, hex(cls.__flags__ & ~VALID))


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


show(lambda: setattr(ExceptionGroup, "note", 1))
print(ExceptionGroup("a", [ValueError()]).note)
del ExceptionGroup.note
show(lambda: setattr(BaseExceptionGroup, "note", 1))
ExceptionGroup.__name__ = "Z"
print(ExceptionGroup)
ExceptionGroup.__name__ = "ExceptionGroup"
show(lambda: hash(contextvars.ContextVar("x").set(1)))
show(lambda: hash(pickle.Pickler(io.BytesIO()).memo))
show(lambda: hash(pickle.Unpickler(io.BytesIO()).memo))
# A task has what a future has for itself.
print(asyncio.Task.result, asyncio.Task.done.__objclass__, asyncio.Task.__dict__["_state"], asyncio.Task.__await__)
print(sorted(set(asyncio.Future.__dict__) - set(asyncio.Task.__dict__)))
for cls in (type(csv.reader([])), csv.get_dialect("excel").__class__, asyncio.Future, type(reversed({}))):
    print(cls.__name__, "__getattribute__" in cls.__dict__, "__new__" in cls.__dict__)
