# calls and errors: the forms that specialised instructions take and leave, beside each other
def fib(n):
    return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(15))
def f(a, b=2, *args, c, d=4, **kw): return (a,b,args,c,d,sorted(kw.items()))
print(f(1, c=3)); print(f(1,2,3,4,c=5,d=6,x=7)); print(f(*[1,2], **{'c': 9, 'z': 1}))
for call in ("f()", "f(1)", "f(1,2,c=1,c2=2,a=3)", "g(1,2,3)", "g()", "g(1)", "g(1,2,x=1)", "h(1,2,3,4)", "h(k=1)","p(a=1,b=2)","g(*3)","g(**3)","g(**{1:2})","g(1,**{'a':3})","len()","len(1,2)","[].append()","print(zz=1)", "g(1,2)(3)", "h(1,2,3,4,k=1)", "p(1,2,3)", "q(1)", "q(x=1)"):
    def g(a,b): pass
    def h(a,b=1,c=2,*,k): pass
    def p(a,b,/): pass
    def q(): pass
    try: print(eval(call))
    except Exception as e: print(call, type(e).__name__, e)
class A:
    x = 1
    def __init__(self, v): self.v = v
    def m(self, y): return self.v + y
    @property
    def prop(self): return self.v*2
    @classmethod
    def cm(cls): return cls.__name__
    @staticmethod
    def sm(a): return a
    def __repr__(self): return f"A({self.v!r})"
class B(A):
    def __init__(self, v): super().__init__(v+1)
    def m(self, y): return super().m(y)*10
for i in range(20):
    a = A(i); b = B(i)
    s = (a.m(1), b.m(2), a.prop, a.cm(), b.sm(3), A.cm(), a.x, B.x)
print(s, a, b)
def gen(n):
    for i in range(n):
        r = yield i
        if r: print('got', r)
    return 'done'
g = gen(3); print(next(g), g.send('hi'), list(g))
def outer():
    r = yield from gen(2); print('r', r)
print(list(outer()))
print([x*y for x in range(3) for y in range(3) if x!=y], {k:v for k,v in zip('ab',[1,2])}, {x%3 for x in range(10)}, sum(x for x in range(10)))
try:
    try: 1/0
    finally: print('fin')
except ZeroDivisionError as e: print('caught', e)
try:
    try: raise KeyError('a')
    except KeyError as e: raise ValueError('b') from e
except ValueError as e: print(repr(e.__cause__), repr(e.__context__))
class CM:
    def __enter__(self): print('enter'); return self
    def __exit__(self, *a): print('exit', a[0]); return True
with CM() as c, CM(): raise ValueError(1)
def closure():
    x = 1
    def inc():
        nonlocal x; x += 1; return x
    return inc
i = closure(); i(); print(i())
def m(x):
    match x:
        case 0: return 'zero'
        case [a, b, *r]: return ('seq', a, b, r)
        case {'k': v, **rest}: return ('map', v, rest)
        case A(v=3): return 'A3'
        case str(s): return 'str '+s
        case int() | float(): return 'num'
        case _: return 'other'
print([m(x) for x in (0, [1,2,3], {'k':1,'z':2}, A(3), A(4), 'q', 5, 1.5)])
print(*[1,2,3], sep='-')
a, *b, c = range(6); print(a,b,c)
for src in ("a,b=1,2,3","a,b=1,","a,*b,c=1,","a,b=3", "xx", "[].foo", "1+'a'", "'a'+1", "[1][5]", "{}[1]", "raise 1", "raise ValueError from 1", "del qq", "1 in 2", "with 1: pass", "for x in 1: pass", "import nothing_here", "from math import nope", "assert 0, 'msg'", "raise"):
    try: exec(src)
    except BaseException as e: print(src, '->', type(e).__name__, e)
def un():
    print(yy); yy = 1
try: un()
except Exception as e: print(type(e), e)
def un2():
    def k(): return zz
    k(); zz = 1
try: un2()
except Exception as e: print(type(e), e)
s = ''
for i in range(10): s += str(i)
print(s, -7//2, -7%3, 7/2, 2**10, 1<<70, 5&3, 5|3, 5^3, ~5, not 5, 1e300*1e300, 10**30)
async def co():
    return 5
async def main():
    x = await co(); 
    async for i in ag(): x += i
    async with ACM() as y: x += y
    return x
async def ag():
    for i in range(3): yield i
class ACM:
    async def __aenter__(self): return 100
    async def __aexit__(self, *a): return False
c = main()
try: c.send(None)
except StopIteration as e: print('co', e.value)
print((lambda *a, **k: (a,k))(1,2,z=3))
x = 10
def t():
    global x; x = 20
t(); print(x)
print(f"{x:>5}|{x!r}|{'a':*^5}")
try:
    raise ExceptionGroup('eg', [ValueError(1), TypeError(2)])
except* ValueError as e: print('VE', e.exceptions)
except* TypeError as e: print('TE', e.exceptions)
def rec(n): return rec(n+1)
try: rec(0)
except RecursionError as e: print(e)
d=0
def rec2():
    global d; d+=1; rec2()
try: rec2()
except RecursionError: print(d)
