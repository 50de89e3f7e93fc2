"""Attributes whose access is audited, by every way that leads to them."""
import types


def plain(a, b=1, *, c=2):
    return a


def gen():
    yield


async def coroutine():
    pass


async def agen():
    yield


for name in ("__code__", "__defaults__", "__kwdefaults__"):
    value = getattr(plain, name)
    setattr(plain, name, value)
    types.FunctionType.__dict__[name].__get__(plain)
for value in (None, 5):
    for name in ("__defaults__", "__kwdefaults__", "__code__"):
        try:
            setattr(plain, name, value)
        except (TypeError, ValueError) as e:
            print(e)
try:
    del plain.__code__
except TypeError as e:
    print(e)
del plain.__defaults__, plain.__kwdefaults__
g, c, a = gen(), coroutine(), agen()
g.gi_code, g.gi_frame, g.gi_running, g.gi_yieldfrom
c.cr_code, c.cr_frame, c.cr_await
a.ag_code, a.ag_frame
g.gi_frame.f_code, g.gi_frame.f_lineno, g.gi_frame.f_back
c.close()
hasattr(g, "gi_code")
vars(types.GeneratorType)["gi_code"].__get__(g)
try:
    1 / 0
except ZeroDivisionError as e:
    e.__traceback__.tb_frame.f_globals
    e.__traceback__.tb_next
types.CodeType(0, 0, 0, 0, 1, 0, b"\x97\x00d\x00S\x00", (None,), (), (), "f", "n", "q", 1, b"", b"")
plain.__code__.replace()
types.FunctionType(plain.__code__, {}, "name")
try:
    plain.__code__.replace(co_argcount=-1)
except ValueError as e:
    print(e)


class A:
    pass


class B:
    pass


class C(A):
    pass


C.__bases__ = (B,)
C.__name__ = C.__qualname__ = C.__module__ = "other"
C.__doc__ = "text"
for name in ("__bases__", "__name__", "__doc__", "__module__"):
    for cls in (C, int):
        try:
            delattr(cls, name)
        except (TypeError, AttributeError) as e:
            print(e)
x = A()
x.__class__ = B
for value in (int, 5, C):
    try:
        x.__class__ = value
    except TypeError as e:
        print(e)
