# Code that marshal reads, or a program makes of bytes, is translated when it is needed: whoever asks first sees the same.
import base64
import dis
import marshal
import sys
import types
import zlib

SOURCE = '''
def f(a, b=2, *args, k=3, **kw):
    """Doc."""
    def inner(x):
        return x + a
    try:
        return inner(b) / k
    except ZeroDivisionError:
        return [inner(i) for i in range(b)]

class C:
    def m(self):
        return super().__repr__()[:2]

def gen(n):
    for i in range(n):
        got = yield i
        if got:
            return got

async def co():
    return 5
g = lambda: (yield)
'''


# What python3.11's marshal makes of it: the flags of what is shared depend on who asks.
BYTES = zlib.decompress(base64.b85decode(
    "c-oCrU2EG`7(VZjl*nIEmydd5Tbqw1)Fd;@-7Z2}){Mah871pz4MkHW#hA)=dSo}5aUd{{$|DykY`7P@$Y2XA`49UI=?KgS3cFnHJkkr3tG?$*a-"
    "5IBe56P6`Ffu7ysuu9^!?=Ud3+0@MXb057X2A4sUhVEC7%&XZV*e^qlE0!Xi*NVfd<J@YY<VgR7BZ|t&mLOh|f8a5HjGyBQsh8cq@2ooT`EFlsr{h#3QR<K|}pPi6L22sly)5+=qy$PHPE5R>%~o^l"
    "AQpuxmg(1=rGsT9Hmi&aYo0dx-nJag*N1-PXy5bf2t4Mykn6Wix9+-"
    "{xHL2v<3T@DsF1oiw3FxQZ9B{DNet4;wxhE}uBQb)q^(#b(*HZ+)duD%q@dWi`9tlug5N7qg;=TkIwgx?7~JUD=s$R=wo0kke1BM8q>8aUQ83q&5MKq2~|wjBXFD5H^Uf0y2_Mvmg0TU<uB~Eg2u*V"
    "sU()#21``TQSSUwZ+<4pSaWR7+*6HC_K<+gX{U79R-{5O#M;qbuxYqwBW6r&B{xKCk3}qE`7>anfVGcN_jgo!1!)HJY-"
    "yiFB>fH`t;FyAZ!5Pn{oWz654!NWmiMf-6|J=3OX_<V;yn{$dWSG)<(VR&YkAQ_QvyxX8k~YxBDvb9v`1Og?6MDuivJBhhJ{|dIMiyYO{yfr-oNY!l~VER|Kb-"
    "N|V;~P3aG~DVgM4LWnQqnn>Fgv3dSu_D9K^lRUBkIeA6o#_cmfmBRb@t1zgQzR|O}x!b?)Kjv7(g74`&z5kqYnL!W}#jUQ{%vW`t*=tPKu}gMsXVs7Cy6G6MtLtIXhTa!z((P=KAKsk|g8xbzZLV*x"
    "|D|33Q@j3Bn>f@ab|-h|cP9_E=>v5-h`z!pN=DJvbw94_#j;g(_<K^<A6E@07-"
    "8HkKNT{Yw&S26VDED>t~ZE3dpiP=9UliOqSm3H%<y>r9}wEaRu=*=#RKpO!WUSF&W4~)&KHaa$xW!k*Q5oTv`(2^rzQn7dOKwyvH?-r*l_U8L5cB-=1ci<CH&~d19PRkU1Bp~#dDVs{=tS0r-"
    "rcr+}pm_A(E07;6ZzI%*$hw+KC}NOf20Vx$1q+8>VP1-"
    "BF^c;*e*ulPmv@pD*4!p9LZ<j+Cf41R(qo+NfD(8GISz(h@ys?L^X>znozzDu^Ki;r@hfTt;!CE;vT<p=B(xS^S&kL_<9y?{3h<{AF}gB(NeXL68yLI3dx8{Kc(<j9X+MhU(lW2<Q|*M;?T^oyQ%5k"
    "4s^g0;bDF_?N@$(>_%Obi4;ifD{HMgumsHtuMELH=*kdmEL+n"
))


def loaded():
    return marshal.loads(BYTES)


def codes(code):
    yield code
    for c in code.co_consts:
        if isinstance(c, types.CodeType):
            yield from codes(c)


def function():
    return next(c for c in loaded().co_consts if isinstance(c, types.CodeType))


print("what it shows before it ever ran")
first, second = loaded(), compile(SOURCE, "later.py", "exec")
print(first == second, hash(first) == hash(loaded()), first == loaded(), first != second.replace(co_name="other"))
for a, b in zip(codes(first), codes(second)):
    print(a.co_name, a == b, a.co_code == b.co_code, list(a.co_lines()) == list(b.co_lines()), list(a.co_positions()) == list(b.co_positions()),
          a.co_stacksize == b.co_stacksize, a.co_exceptiontable == b.co_exceptiontable, a.co_consts == b.co_consts, a.co_varnames, a.co_cellvars, a.co_freevars)
print([i.opname for i in dis.get_instructions(function())][:5], dis.findlinestarts and list(dis.findlinestarts(function()))[:3])

print("what it does")
names = {"__name__": "later"}
exec(loaded(), names)
print(names["f"](1), names["f"](1, k=0), names["f"].__doc__, names["C"]().m(), list(names["gen"](3)))
try:
    names["co"]().send(None)
except StopIteration as end:
    print(end.value)
try:
    names["f"](1, "x")
except TypeError as error:
    tb = error.__traceback__.tb_next
    while tb:
        print(tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_lasti >= 0)
        tb = tb.tb_next

print("as a function's code")
inner = function()
f = types.FunctionType(inner, {})
print(f(5, 2, k=3), f.__code__ is inner)


def other(a, b=2, *args, k=3, **kw):
    return None


other.__code__ = function()
print(other(7), other.__code__ == inner)

print("copies before and after")
copy = function().replace(co_name="renamed", co_firstlineno=100)
print(copy.co_name, list(copy.co_lines())[0], types.FunctionType(copy, {})(1, 2, k=3))
again = copy.replace(co_consts=copy.co_consts)
print(again == copy, types.FunctionType(again, {})(2, 2, k=3), again.replace(co_filename="y").co_filename)

print("traced from its first line")
events = []


def trace(frame, event, arg):
    if frame.f_code.co_filename == "later.py":
        events.append((frame.f_code.co_name, event, frame.f_lineno))
    return trace


code = loaded()
sys.settrace(trace)
exec(code, names)
names["f"](1, k=0)
list(names["gen"](1))
sys.settrace(None)
print(events)
code = loaded()
sys.setprofile(lambda frame, event, arg: events.append((event, frame.f_code.co_name)))
events.clear()
exec(code, names)
names["C"]().m()
sys.setprofile(None)
print([e for e in events if e[1] in ("m", "C", "<module>")])
