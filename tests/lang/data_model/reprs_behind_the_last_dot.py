# Types in C write their name behind its last dot, that of a subclass made by type() too.
import array
import collections


def dotted(base, *args):
    print(type("made.by.Me", (base,), {})(*args))


dotted(array.array, "i", [1])
dotted(array.array, "i")
dotted(array.array, "u", "ab")
dotted(bytearray, b"ab")
dotted(collections.deque, "ab")
dotted(collections.OrderedDict, [(1, 2)])
for base in Exception, OSError, KeyError, SystemExit:
    for args in (), (1,), (1, 2):
        print(repr(type("made.by.Me", (base,), {})(*args)))
print(repr(type("made.by.Me", (ExceptionGroup,), {})("m", [ValueError(1)])))
