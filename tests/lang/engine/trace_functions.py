# trace functions: the forms that specialised instructions take and leave, beside each other
import sys
class L:
    def __init__(s): s.ev=[]
out=[]
def tr(frame, event, arg):
    if frame.f_code.co_filename.endswith('trace_functions.py'):
        if event == 'exception': a = (arg[0].__name__, str(arg[1]))
        elif event == 'return': a = repr(arg) if isinstance(arg,(int,str,type(None))) else type(arg).__name__
        else: a = arg
        out.append((event, frame.f_code.co_name, frame.f_lineno, a))
    return tr
def gen():
    x = yield 1
    try:
        yield 2
    finally:
        pass
def f(a):
    for i in range(2):
        if i: continue
    while a:
        a -= 1
    try:
        g(a)
    except ZeroDivisionError as e:
        pass
    for v in gen(): pass
    i = gen(); next(i); next(i)
    i.close()
    j = gen(); next(j)
    try: j.throw(KeyError)
    except KeyError: pass
    class X:
        y = 1
    with CM():
        z = [q for q in range(3)]
    return z
def g(a):
    return 1 / a
class CM:
    def __enter__(self): return 1
    def __exit__(self, *a): return None
def sub():
    yield from gen()
    return 5
def h():
    r = list(sub())
    s = sub(); next(s)
    try: s.throw(ValueError('x'))
    except ValueError: pass
    k = sorted([2,1], key=lambda x: x)
    match r:
        case [a, b]:
            pass
        case _:
            pass
    if (a ==
        1): 
        x = 2
    return lambda: 0
async def co():
    await co2()
    return 3
async def co2():
    return 2
sys.settrace(tr)
f(2)
h()()
c = co()
try: c.send(None)
except StopIteration: pass
sys.settrace(None)
for o in out: print(*o)
prof=[]
def pr(frame, event, arg):
    prof.append((event, frame.f_code.co_name, getattr(arg,'__name__',type(arg).__name__)))
sys.setprofile(pr)
len([1]); [].append(1); f(1)
try: int('x')
except ValueError: pass
try: [].pop()
except IndexError: pass
sys.setprofile(None)
for o in prof: print(*o)
def jump(frame, event, arg):
    if event == 'line' and frame.f_code.co_name == 'jj' and frame.f_lineno == frame.f_code.co_firstlineno + 2:
        frame.f_lineno = frame.f_code.co_firstlineno + 4
    return jump
def jj():
    a = 1
    a = 2
    a = 3
    return a
sys.settrace(jump)
r = jj()
sys.settrace(None)
print(r)
def bad(frame, event, arg):
    if event == 'line': raise RuntimeError('bad')
    return bad
sys.settrace(bad)
try: jj()
except RuntimeError as e: print(e, sys.gettrace())
