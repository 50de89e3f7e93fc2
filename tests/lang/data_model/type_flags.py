# The bits of type.__flags__ that say how instances are called, made and kept.
import functools
import types

BITS = {4: "managed dict", 7: "no instances", 8: "immutable", 9: "class statement", 10: "base",
        11: "vectorcall", 14: "collected", 17: "method descriptor", 20: "abstract",
        24: "int", 25: "list", 26: "tuple", 27: "bytes", 28: "str", 29: "dict", 30: "exception",
        31: "type"}


class Plain:
    pass


class Slotted:
    __slots__ = ("a",)


class Failure(Exception):
    pass


class Function(type(functools.partial(len))):
    pass


def function():
    pass


for what in (int, bool, str, dict, type, object, Plain, Slotted, Failure, Function, type(function),
             type(len), type(list.append), type(list.__add__), type([].__add__), type(dict.fromkeys),
             type(Plain().__init__), types.MethodType, types.GetSetDescriptorType,
             types.MemberDescriptorType):
    flags = what.__flags__
    print(what.__name__, [name for bit, name in BITS.items() if flags >> bit & 1])

for native in (type(len), type(list.append), type(list.__add__), type(dict.__dict__["fromkeys"])):
    try:
        native()
    except TypeError as e:
        print(e)
