import dis
import io
import re
import sys


def calls(f, *args, **kw):
    g = f(1)(2)
    (f or g)(*args, **kw)
    (f if args else g)(x=1, y=args[0:2])
    return sys.exit, f"{f!r:>{args}}", f.a.b(
        args,
    )


def blocks(items):
    for i, (a, *b) in enumerate(items):
        with open(i) as h:
            try:
                h[i:a] = b
            except* (OSError, KeyError) as e:
                print(e)
            finally:
                del h
    while items is not None and items:
        items.pop()
    return [x for x in items if x]


async def waits(it):
    async for x in it:
        yield await x
    (await it)()


class Base:
    def __init__(self):
        super().__init__()
        self.x: int = super().y

    def cell(self):
        return lambda: self


def matches(v):
    match v:
        case {"a": 1, **rest} if rest:
            return rest
        case Base(x=[1, *_]):
            pass


for f in (calls, blocks, waits, Base.__init__, Base.cell, matches):
    print(f.__name__)
    out = io.StringIO()
    dis.dis(f, depth=0, file=out)
    print(re.sub(" at 0x[0-9a-f]+", "", out.getvalue()))
    print(f.__code__.co_stacksize, list(f.__code__.co_lines()))
print(dis.code_info(calls))
try:
    1 / 0
except ZeroDivisionError as e:
    print(e.__traceback__.tb_lasti > 0, e.__traceback__.tb_frame.f_lasti > 0)
    dis.disassemble(compile("a +\\\n b()", "x", "eval"), 8)
print([dis.stack_effect(dis.opmap[n], 3) for n in ("BUILD_SLICE", "CALL", "PRECALL", "LOAD_GLOBAL", "BUILD_MAP", "SEND")])
