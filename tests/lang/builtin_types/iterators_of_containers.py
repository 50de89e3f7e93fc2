for x in ([1, 2], (1, 2), "ab", b"ab", {1: 2}, {1}, range(2), {1: 2}.items(), zip(), enumerate([]), map(str, []), filter(None, []), reversed([1])):
    print(type(iter(x)).__name__, end=" ")
print()
it = iter([1, 2, 3])
print(next(it), list(it), next(it, "default"), list(it))
print(list(iter(lambda c=[0]: c.__setitem__(0, c[0] + 1) or c[0], 4)))
import copy
it = iter([1, 2, 3])
next(it)
print(list(copy.copy(it)), it.__length_hint__(), it.__reduce__()[1:])

# What is walked by its index, without an iterator, shows what an iterator would.
class S(str): pass
l=[1,2,3]
l += reversed(l); print(l)
it=reversed([1,2,3]); next(it); print(list(it), list(it), it.__length_hint__())
l=[1,2,3]; it=reversed(l); del l[1:]; print(list(it))
r=iter(range(10)); next(r); print(list(r), next(r,'end'))
print(list(range(2**62-2, 2**62+2)), sum(range(2**62-2, 2**62+3)), set(range(-2**62-1,-2**62+2))=={-2**62-1,-2**62,-2**62+1})
print(max(range(2**62-3,2**62)), min(range(-2**62, -2**62+5)), sum(range(10,0,-3)), list(range(5,0)), sum(range(5,0)))
d={i:str(i) for i in range(5)}; del d[0]; d[9]='n'
print(list(d),list(d.keys()),list(d.values()), [*d], [*d.values()], list(d.items()))
s={1,2,3}
class K:
  def __init__(s,v): s.v=v
  def __add__(a,b): grown.add(len(grown)+100); return a
  __radd__=__add__
grown={1,2,3}
try: print(sum(grown,K(0)))
except RuntimeError as e: print(e)
b=bytearray(b'abcdef')
def key(x):
  b.clear() if x==98 else None
  return x
print(max(b,key=key), b)
print(list('a\xe4\u20ac\U0001f600'), set('a\u20ac')=={'a','\u20ac'}, tuple('\xe4\xf6'), sum(b'abc'), any(b'\0\0'), all('ab'), list(S('xy')))
l=[0]; l.extend(range(3)); l.extend(dict(a=1)); l+='x\u20acy'; print(l)
m=map(len,['a','bb']); print(list(m), list(map(pow,[2,3],[3,2])))
for f in (lambda: list(map(len,[1])), lambda: list(map(print.__class__,[1])), lambda: len(), lambda: len(1,2), lambda: len(x=1), lambda: ord(*range(65535)), lambda: [].append(*range(65535)), lambda: print(*range(3),sep=''), lambda:'a'.join(*[1]*65535), lambda: max(*[1]*65535), lambda: "".format(*[1]*65536)):
  try: print(f())
  except TypeError as e: print(e)

# Runs of ints and floats, and what stands between them.
inf = float("inf")
for l in ([1, 2, 3.5, 4, 5.5, 6.5, True, 7], [2**61, 2**61, 2**61, 2**61, 1, -2**62, -2**62], [1e308, 1e308, -1e308, 2.5], [0.1] * 10, [-0.0, -0.0],
          [1, 2**70, 3, -2**70], [inf, -inf, 1.0], [], [5e-324, 1.5, 1e-300], [1j, 2, 3.5]):
    print(sum(l), sum(tuple(l)), sum(l, 0.5), sum(l, -0.0), sum(iter(l)), sum(l, 2**62 - 1))
for l in ([1.5, 2.5, -1.0], [float("nan"), 1.0], [1.0, float("nan")], [-0.0, 0.0], [0.0, -0.0], [1, 1.0], [2.0, 2]):
    print(max(l), min(l), max(l, key=abs), min(l, key=lambda x: -x))
it = reversed((1, 2, 3))
print(next(it), list(it), list(it), tuple(reversed((1, 2))), [*reversed(())], it.__length_hint__())
it = reversed((1, 2, 3)); it.__setstate__(1); print(list(it))
class T(tuple):
    def __getitem__(self, i): return "own", i
print(list(reversed(T((1, 2)))), list(reversed("ab")), list(reversed(b"ab")))

# Those of code, contexts and arrays are of types of their own.
import array
import contextvars
import operator
import pickle


def code():
    return (lambda: 0).__code__


def context():
    made = contextvars.Context()
    made.run(variable.set, 1)
    return made


variable = contextvars.ContextVar("variable")
for make in (code().co_lines, code().co_positions, context().__iter__, context().keys, context().values, context().items,
             array.array("i", [1, 2, 3]).__iter__):
    it = make()
    print(type(it), iter(it) is it, operator.length_hint(it, -5), len(it) if hasattr(it, "__len__") else None)
    print(next(it, None) is not None, len(list(it)), len(list(it)), len(it) if hasattr(it, "__len__") else None)
    try:
        print(list(pickle.loads(pickle.dumps(make()))))
    except TypeError as error:
        print(error)
    try:
        print(type(type(it).__name__, (type(it),), {}))
    except TypeError as error:
        print(error)
    try:
        type(it)()
    except TypeError as error:
        print(error)


# What is set while it runs does not show.
def walk():
    for n, _ in enumerate(contextvars.copy_context().run(contextvars.copy_context).keys()):
        contextvars.ContextVar(f"v{n}").set(n)
    here = contextvars.copy_context()
    names = iter(here)
    first = next(names)
    here.run(contextvars.ContextVar("later").set, 1)
    print(len(list(names)) + 1 == len(names), len(here) - len(names), first in here)


contextvars.Context().run(lambda: (variable.set(5), walk()))

# An array's goes on where the array grew, and ends for good.
numbers = array.array("i", [1, 2])
it = iter(numbers)
print(next(it), it.__reduce__()[1:], it.__setstate__(-5), next(it), it.__setstate__(99), it.__reduce__()[2])
numbers.append(3)
print(next(it), next(it, "end"))
numbers.append(4)
print(next(it, "end"), it.__reduce__()[1:], next(it, "end"))


class Own(array.array):
    def __getitem__(self, i):
        return -1


print(list(Own("b", b"ab")), Own("b", b"ab")[0], sorted(x for x in dir(it) if x not in dir(object)))
