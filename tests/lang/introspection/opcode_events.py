# opcode events: one for each instruction of co_code, with the f_lasti that each event shows
import dis, sys, zlib
out = []
def tr(frame, event, arg):
    frame.f_trace_opcodes = True
    if event == 'opcode':
        i = frame.f_lasti
        out.append((frame.f_code.co_name, i, dis.opname[frame.f_code.co_code[i]]))
    else:
        out.append((frame.f_code.co_name, event, frame.f_lineno, frame.f_lasti))
    return tr
class A:
    def __init__(self, x): self.x = x
    def m(self, y): return self.x + y
def gen(n):
    for i in range(n):
        yield i
def f(a, b=2, *c, **k):
    t = [x for x in gen(3) if x > 0]
    s = {1: a, 2: b}
    o = A(5)
    r = o.m(3) + len(t)
    try:
        1 / 0
    except ZeroDivisionError as e:
        r = str(e)
    with __import__('io').StringIO() as fh:
        fh.read()
    i = 0
    while i < 3:
        i += 1
        if i == 2 and a or b:
            continue
    print(f"{a!r:>5}", *t, **k, end="\n")
    del s[1]
    return r, i, a if b else 0
class B(A):
    def __init__(self, x, *, key=3):
        super().__init__(x)
        self.k = key
    @property
    def p(self): return self.k
def g(x, y, f=None):
    global Z
    Z = x
    (lambda q: q)(x)
    (f or len)('abc')
    f(x)[0:2]
    f('abc')[1:] = f('y') if 0 else f('z') if 0 else []
    a = b = x
    a, b = b, a
    b2 = B(1, key=a).p
    try:
        raise ValueError(x) from None
    except (TypeError, ValueError) as e:
        pass
    finally:
        del b2
    print(f, file=None) if 0 else None
    x = {**{'a': 1}, 'b': 2}; y = [*range(3), 4]
    assert x, y
    match x:
        case {'a': 1, **rest}:
            return [i for i in y if i for j in y]
def h():
    g(1, 2, f=lambda *a: [*a])
def deco(f): return f
@deco
def big():
    return 0
src = "def big():\n" + "".join(f"    x{i} = {i}\n" for i in range(300)) + "    for q in range(2):\n" + "".join(f"        x{i} = x{i+1}\n" for i in range(298)) + "    return x299(1) if x299 is None else x298\n"
exec(src)
async def co():
    async with Ctx() as c:
        async for i in agen(): 
            await sub(i)
    return 1
class Ctx:
    async def __aenter__(self): return self
    async def __aexit__(self, *a): return None
async def agen():
    yield 1
    yield 2
async def sub(i): return i
def run(c):
    try:
        c.send(None)
    except StopIteration as e: return e.value
def jumps():
    a = 1
    a = 2
    a = 3
    return a
for fn in (lambda: f(1, 2, 3), h, lambda: run(co()), big):
    out.clear()
    sys.settrace(tr)
    fn()
    sys.settrace(None)
    if len(out) < 500:
        for row in out:
            print(*row)
    print(len(out), zlib.crc32(repr(out).encode()))


def leap(frame, event, arg):
    frame.f_trace_opcodes = True
    print(event, frame.f_lineno, frame.f_lasti)
    if event == "line" and frame.f_lineno == jumps.__code__.co_firstlineno + 3 and leaps:
        frame.f_lineno = leaps.pop()
        print("to", frame.f_lineno, frame.f_lasti)
    return leap


def once(frame, event, arg):
    """The trace function wants no more of them after the first."""
    if event == "call":
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
    elif event == "opcode":
        frame.f_trace_opcodes = False
        print("once", frame.f_lasti)
    return once


leaps = [jumps.__code__.co_firstlineno + 1]
sys.settrace(leap)
jumps()
sys.settrace(once)
jumps()
sys.settrace(None)
