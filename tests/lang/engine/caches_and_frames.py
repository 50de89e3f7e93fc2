# caches and frames: the forms that specialised instructions take and leave, beside each other
import sys, inspect, dis, types, traceback, gc, weakref, dataclasses, typing, enum, functools
# f_trace_opcodes
n=[0]
def tro(f,e,a):
    f.f_trace_opcodes=True; f.f_trace_lines=False
    if e=='opcode': n[0]+=1
    return tro
def small(): x=1; return x
sys.settrace(tro); small(); sys.settrace(None); print(n[0]>2)
# locals modification in trace
def trl(f,e,a):
    if f.f_code.co_name=='lm' and e=='line' and f.f_lineno==f.f_code.co_firstlineno+2: f.f_locals['x']=99
    return trl
def lm():
    x=1
    y=x
    return x,y
sys.settrace(trl); r=lm(); sys.settrace(None); print(r)
# frame attrs
f=sys._getframe(); print(f.f_back, f.f_globals is globals(), f.f_builtins['len'] is len, f.f_trace, f.f_trace_lines)
try: f.clear()
except RuntimeError as e: print(e)
def gg(): a=1; yield a; yield 2
g=gg(); next(g); fr=g.gi_frame; print(fr.f_locals, inspect.getgeneratorstate(g), inspect.getgeneratorlocals(g)); fr.clear(); print(inspect.getgeneratorstate(g), list(g))
def tbf():
    v=[1]; raise ValueError
try: tbf()
except ValueError as e: fr=e.__traceback__.tb_next.tb_frame
print(fr.f_locals, fr.f_lineno); fr.clear(); print(fr.f_locals)
try: f.f_lineno=3
except ValueError as e: print(e)
# jump
def jmp(f,e,a):
    if f.f_code.co_name=='jt' and e=='line' and f.f_lineno==f.f_code.co_firstlineno+3 and not done: 
        done.append(1); f.f_lineno=f.f_code.co_firstlineno+1
    return jmp
done=[]
def jt():
    out.append(1)
    out.append(2)
    out.append(3)
out=[]
sys.settrace(jmp); jt(); sys.settrace(None); print(out)
def jm2(f,e,a):
    if f.f_code.co_name=='jf' and e=='line' and f.f_lineno==f.f_code.co_firstlineno+1:
        try: f.f_lineno=f.f_code.co_firstlineno+3
        except ValueError as x: print(x)
        try: f.f_lineno=f.f_code.co_firstlineno+100
        except ValueError as x: print(x)
        try: f.f_lineno=1
        except ValueError as x: print(x)
    return jm2
def jf():
    x=1
    for i in range(2):
        x+=i
    return x
sys.settrace(jm2); print(jf()); sys.settrace(None)
# profile counts
pr=[]
def prof(f,e,a): 
    if e.startswith('c_'): pr.append((e, a.__name__))
    else: pr.append((e, f.f_code.co_name))
def pf():
    len([]); sorted([3,1],key=lambda x:-x); [].append(1)
    try: {}['a']
    except KeyError: pass
    try: int('z')
    except ValueError: pass
    return sum(i for i in range(2))
sys.setprofile(prof); pf(); sys.setprofile(None)
print(pr)
@dataclasses.dataclass(order=True)
class D: a:int; b:str='x'; c:list=dataclasses.field(default_factory=list)
print(D(1), D(1)<D(2), dataclasses.asdict(D(3,'y',[1])))
class E(enum.Enum): A=1; B=2
print(E.A, E(2), list(E), E['A'].name)
class N(typing.NamedTuple): x:int; y:int=2
print(N(1), N(1)._replace(y=5))
@functools.lru_cache
def fibc(n): return n if n<2 else fibc(n-1)+fibc(n-2)
print(fibc(100), fibc.cache_info())
@functools.singledispatch
def sd(x): return 'o'
@sd.register
def _(x:int): return 'i'
print(sd(1), sd('a'))
print(inspect.signature(lambda a,/,b,*c,d=1,**e:0), inspect.getsource(small).strip())
class W: pass
w=W(); r=weakref.ref(w); del w; print(r())
class Cy: pass
c=Cy(); c.me=c; r=weakref.ref(c); del c; gc.collect(); print(r())
def gcy():
    me=yield
    yield me
g=gcy(); next(g); g.send(g); r=weakref.ref(g); del g; gc.collect(); print(r())
def fn(): pass
fn.__code__=(lambda: 42).__code__; print(fn())
def ch():
    ch.__code__=(lambda: 'new').__code__
    return 'old'
print(ch(), ch())
def dfl(a=1): return a
print(dfl()); dfl.__defaults__=(5,); print(dfl()); 
for i in range(10): dfl(1)
dfl.__defaults__=None
try: dfl()
except TypeError as e: print(e)
class M:
    def f(self): return 1
m=M()
def cm(): return m.f()
for i in range(10): cm()
M.f=lambda self: 2; print(cm()); m.f=lambda: 3; print(cm()); del m.f; print(cm())
class PP:
    @property
    def p(self): return 1
pp=PP()
def gp(): return pp.p
for i in range(10): gp()
PP.p=property(lambda s: 2); print(gp()); PP.p=7; print(gp())
glob=1
def rg(): return glob
for i in range(10): rg()
glob=2; print(rg()); del glob
try: rg()
except NameError as e: print(e)
glob=3; print(rg())
len_=len
def ul(x): return len(x)
for i in range(10): ul([1])
len=lambda x: 'mine'; print(ul([1])); del len; print(ul([1]))
class S:
    __slots__=('a',)
def st(o,v): o.a=v; return o.a
class S2: pass
for i in range(10): st(S(),1)
for i in range(10): st(S2(),1)
print(st(S(),5), st(S2(),6))
try: st(1,2)
except AttributeError as e: print(e)
def addm(a,b): return a+b
print([addm(x,y) for x,y in ((1,2),(1.5,2),('a','b'),([1],[2]),((1,),(2,)),(1<<62,1<<62),(True,1),(1e308,1e308),(-1<<62,-5))])
def cmpm(a,b): return a<b, a==b, a>=b, a!=b
print([cmpm(x,y) for x,y in ((1,2),(1.5,2),('a','b'),(1<<70,1),(float('nan'),1),((1,2),(1,3)),(True,1))])
print([x//y for x,y in ((7,2),(-7,2),(7,-2),(7.5,2),(1<<70,3))],[x%y for x,y in ((7,2),(-7,2),(7,-2),(-7.5,2))],[x/y for x,y in ((7,2),(1,3),(1.0,4))],[1<<x for x in (1,61,62,63,100)],[x>>3 for x in (100,-100,1<<70)], -(1<<62), -(-(1<<62)), ~(1<<62), 3**5, 2**-1, 2.0**3, divmod(-7,2))
for bad in ("1//0","1%0","1/0","1.0//0","1<<-1","1>>-1","'a'<1","[]+1","1+[]","-'a'","~1.5","[][0]","(1,)[5]","'a'[3]","{}['k']","None.x","[].x","(lambda:0).x","int.foo","x.y"):
    try: eval(bad, {})
    except Exception as e: print(bad, type(e).__name__, e)
def unp(v):
    a,b=v; return a,b
for v in ((1,2),[3,4],'ab',{1:0,2:0},iter([5,6])): print(unp(v))
for v in ((1,),(1,2,3),5,None):
    try: unp(v)
    except Exception as e: print(type(e).__name__, e)
def it(s): return [x for x in s]
print(it(range(3)), it([1]), it((1,)), it('ab'), it({1:2}), it({5}), it(i for i in (1,2)), it(b'a'), it(enumerate('a')), it(zip([1],[2])), it(map(str,[1])), it(reversed([1,2])))
def lst():
    l=[1,2,3]
    for x in l:
        if x==2: l.append(9)
    return l
print(lst())
try:
    d={1:1}
    for k in d: d[k+1]=1
except RuntimeError as e: print(e)
def bigloop():
    i=0
    while i<100000: i+=1
    return i
print(bigloop())
def chain(a): return 1 < a < 3, 1 < a > 2
print(chain(2), chain(5))
def excv():
    try: raise ValueError('q')
    except ValueError as e: pass
    try: e
    except UnboundLocalError as x: return str(x)
print(excv())
class A:
    def __init__(self): return 5
try: A()
except TypeError as e: print(e)
class Bx(A):
    def __new__(cls): return 7
print(Bx())
class Ab:
    def __init__(self, *, k): self.k=k
print(Ab(k=3).k)
try: Ab()
except TypeError as e: print(e)
try: Ab(1)
except TypeError as e: print(e)
def rec(n): return 0 if n==0 else 1+rec(n-1)
sys.setrecursionlimit(20000); print(rec(15000)); sys.setrecursionlimit(1000)
class R:
    def __repr__(self): return repr(self)
try: repr(R())
except RecursionError as e: print('RE')
class RG:
    def __getattr__(self, n): return getattr(self, n+'x')
try: RG().a
except RecursionError as e: print('RE2')
def rgen(n):
    yield from rgen(n+1)
try: list(rgen(0))
except RecursionError as e: print('RE3')
l=[]; l.append(l); print(l)
try: sorted([1,'a'])
except TypeError as e: print(e)
