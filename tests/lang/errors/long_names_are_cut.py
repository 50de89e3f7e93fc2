"""Messages cut names of types where CPython cuts them: at 50, 80, 100 or 200 bytes, or not at all."""
import collections
import functools
import io
import itertools
import math
import operator
import os
import re
import struct
import sys
import warnings

warnings.simplefilter("ignore")
A = type("A" * 600, (), {})
M = type("M" * 600, (type,), {})
F = type("F" * 600, (int,), {})
a, b, L = A(), F(3), "n" * 600


def f(*a):
    pass


def g(x):
    pass


f.__name__ = f.__qualname__ = g.__name__ = g.__qualname__ = L
EXPRESSIONS = '''
a.x
setattr(a,'__class__',3)
delattr(a,'x')
a.__dict__[1]
a+1
1+a
a<1
-a
a()
a[1]
a[1:2]
operator.setitem(a, 1, 2)
operator.delitem(a, 1)
len(a)
iter(a)
next(a)
[].extend(a)
[1][a]
(1,)[a]
'a'[a]
b'a'[a]
{}|a
'a'+a
b'a'+a
[]+a
()+a
'a'*a
[1]*a
int(a)
float(a)
complex(a)
chr(a)
ord(a)
range(a)
bytes(a)
bytearray(a)
memoryview(a)
str(a,'x')
str(b'a',a)
'a'.join([a])
b'a'.join([a])
'a'.split(a)
'a'.startswith(a)
'a'.replace(a,'b')
'%d'%a
'%c'%a
'%s %s'%a
b'%s'%a
format(a,'x')
'{:d}'.format(a)
isinstance(1, a)
issubclass(a, int)
issubclass(int, a)
getattr(a, a)
setattr(a, a, 1)
hasattr(a, a)
abs(a)
divmod(a, 1)
pow(a, 1)
pow(a, 1, 1)
round(a)
sum([a])
sorted([a, a])
max(a)
zip(a)
map(f, a)
enumerate(a)
reversed(a)
a in a
1 in a
super(a)
super(A, 1)
super(int, a)
type(a)(1)
A(1)
A(x=1)
object.__new__(a)
object.__new__(A, 1)
int.__new__(A)
int.__add__(a, 1)
str.upper(a)
list.append(a, 1)
A.__new__(int)
A.x
setattr(int, L, 1)
delattr(A, L)
type(L, (1,), {})
type(L, (A, int, F, str), {})
type(L, (A, M), {})
type(L,(A,),{'__slots__':a})
type(L,(A,),{'__slots__':(a,)})
type(L,(A,),{'__slots__':('x','x')})
type(L, (bool,), {})
type(a, (), {})
g()
g(1, 2)
g(x=1, y=2)
g(1, x=2)
g(**{L:1})
f(**a)
f(*a)
f(**{a:1})
g(*a)
exec(a)
compile(a,'','exec')
open(a)
__import__(a)
__import__(L)
math.sqrt(a)
math.floor(a)
math.gcd(a)
struct.pack('i',a)
io.StringIO(a)
io.BytesIO(a)
re.compile(a)
re.match('a',a)
os.fspath(a)
os.stat(a)
sys.setrecursionlimit(a)
[*a]
{**a}
f(*a, 1)
operator.index(a)
operator.concat(a, a)
operator.itemgetter(1)(a)
operator.attrgetter('x')(a)
collections.deque(a)
collections.OrderedDict(a)
dict(a)
dict([a])
dict([(1, 2, 3)])
set(a)
{1}|a
{1}.union(a)
frozenset(a)
functools.reduce(f, a)
functools.partial(a)
functools.lru_cache(a)
itertools.islice(a, 1)
itertools.chain(a).__next__()
slice(a).indices(3)
[1, 2][a:]
sys.intern(a)
property(1).__get__(a)
property().__get__(a)
property().__set__(a, 1)
type.__dict__['__name__'].__set__(int,'x')
A.__dict__['__dict__'].__get__(1)
int.real.__get__(a)
F.__bases__.__class__.__add__((), a)
setattr(F,'__bases__',(a,))
setattr(F,'__bases__',(A,))
setattr(b,'__class__',A)
setattr(F,'__name__',a)
setattr(F,'__name__','x\\0y')
setattr(F,'__qualname__',a)
setattr(f,'__name__',a)
setattr(f,'__code__',a)
setattr(f,'__defaults__',a)
raise_(a)
raise_(A)
BaseException().with_traceback(a)
ExceptionGroup(a, [])
ExceptionGroup('a',[a])
ExceptionGroup('a',a)
int(L)
float(L)
complex(L)
int('1',a)
int.from_bytes(a,'big')
int.from_bytes(b'a',L)
(1).to_bytes(a,'big')
L.encode(L)
L.encode('ascii',L) and 'x'.encode('ascii','nn'*300)
'\\xe9'.encode('ascii',L)
b'\\xe9'.decode(L)
b'\\xe9'.decode('ascii',L)
format(1, L)
format('a',L)
format(1.0, L)
format(1,'99999999999999999999d')
'{0.%s}'%L+'' and ('{0.%s}'%L).format(1)
('{%s}'%L).format(1)
('{!%s}'%L).format(1)
('%('+L+')s')%{}
('%'+'\\u20ac')%1
unpack1(a)
unpack2(a)
with_(a)
awith_(a)
await_(a)
for_(a)
afor_(a)
match_(a)
yf_(a)
iter(bad('__iter__'))
[1][bad('__index__')]
len(bad('__len__'))
bool(bad('__bool__'))
str(bad('__str__'))
repr(bad('__repr__'))
hash(bad('__hash__'))
int(bad('__int__'))
float(bad('__float__'))
complex(bad('__complex__'))
bytes(bad('__bytes__'))
format(bad('__format__'))
os.fspath(bad('__fspath__'))
type('B' * 600, (), {'__init__': lambda s: a})()
bad('__next__').x
1 in bad('__contains__', None)
dir(bad('__dir__'))
isinstance(1, bad('__subclasscheck__'))
operator.length_hint(bad('__length_hint__'))
import_from_()
'''


def raise_(x):
    raise x


def unpack1(a):
    x, y = a


def unpack2(a):
    x, *y = a


def with_(a):
    with a:
        pass


async def in_async_with(a):
    async with a:
        pass


async def in_await(a):
    await a


async def in_async_for(a):
    async for x in a:
        pass


def awith_(a):
    in_async_with(a).send(None)


def await_(a):
    in_await(a).send(None)


def afor_(a):
    in_async_for(a).send(None)


def for_(a):
    for x in a:
        pass


def match_(a):
    match a:
        case a(1):
            pass


def delegating(a):
    yield from a


def yf_(a):
    next(delegating(a))


def import_from_():
    exec("from os import " + L)


def bad(name, result=a):
    """An object whose special method gives what it must not."""
    return type("B" * 600, (), {name: lambda s, *x: result})()


def short(text):
    text = re.sub(r"(.)\1{9,}", lambda m: f"{m[1]}*{len(m[0])}", text)
    return re.sub(" at 0x[0-9a-f]+", "", text)


for text in EXPRESSIONS.strip().split("\n"):
    try:
        print(text, "->", type(eval(text)).__name__)
    except BaseException as e:
        print(text, "!", type(e).__name__, short(str(e)))
