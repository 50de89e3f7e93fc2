# Every kind of statement once, for the test of failing allocations.
from __future__ import annotations
import a.b as c, d
from .e import (f as g, h,)
@deco(1)
async def func(p, /, q: int = 1, *args: *Ts, k, kd=2, **kw) -> None:
    async with x as y, z: await w
    async for i in j: yield i
    return [n async for n in m if n]
class K(Base, metaclass=M): pass
global_name: int = 1; x += 1; (u, *v), [w] = z = yy
for i, (j, k) in l: continue
else: del i, (j, k[0])
while not a: break
with (open(a) as b, c): raise E from None
try: assert t, "msg"
except* (A, B) as e: nonlocal_ = 1
else: lambda a, *b, c=1, **d: (yield)
finally: print(f"{x!r:>{w}} {y=}" 'a' "b\n\N{DIGIT ONE}")
match s, t:
    case [1, *r] | {"k": A(b, c=-1+2j), **m} if g: {**a, 1: 2}; {3, *b}
    case None | a.b | _: x if y else z[1:2, ::3]; 0xFFFFFFFFFFFFFFFFFF; é = 1.5e3
long = call(aaaaa, bbbbb, cccccc, (1, 2, 3), [4, 5, 6], {7: 8}, d=9, e=10, f=11, *g, **h) + a - b * c / d // e % f @ g ** i
