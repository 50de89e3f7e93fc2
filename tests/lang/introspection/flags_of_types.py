import types

HEAP, BASE, GC, IMMUTABLE, NO_NEW, SEQUENCE, MAPPING, ABSTRACT = 9, 10, 14, 8, 7, 5, 6, 20
names = {9: "heap", 10: "base", 14: "gc", 8: "immutable", 7: "no_new", 5: "sequence", 6: "mapping",
         20: "abstract", 24: "int", 25: "list", 26: "tuple", 27: "bytes", 28: "str", 29: "dict",
         30: "exception", 31: "type"}


class Plain:
    pass


class Sub(dict):
    __slots__ = ()


for cls in (object, int, bool, float, str, bytes, bytearray, list, tuple, dict, set, range, slice, memoryview,
            BaseException, KeyError, types.FunctionType, types.GeneratorType, types.NoneType,
            types.MappingProxyType, types.FrameType, types.ModuleType, Plain, Sub):
    print(cls.__name__, *(text for bit, text in names.items() if cls.__flags__ >> bit & 1))
