#!/usr/bin/python3.11
"""Speed of single operations against /usr/bin/python3.11: `make bench-operations`.

    /usr/bin/python3.11 bench/operations.py [--minipy BINARY] [--turns N] [--below RATIO] [WORD ...]

Methods of the built-in types, built-in functions and iterators, on small, middling and large subjects, and what modules
do (module_operations.py), the rest of the language (further_operations.py), of the library (library_operations.py) and corners of
all (corner_operations.py): nanoseconds of
CPU time, each the least of N turns of 1 ms, the interpreters in turns on one processor. ratio > 1: minipy is faster.
A WORD chooses the groups and operations that have it in their text; --below leaves out what is faster than that.
"""
import argparse
import json
import os
import subprocess
import sys

BENCH = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, BENCH)
from lab import machine, stats  # noqa: E402
from lab.base import ENV, ORACLE, ROOT  # noqa: E402
from corner_operations import CORNERS  # noqa: E402
from further_operations import FURTHER  # noqa: E402
from library_operations import LIBRARY  # noqa: E402
from module_operations import MODULES  # noqa: E402

SIZES = (3, 100, 10_000)
COPIES = 10  # of an operation in the body of the loop, so that the loop itself counts little

TEXT = """s+t; s==s; s==t; s!=t; s<t; s[1]; s[-1]; s[0:2]; s[1:]; s[::-1]; s[::2]; s*2; len(s); c in s; 'zq' in s; hash(s); [x for x in s]
for x in s: pass; list(s); tuple(s); set(s); sorted(s); max(s); min(s); iter(s); reversed(s); enumerate(s); str(s); repr(s); f'{s}'; f'<{s}>'; f'{s:>5}'
f'{s}{t}'; '%s'%s; '%s, %s'%(s,t); '%r'%s; '{}'.format(s); '{0} {x}'.format(s,x=t); s.upper(); s.lower(); s.title(); s.capitalize(); s.swapcase()
s.casefold(); s.find('z'); s.rfind('z'); s.find('zq'); s.find(c); s.index(c); s.rindex(c); s.count(c); s.count('zq'); s.startswith('a'); s.startswith(s)
s.startswith(('x','y')); s.endswith('q'); s.replace('a','b'); s.replace('a',''); s.replace('zq','y'); s.replace('ab','xyz'); s.split(); s.split(','); s.rsplit()
s.split(',',1); s.rsplit(',',1); s.splitlines(); s.partition(','); s.rpartition(','); s.strip(); s.lstrip(); s.rstrip(); s.strip('a'); s.removeprefix('a'); s.removesuffix('a')
s.isalpha(); s.isdigit(); s.isalnum(); s.isspace(); s.isupper(); s.islower(); s.isidentifier(); s.isascii(); s.isprintable(); s.istitle(); s.isnumeric(); s.isdecimal()
s.center(20); s.ljust(20); s.rjust(20); s.zfill(20); s.expandtabs(); s.translate(table); s.encode(); s.encode('utf-16'); s.encode('latin-1','replace')
','.join(parts); ''.join(parts); ''.join(list(s)); s.join(('a','b')); s.maketrans('ab','xy'); d[s]; s in d; s.encode('ascii','ignore'); s.__len__(); s+'x'; 'x'+s"""
BYTES = """s+t; s==s; s==t; s<t; s[1]; s[-1]; s[0:2]; s[1:]; s[::-1]; s*2; len(s); 97 in s; b'zq' in s; for x in s: pass; list(s); tuple(s); set(s); sorted(s); sum(s); max(s)
bytes(s); bytearray(s); memoryview(s); repr(s); b'%s'%s; s.upper(); s.lower(); s.title(); s.capitalize(); s.swapcase(); s.find(b'z'); s.rfind(b'z'); s.find(b'zq'); s.find(97)
s.index(b'a'); s.count(b'a'); s.count(b'zq'); s.startswith(b'a'); s.startswith((b'x',b'y')); s.endswith(b'q'); s.replace(b'a',b'b'); s.replace(b'a',b'xy'); s.replace(b'zq',b'y')
s.split(); s.split(b','); s.rsplit(b',',1); s.split(b',',1); s.splitlines(); s.partition(b','); s.rpartition(b','); s.strip(); s.lstrip(); s.rstrip(b'a'); s.removeprefix(b'a')
s.isalpha(); s.isdigit(); s.isalnum(); s.isspace(); s.isupper(); s.islower(); s.isascii(); s.center(20); s.ljust(20); s.zfill(20); s.expandtabs(); s.translate(table)
s.decode(); s.decode('latin-1'); s.decode('ascii'); str(s,'utf-8'); s.hex(); s.fromhex('616263'); b','.join(parts); s.join((b'a',b'b')); int.from_bytes(s[:8],'big'); bytes.maketrans(b'a',b'b')"""
SEQUENCE = """l[1]; l[-1]; l[0:2]; l[1:]; l[:]; l[::-1]; l+l; l*2; l==m; l<m; last in l; l.index(last); l.count(1); len(l); for x in l: pass; [x for x in l]; [*l]; (*l,); {*l}; list(l); tuple(l)
set(l); frozenset(l); dict.fromkeys(l); sorted(l); sorted(l,reverse=True); sorted(l,key=abs); sum(l); sum(l,0.5); max(l); min(l); max(l,key=abs); any(l); all(l); any(x<0 for x in l); iter(l)
reversed(l); list(reversed(l)); enumerate(l); for i,x in enumerate(l): pass; zip(l,m); for x,y in zip(l,m): pass; list(zip(l,m)); list(map(abs,l)); list(map(str,l)); list(filter(None,l))
for x in map(abs,l): pass; a,b,*c=l; f(*l); repr(l); bool(l); not l; next(iter(l)); str(l); l>=m; bytes(small); l is m; sum(x for x in l); {x:x for x in l}; {x for x in l}; dict(zip(l,m))"""
LIST = """l.append(1);l.pop(); l.insert(0,1);l.pop(0); l.extend(m);del l[n:]; l+=m;del l[n:]; l[1]=2; l[0:2]=(1,2); l.copy(); l.reverse(); l.sort(); r.sort(); del l[0];l.append(1); l.remove(1);l.insert(0,1)
k=l.copy();k.clear(); l*=1; [0]*n; [x]*n; list(range(n)); [i for i in range(n)]; [(i,i) for i in l]; [i*2 for i in l if i]; [[x,x] for x in l]"""
DICT = """d[1]; d[k]; d['k']; d.get(1); d.get('x'); d.get('x',0); 1 in d; 'x' in d; d['k']=1; d['z']=1;del d['z']; d.setdefault('k',1); d.pop('x',None); d['z']=1;d.pop('z'); d['z']=1;d.popitem(); d.copy(); dict(d); {**d}
d|d; d|={'k':2}; d.update(d); d.update(k=2); d==e; len(d); bool(d); for x in d: pass; for x in d.values(): pass; for x,y in d.items(): pass; list(d); list(d.keys()); list(d.values()); list(d.items())
sorted(d.items(),key=str); d.keys(); d.values(); d.items(); d.keys()&e.keys(); d.keys()-e.keys(); d.items()<=e.items(); iter(d); next(iter(d)); reversed(d); tuple(d); set(d); {x:y for x,y in d.items()}; [x for x in d]
g(**{'k':1}); max(d,key=d.get); repr(d); dict.fromkeys(d); dict(d,z=1); d[(1,2)]; d[2.0]; sum(d.values()); dict(k=1,x=2); {'a':1,'b':2}; {k:1}; {}; dict(); dict([(1,2),(3,4)]); k in d.keys(); any(d.values())"""
SET = """1 in s; 'x' in s; s|t; s&t; s-t; s^t; s|u; s&u; s-u; s<=t; s<t; s==t; s==u; s.isdisjoint(u); s.issubset(t); s.issuperset(t); s.union(t); s.union(l); s.intersection(t); s.difference(t); s.symmetric_difference(t); len(s); bool(s)
for x in s: pass; list(s); tuple(s); sorted(s); set(s); frozenset(s); s.copy(); iter(s); next(iter(s)); sum(s); max(s); {x for x in s}; [x for x in s]; repr(s); f in {f}; hash(f); set(l); s.intersection(l); s.difference(l); dict.fromkeys(s)"""
SET_CHANGED = "s.add(-1);s.discard(-1); s.discard('x'); s.add(1); s.remove(1);s.add(1); s.add(s.pop()); s|=t; s&=t; s-=u; s^=u;s^=u; s.update(l); k=s.copy();k.clear(); s.difference_update(u)"
NUMBER = """x+y; x-y; x*y; x/y; x//y; x%y; divmod(x,y); -x; +x; abs(x); x<y; x==y; x!=y; bool(x); int(x); float(x); round(x); round(x,2); str(x); repr(x); f'{x}'; f'{x:10}'; '%s'%x; '%d'%x; '%5.2f'%x
hash(x); pow(x,2); x**2; x**0.5; complex(x); isinstance(x,int); max(x,y); min(x,y); x and y; x if y else 1; x.__class__; type(x); x.real; x.imag; x.conjugate(); x.as_integer_ratio(); str(x)+'a'; x+1; x*2; x+1.5; x is None; sum((x,y))"""
INT = """~x; x|y; x&y; x^y; x<<3; x>>3; x.bit_length(); x.bit_count(); x.to_bytes(n,'big'); bin(x); hex(x); oct(x); int(text); int(text,16); '%x'%x; f'{x:,}'; f'{x:08}'; f'{x:x}'; pow(3,x%50,y+7); int.from_bytes(b,'big'); range(x); x.numerator; isinstance(x,(str,int))"""
FLOAT = "float(text); x.is_integer(); x.hex(); float.fromhex('0x1.8p3'); '%.3f'%x; '%g'%x; f'{x:.2f}'; f'{x:,.2f}'; f'{x:e}'; f'{x!r}'; x//1; x%1; x.__floor__(); x.__trunc__(); '{:.3f}'.format(x); repr(x*y); str(x/3); x**3; x**-1; x>1; x>=y"
RANGE = """r[1]; r[-1]; r[1:]; r[::-1]; len(r); 2 in r; -1 in r; r.index(2); r.count(2); for x in r: pass; list(r); tuple(r); set(r); sum(r); max(r); min(r); sorted(r); r==q; hash(r); reversed(r); list(reversed(r)); iter(r)
range(n); range(1,n); range(1,n,2); r.start; r.stop; r.step; bool(r); repr(r); [x for x in r]; [x*x for x in r]; dict.fromkeys(r); bytes(small); for x in range(n): pass; for x in range(0,n,3): pass; zip(r,r); enumerate(r)"""
VIEW = "v[1]; v[0:2]; v[1:]; v[::2]; len(v); v==w; v.tobytes(); v.tolist(); bytes(v); list(v); for x in v: pass; 97 in v; v.hex(); v.cast('b'); v.nbytes; v.shape; v.format; v.itemsize; v.toreadonly(); v.release; hash(w); memoryview(b); b''.join((v,v)); b[0]; sum(v)"
FUNCTIONS = """abs(-1); ascii(s); bin(5); callable(f); chr(97); chr(8364); compile; dir; divmod(7,2); eval; getattr(o,'a'); getattr(o,'z',None); hasattr(o,'a'); hasattr(o,'z'); setattr(o,'a',1); delattr; globals(); locals(); hash(o); hex(255); id(o)
isinstance(o,A); isinstance(o,(int,A)); issubclass(A,object); iter(l); next(i,None); len(l); max(1,2); max(l); min(1,2,3); oct(8); ord('a'); pow(2,10); pow(2,10,7); range(3); repr(o); repr(None); round(1.5); round(2.567,2); slice(1,2); slice(1,2).indices(5)
sorted(l); str(1); str(None); str(o); sum(l); super(A,o); type(o); vars(o); zip(l,l); object(); A(); B(1); o.m(); o.a; f(); f(1); g(a=1); int(); int('5'); int(2.5); float('1.5'); float(1); bool(1); bool(l); list(); tuple(); dict(); set(); str(); bytes(); bytes(3); bytearray(3)
list(l); tuple(l); set(l); dict(a=1); frozenset(l); enumerate(l); reversed(l); map(f,l); filter(f,l); property(f); staticmethod(f); classmethod(f); complex(1,2); format(1.5,'.2f'); format(s,'>5'); print; all(l); any(l); Exception('a'); ValueError('a').args
type(o).__name__; o.__class__; o.__dict__; A.__name__; f.__name__; l.__len__(); l.append; s.upper; 'a'.join; list.append(l,1);l.pop(); str.upper(s); [].append(1); (1,2,o); [1,2,o]; {1,2}; {1:2}; lambda: 1; o is l; o==l; o!=l; not o; s is s; f'{o.a}'; f'{1.5:.1f}'
p==q; p<q; hash(p); p in (q,p); [p]==[q]; sorted((3,1,2)); sorted(ss); sorted(ss,key=len); min(ss,key=len); ss.sort(); list(map(len,ss)); list(map(int,nn)); [int(x) for x in nn]; ','.join([str(x) for x in l]); ' '.join(map(str,l)); sum(map(len,ss)); dict(zip(ss,l)); {x:len(x) for x in ss}
try: l[9] except IndexError: pass; try: d['z'] except KeyError: pass; try: raise ValueError except ValueError: pass; try: int('x') except ValueError: pass; d['a'][0]; a,b=l[0],l[1]; a,b=p; a,b,c=l; del_=[*l,*l]; x=l[:];x.reverse(); s[1:-1].strip(); s.split(',')[0]; s.strip().lower(); str(1).zfill(3)"""
RE = """p.match(s); p.search(s); p.findall(s); p.sub('x',s); p.split(s); p.fullmatch(s); w.findall(s); w.sub('x',s); w.search(s); list(w.finditer(s)); m.group(); m.group(1); m.groups(); m.start(); m.span(); m[1]; re.match('a',s); re.search('zq',s); re.sub(r'\\d','',s); q.search(s); q.findall(s); re.escape(s); d.findall(s); o.sub(f,s)"""

# group: (does its size vary, what is prepared, operations)
GROUPS = {
    "str": (True, "s = ('ab,Cd e1' * n)[:n]; t = s[:-1] + 'd'; c = s[-1]; parts = ['ab'] * n; table = {97: 'x'}; d = {s: 1}", TEXT),
    "str of Latin-1": (True, "s = ('\\xe4b,\\xc4d e1' * n)[:n]; t = s[:-1] + 'd'; c = s[-1]; parts = ['a\\xe4'] * n; table = {97: 'x'}; d = {s: 1}", TEXT),
    "str of 2 bytes": (True, "s = ('\\u20acb,\\xc4d e1' * n)[:n]; t = s[:-1] + 'd'; c = s[-1]; parts = ['a\\u20ac'] * n; table = {97: 'x'}; d = {s: 1}", TEXT),
    "bytes": (True, "s = (b'ab,Cd e1' * n)[:n]; t = s[:-1] + b'd'; parts = [b'ab'] * n; table = bytes(range(256)); ", BYTES),
    "bytearray": (True, "s = bytearray((b'ab,Cd e1' * n)[:n]); t = s[:-1] + b'd'; parts = [b'ab'] * n; table = bytes(range(256))",
                  BYTES + "; s.append(1);s.pop(); s.extend(b'abc');del s[-3:]; s+=b'a';del s[-1:]; s[0]=97; s.copy(); s.reverse(); s.insert(0,97);del s[0]; s[0:1]=b'a'"),
    "list": (True, "l = [i or 1 for i in range(n)]; m = l[:-1] + [n]; r = l[::-1]; last = l[-1]; x = 1; small = [i & 255 for i in l]; f = lambda *a: 0", SEQUENCE + "; " + LIST),
    "tuple": (True, "l = tuple([i or 1 for i in range(n)]); m = l[:-1] + (n,); last = l[-1]; small = tuple([i & 255 for i in l]); f = lambda *a: 0", SEQUENCE + "; hash(l); l[0],l[1]; (l,l); l+(1,)"),
    "list of str": (True, "l = [str(i) for i in range(n)]; m = l[:-1] + ['x']; last = str(n - 1)", "sorted(l); l.sort(); last in l; l.index(last); l==m; set(l); dict.fromkeys(l); ','.join(l); max(l); list(map(len,l)); list(map(int,l)); [int(x) for x in l]; [x+'a' for x in l]; repr(l); {x:1 for x in l}; for x in l: pass; [x.upper() for x in l]; sorted(l,key=len); ''.join([x for x in l])"),
    "list of float": (True, "l = [i * 0.7 for i in range(n)]; m = l[::-1]", "sum(l); max(l); min(l); sorted(l); sorted(m); [x*2 for x in l]; list(map(abs,l)); set(l); repr(l); l==m; sum([x*y for x,y in zip(l,m)]); list(map(int,l)); [x+y for x,y in zip(l,m)]; max(x for x in l); tuple(l); 0.5 in l; sum(x*x for x in l)"),
    "dict": (True, "d = {i: i for i in range(n)}; d['k'] = 5; k = 'k'; d[1,2] = 3; e = dict(d); g = lambda **a: 0", DICT),
    "dict of str": (True, "d = {str(i): i for i in range(n)}; e = dict(d); k = '1'", "d[k]; k in d; 'x' in d; d.get(k); d==e; dict(d); d.copy(); {**d}; d|e; for x in d: pass; for x,y in d.items(): pass; sorted(d); {y:x for x,y in d.items()}; [k for k in d if d[k]]; d.update(e); list(d.items()); ','.join(d); d.keys()==e.keys(); repr(d); sorted(d,key=d.get); max(d,key=d.get)"),
    "set": (True, "s = set(range(n)); t = set(range(n)); u = set(range(n, n + n)); l = list(s); f = frozenset(s)", SET + "; " + SET_CHANGED),
    "frozenset": (True, "s = frozenset(range(n)); t = frozenset(list(range(n))); u = frozenset(range(n, n + n)); l = list(s); f = s", SET),
    "set of str": (True, "l = [str(i) for i in range(n)]; s = set(l); t = set(l); u = {str(-i) for i in range(n)}", "'1' in s; s|t; s&t; s-t; s^t; s|u; s-u; s==t; s<=t; set(l); s.copy(); for x in s: pass; sorted(s); list(s); s.update(l); s.isdisjoint(u); {x for x in l}; [x for x in l if x in s]"),
    "int": (False, "x = 1234; y = 7; text = '1234'; b = b'abc'; n = 8", NUMBER + "; " + INT),
    "int of 200 bits": (False, "x = 3 ** 126; y = 7 ** 30; text = str(x)[:40]; b = b'abc' * 9; n = 32", NUMBER + "; " + INT.replace("range(x); ", "").replace("<<3", "<<30").replace(">>3", ">>30")),
    "float": (False, "x = 1234.5678; y = 2.5; text = '1234.5678'", NUMBER + "; " + FLOAT),
    "complex": (False, "x = 1 + 2j; y = 3 - 1j", "x+y; x-y; x*y; x/y; x**2; -x; abs(x); x==y; str(x); repr(x); hash(x); x.real; x.conjugate(); complex('1+2j'); bool(x); x+1; x*2.5"),
    "range": (True, "r = range(n); q = range(0, n); small = range(min(n, 200))", RANGE),
    "slice": (False, "s = slice(1, 20, 2); t = slice(1, 20, 2); l = list(range(30))", "s==t; s.start; s.stop; s.step; s.indices(10); l[s]; repr(s); slice(3); slice(1,2,3); l[slice(2,4)]; s is t"),
    "memoryview": (True, "b = (b'ab,Cd e1' * n)[:n]; v = memoryview(bytearray(b)); w = memoryview(b)", VIEW),
    "functions": (False, """
 class A:
  def __init__(self): self.a = 1
  def m(self): pass
 class B:
  def __init__(self, x): self.x = x
 def f(x=1): return x
 def g(a=0, b=0): return a
 o = A(); l = [1, 2, 3]; d = {'a': l}; s = 'ab,cd'; i = iter(()); p = (1, 'a'); q = (1, 'b'); ss = ['pear', 'fig', 'apple'] * 5; nn = ['1', '22', '333']
 """, FUNCTIONS),
    "iterators": (True, "import itertools, collections, functools, operator; l = list(range(n)); q = collections.deque(l); pairs = [(i, i) for i in l]; gen = lambda: (x for x in l)",
                  """for x in gen(): pass; sum(gen()); list(gen()); list(itertools.chain(l,l)); list(itertools.islice(l,n)); list(itertools.count().__class__() for x in l); list(itertools.repeat(1,n)); list(itertools.accumulate(l)); list(itertools.starmap(max,pairs)); list(itertools.takewhile(bool,l)); list(itertools.groupby(l))
list(itertools.compress(l,l)); list(itertools.zip_longest(l,l)); list(itertools.product(l[:10],l[:10])); list(itertools.permutations(l[:4])); list(itertools.combinations(l[:6],2)); list(itertools.pairwise(l)); itertools.tee(l); functools.reduce(operator.add,l,0); list(map(operator.itemgetter(0),pairs)); sorted(pairs,key=operator.itemgetter(1)); q.append(1);q.pop(); q.appendleft(1);q.popleft(); q.rotate(1); list(q); for x in q: pass; q[0]; collections.Counter(l); collections.deque(l); max(pairs); sorted(pairs); dict(pairs); [a+b for a,b in pairs]; [*map(str,l)]; list(filter(lambda x: x,l)); list(map(lambda x: x,l)); for a,b in pairs: pass; list(zip(*pairs)); list(enumerate(l)); list(enumerate(l,1)); for i in range(len(l)): l[i]; all(x>=0 for x in l); min((x for x in l),default=0)"""),
    "re": (True, "import re; s = ('ab1,Cd e2' * n)[:n]; p = re.compile('(a)(b)?'); w = re.compile(r'\\w+'); m = p.match('ab'); q = re.compile('zq'); d = re.compile(r'(\\w)(\\d)'); o = re.compile('[a-c]'); f = lambda m: 'x'", RE),
}
GROUPS.update((name, (False, *texts)) for name, texts in MODULES.items())
GROUPS.update(FURTHER)
GROUPS.update(LIBRARY)
GROUPS.update(CORNERS)
# Run by both: a line with prepare, operation, n and copies makes it the function that is timed and fits the number of loops; an empty line times it.
INSIDE = r"""
import json, sys, time
def made(prepare, operation, n, copies):
    lines = operation.replace(" except ", "\nexcept ").split("\n")
    body = "".join("  " + line + "\n" for line in lines)
    names = {"clock": time.process_time_ns, "n": n}
    exec(f"def f(count, n):\n {prepare}\n begin = clock()\n for _ in range(count):\n{body * copies} return clock() - begin", names)
    return names["f"]
def fitted(f, n):
    f(1, n)  # what only the first does (marking all code for the first profiler, say) says nothing of the others
    count = 1
    while (took := f(count, n)) < 300_000 and count < 1_000_000:
        count *= 2
    return max(1, count * 1_000_000 // max(1, took))
for line in sys.stdin:
    if line.strip():
        *what, n, copies = json.loads(line)
        try:
            f = made(*what, n, copies)
            f(1, n)  # memory that is touched for the first time, tables that are filled once
            count = fitted(f, n)
            print("ready", flush=True)
        except Exception as error:
            print(f"{type(error).__name__}: {error}", flush=True)
    else:
        print(f(count, n) / count / copies, flush=True)
"""


class Interpreter:
    """with Interpreter(binary, processor) as i: i.ask(line)."""

    def __init__(self, binary, processor):
        self.process = subprocess.Popen([binary, "-S", "-c", INSIDE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENV)
        os.sched_setaffinity(self.process.pid, {processor})

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, line=""):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


def operations(group):
    """Their texts: `;` with a blank behind it, or the end of a line, parts them."""
    return [text.strip() for line in GROUPS[group][2].split("\n") for text in line.split("; ")]


def cases(words):
    """(name, prepare, operation, n, copies) of each."""
    for group, (varies, prepare, _) in GROUPS.items():
        for operation in operations(group):
            for n in SIZES if varies else (1,):
                name = f"{group}{f' {n}' if varies else ''}: {operation}"
                if not words or any(word in name for word in words):
                    yield name, prepare, operation, n, COPIES if n < 1000 else 1


def compare(both, case, turns):
    """Nanoseconds of (minipy, python3.11); what is wrong, as text, if one cannot do it."""
    for interpreter in both:
        said = interpreter.ask(json.dumps(case[1:]))
        if said != "ready":
            return said or "ended"
    took = [[float(interpreter.ask()) for interpreter in both] for _ in range(turns)]
    return [min(times) for times in zip(*took)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--below", type=float, default=float("inf"))
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    if not any(cases(options.words)):
        sys.exit("bench/operations.py: no operation has " + " or ".join(options.words) + " in its name; without words it takes all")
    about, processor, found = machine.describe(), max(os.sched_getaffinity(0)), []
    with Interpreter(os.path.abspath(options.minipy), processor) as ours, Interpreter(ORACLE, processor) as theirs:
        for case in cases(options.words):
            pair = compare((ours, theirs), case, options.turns)
            if isinstance(pair, str):
                print(f"bench/operations.py: {case[0]}: {pair}", file=sys.stderr)
                continue
            found.append((pair[1] / pair[0], *pair, case[0]))
    print(f"{about['date']}, {about['commit']}{' and changes' if about['changed'] else ''}; {about['processor']}, load {about['load']:.1f}")
    print("ratio  minipy ns  python3.11 ns  operation")
    for ratio, own, other, name in sorted(found):
        if ratio < options.below:
            print(f"{ratio:5.2f} {own:10.1f} {other:14.1f}  {name}")
    ratios = [row[0] for row in found]
    print(f"{len(ratios)} operations: geometric mean {stats.geometric_mean(ratios):.2f}; {sum(r < 1 for r in ratios)} below 1.0, {sum(r < 0.8 for r in ratios)} below 0.8")


if __name__ == "__main__":
    main()
