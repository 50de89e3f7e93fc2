"""Methods of built-in types and objects of the machine by their seldom used ways: by name, by slot, on odd arguments."""
import array
import re
import sys
import types


def attempt(what, *args, **kwargs):
    try:
        print(getattr(what, "__name__", what), "->", what(*args, **kwargs))
    except Exception as e:
        print(getattr(what, "__name__", what), type(e).__name__, e)


for text in b"abcabc", bytearray(b"abcabc"):
    attempt(text.rindex, b"b")
    attempt(text.rindex, b"x")
    attempt(text.rindex, 97, 1, 3)
    attempt(text.__getitem__, 10)
b = bytearray(b"xyz")
bytearray.__setitem__(b, 1, 65)
attempt(b.__setitem__, 5, 1)
attempt(b.__delitem__, -1)
print(b, list(reversed(b)))

for value in range(10), range(0, 10, 3), range(5, 0, -2), range(10**20, 10**20 + 5), range(0):
    attempt(value.index, 3.0)
    attempt(value.index, 10**20 + 2)
    attempt(value.index, "x")
    attempt(value.count, 3.0)
    attempt(value.__getitem__, 2)
    attempt(value.__getitem__, -1)
attempt((1, [2]).__getnewargs__)
attempt(type("T", (tuple,), {})((1,)).__getnewargs__)


class F(frozenset):
    pass


one = frozenset({1})
print(one.copy() is one, type(F({1}).copy()), one.__reduce__(), F({2}).__reduce__())
s = {1, 2, 3}
attempt(s.intersection_update, [2, 3, 4], (3,))
attempt(s.intersection_update, 5)
attempt(s.intersection_update)
print(s, {1}.__reduce__())
attempt(s.__iand__, [3])
s &= {3, 4}
attempt(s.symmetric_difference_update, [3, 9])
print(s)

proxy = types.MappingProxyType({"a": 1})
print(proxy | {"b": 2}, {"c": 3} | proxy, proxy.copy(), list(reversed(proxy)))
try:
    proxy |= {"b": 2}
except TypeError as e:
    print(e)

v = memoryview(array.array("i", [1, 2, 3]))
print(v == memoryview(array.array("h", [1, 2, 3])), v == memoryview(array.array("d", [1, 2, 3])), v == memoryview(array.array("d", [1, 2, 4])))
grid = memoryview(bytes(range(6))).cast("B", (2, 3))
print(grid == memoryview(bytes(range(6))).cast("B", (2, 3)), grid == memoryview(bytes(range(6))).cast("B", (3, 2)),
      grid == memoryview(b"\0\1\2\3\4\6").cast("B", (2, 3)), grid.tolist(), grid[1, 2])
attempt(memoryview(b"\0\x3c").cast, "e")


def plain(self, *args):
    return self, args


method = types.MethodType(plain, 5)
print(method.__call__(1), types.MethodType.__call__(method, 2), method.__get__(7)(3), method.__get__(None, int) is method)
print(plain.__call__(1, 2), types.FunctionType.__call__(plain, 3))
for args in (), (plain,), (5, 5), (plain, None), (plain, 1, 2):
    attempt(types.MethodType, *args)
print(classmethod(plain).__repr__().partition(" at ")[0], staticmethod(plain).__repr__().partition(" at ")[0])
print(repr(types.MethodType(len, "ab")).partition(" at ")[0])
descriptor = dict.__dict__["fromkeys"]
attempt(descriptor, dict, "ab")
attempt(descriptor, 5)
attempt(descriptor)
attempt(descriptor.__get__, None, int)
attempt(descriptor.__get__(None, dict), "c")
wrapper = [].__len__
print(hash(wrapper) == hash([].__len__), {wrapper: 1}[wrapper], wrapper == [1].__len__)
print((5).__add__ == (5).__add__, hash((5).__add__) == hash((5).__add__))

print(None.__bool__(), type(None).__bool__(None), bool(NotImplemented) if False else "", ...)
print(tuple.__itemsize__, bytes.__itemsize__, object.__itemsize__)
print(list[int].__unpacked__, (*tuple[int, str],)[0].__unpacked__ if sys.version_info >= (3, 11) else "")
attempt(iter("abc").__setstate__, 2)
it = iter([1, 2, 3])
it.__setstate__(-5)
print(list(it))


class Seq:
    def __getitem__(self, i):
        return [10, 20, 30][i]

    def __length_hint__(self):
        return "x"


it = iter(Seq())
for state in 1, -4, 100, "x":
    attempt(it.__setstate__, state)
    print(next(it, "end"))
for hint in "x", -1, NotImplemented, 3, ValueError("hint"):
    def length_hint(self):
        if isinstance(hint, Exception):
            raise hint
        return hint
    cls = type("Hinted", (), {"__iter__": lambda self: iter([1, 2]), "__length_hint__": length_hint})
    attempt(list, cls())


class Items(list):
    def __getitem__(self, i):
        return ("item", i)

    def __setitem__(self, i, v):
        print("set", i, v)

    def __bool__(self):
        return False

    def __del__(self):
        pass


items = Items([1])
items[0] = 5
print(items[3], list.__getitem__(items, 0), Items.__bool__(items), object.__getattribute__(items, "__bool__")(), Items.__del__(items))
print(bool.__bool__(True) if hasattr(bool, "__bool__") else "", int.__bool__(0), list.__len__([1]), tuple.__getitem__((1, 2), 1), list.__setitem__([1], 0, 2))

import _sre

print(_sre.CODESIZE, _sre.getcodesize())
scanner = re.compile("(a)(b)?").scanner("abaab")
print(scanner.match(), scanner.match(), scanner.search(), scanner.search(), scanner.match(), scanner.pattern.pattern)
for text in "\u0430\u0431\u0430\u0431\n\u0430", "\U0001f40d\U0001f40dx\n\U0001f40d":
    first = text[0]
    for pattern in f"^{first}", rf"({first}.)\1", rf"(?i)({first}.)\1", rf"{first}\b", rf"\B.", rf"(?m)^{first}$", rf".\Z", r"\A.", rf"(?a)\b.", rf"(?m)$", rf"(.)?(?(1){first}|x)":
        print(ascii(pattern), [ascii(m.group()) + str(m.span()) for m in re.finditer(pattern, text)])
for pattern in rb"\w+", rb"(?i)STRA", rb"(?i)[a-c]+", rb"(?i)(s)\1", rb"(?i)[^x]+", rb"\b\w", rb"\W", rb"(?i)z*?s":
    print(pattern, [m.group() for m in re.finditer(pattern, b"Strasse aBC, ss!", re.LOCALE)])
