"""Changes the code objects of many functions at random and runs what comes out.

    minipy tests/fuzz/mutate_code.py FIRST COUNT

One mutant for each seed: bytes and units of co_code, constants, names, tables, sizes, counts and
flags, bytes of what marshal makes of it, or of its pack under a right seal; called in several ways, some under a
trace function that jumps and unbinds locals. Whatever it raises is fine. Each seed is printed before its mutant runs, so
that the last one printed is to blame for a crash (tests/fuzz/fuzz_code.py).
"""
import marshal
import os
import random
import signal
import sys
import types

import packs

# ---- functions that between them use every instruction ------------------------------------------


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return True

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        return True


class Ticker:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        self.n -= 1
        if self.n < 0:
            raise StopAsyncIteration
        return self.n


class Base:
    attribute = 3

    def method(self, *args, **kwargs):
        return len(args)


class Derived(Base):
    def method(self, *args):
        return super().method(*args) + self.attribute


def plain(a, b=2, *rest, c=3, **more):
    total = a
    for x in rest:
        total += x
    return total + b * c - len(more)


def locals_and_loops(n=3):
    seen = []
    while n > 0:
        n -= 1
        if n == 1:
            continue
        seen.append(n)
    else:
        del n
    return seen


def attributes(o=None):
    o = Derived()
    o.attribute = o.method(1, 2)
    o.attribute += 1
    del o.attribute
    return o.method


def displays(a=1, b=2):
    x = [a, b, *range(3)]
    y = {a, *x}
    z = {"k": a, "l": b, **dict(m=3)}
    w = {a: b, "q": 1}
    return (x[0], x[1:2], y, z, w, (*x, *y), [1, 2, 3], {1, 2, 3})


def subscripts(a=None):
    a = [1, 2, 3]
    a[0] = a[1] + a[-1]
    a[1:2] = [5]
    del a[0]
    a, b = a
    c, *d = (a, b, 1)
    return a < b < 3, a in d, a is not c, not b, -a, +b, ~c


def comprehensions(n=4):
    return ([x for x in range(n)], {x for x in range(n)}, {x: x for x in range(n)},
            [x + y for x in range(n) if x for y in (1, 2)], list(i for i in range(n)))


def texts(a=1, b="x"):
    return f"{a} {b!r:>5} {a:{b}^{a}} {b!s} {a!a}" + "%s" % b


def calls(a=1, b=2):
    args, kwargs = (1, 2), {"c": 5}
    return (plain(a, b), plain(a, c=3), plain(*args, **kwargs), plain(1, *args, c=1, **{"z": 1}),
            len(args), print_nothing(a), isinstance(a, int), "x".join(["a", "b"]), type(a))


def print_nothing(*args):
    return None


def closures(a=1):
    cell, other = a, [2]

    def inner(b, c=3):
        nonlocal cell
        cell += b

        def innermost():
            return cell, b, other
        return innermost

    r = inner(1)()
    del cell
    return r


def tries(a=0):
    try:
        try:
            1 / a
        except ZeroDivisionError as e:
            x = e
            raise ValueError("v") from e
        except (TypeError, KeyError):
            return 1
        finally:
            y = 1
    except ValueError:
        return y, 2
    else:
        return 3
    finally:
        del y


def groups(a=0):
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
    except* ValueError as e:
        a += len(e.exceptions)
    except* (TypeError, KeyError):
        a += 10
        raise
    return a


def withs(a=1):
    with Manager() as m, Manager():
        a += 1
        raise KeyError(m)
    for x in (1, 2):
        with Manager():
            continue
    return a


def matches(o=(1, 2, {"k": 3})):
    match o:
        case [1, x, {"k": y, **rest}]:
            return x, y, rest
        case Base(attribute=z) | {"a": z}:
            return z
        case int(n) if n > 3:
            return n
        case str() | None | [*_]:
            return 5
        case _:
            assert o, "nothing"


def classes(a=1):
    class Local(Base):
        x: int = a
        y = [a for _ in range(2)]

        def get(self):
            return __class__, super().method(a)
    return Local().get()


def imports():
    import math
    from math import pi, floor as fl
    import math as m
    return math, pi, fl(2.5), m


def generator(n=3):
    x = yield 0
    try:
        for i in range(n):
            x = yield i
    except ValueError:
        yield x
    finally:
        x = 1
    y = yield from (1, 2)
    yield from inner_generator(y)
    return n


def inner_generator(a):
    b = yield a
    return b


async def coroutine(n=2):
    async with Manager() as m:
        n += await other_coroutine(n)
    async for x in Ticker(2):
        n += x
    return [x async for x in Ticker(2)], [await other_coroutine(i) for i in range(2)], m


async def other_coroutine(a):
    return a


async def async_generator(n=2):
    for i in range(n):
        x = yield i
    async for y in Ticker(2):
        yield await other_coroutine(y)
    yield x


def lambdas(a=1):
    f = lambda x, /, y=2, *, z=3: (x, y, z, a)
    return f(1), f(1, 2, z=a), (lambda: a)(), a if a else 0, a and f or 1


def globals_and_names():
    global made
    made = 1
    r = made
    del made
    return r, Base, len


FUNCTIONS = [f for f in list(globals().values()) if isinstance(f, types.FunctionType)]
SAFE = {name: __builtins__.__dict__[name] if isinstance(__builtins__, types.ModuleType) else __builtins__[name]
        for name in ("__build_class__", "len", "range", "isinstance", "type", "int", "str", "list", "dict", "set",
                     "tuple", "super", "repr", "iter", "next", "hasattr", "getattr", "ValueError", "TypeError",
                     "KeyError", "ZeroDivisionError", "ExceptionGroup", "StopIteration", "StopAsyncIteration",
                     "locals", "AssertionError")}
SAFE["__import__"] = lambda name, *rest: sys.modules["math"]
GLOBALS = {f.__name__: f for f in FUNCTIONS}
GLOBALS.update(Manager=Manager, Ticker=Ticker, Base=Base, Derived=Derived, __builtins__=SAFE, __name__="mutant")

# ---- changes ------------------------------------------------------------------------------------

OPCODES = [1, 2, 9, 10, 11, 12, 15, 25, 30, 31, 32, 33, 35, 36, 37, 49, 50, 51, 52, 53, 54, 60, 61, 68, 69, 70, 71, 74,
           75, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105,
           106, 107, 108, 109, 110, 111, 112, 114, 115, 116, 117, 118, 119, 120, 122, 123, 124, 125, 126, 128, 129,
           130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 142, 144, 145, 146, 147, 148, 149, 151, 152, 155,
           156, 157, 160, 162, 163, 164, 165, 166, 171, 172, 173, 174, 175, 176]
CACHES = {25: 4, 60: 1, 92: 1, 95: 4, 106: 4, 107: 2, 116: 5, 122: 1, 160: 10, 166: 1, 171: 4}
FLAGS = [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200]
SIZES = [0, 1, 2, 3, 5, 17, 255, 2**31 - 1, -1]


def codes_in(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


ALL = [code for f in FUNCTIONS for code in codes_in(f.__code__)]
VALUES = [None, 0, 1, -1, 2.5, "s", "", b"b", (), (1,), ("a",), ("a", "b"), ("c",), True, ..., frozenset((1,)), 10**30]


def value(rnd):
    return rnd.choice(ALL) if rnd.random() < 0.2 else rnd.choice(VALUES)


def units(code):
    """[[opcode, operand]], without the caches, which bytes_of() puts back."""
    raw, out, i = code.co_code, [], 0
    while i < len(raw):
        out.append([raw[i], raw[i + 1]])
        i += 2 + 2 * CACHES.get(raw[i], 0)
    return out


def bytes_of(out):
    return b"".join(bytes(unit) + bytes(2 * CACHES.get(unit[0], 0)) for unit in out)


def small(rnd):
    return rnd.choice((0, 1, 2, 3, 4, 5, 8, 255)) if rnd.random() < 0.8 else rnd.randrange(256)


def change_units(rnd, code):
    out = units(code)
    for _ in range(rnd.choice((1, 1, 1, 2, 4))):
        i, j = rnd.randrange(len(out)), rnd.randrange(len(out))
        how = rnd.randrange(8)
        if how == 0:
            out[i][0] = rnd.choice(OPCODES)
        elif how == 1:
            out[i][1] = small(rnd)
        elif how == 2:
            out[i], out[j] = out[j], out[i]
        elif how == 3 and len(out) > 1:
            del out[i]
        elif how == 4:
            out.insert(i, [rnd.choice(OPCODES), small(rnd)])
        elif how == 5:
            out.insert(i, list(out[j]))
        elif how == 6:
            other = units(rnd.choice(ALL))
            k = rnd.randrange(len(other))
            out[i:i + rnd.randrange(4)] = [list(unit) for unit in other[k:k + rnd.randrange(1, 8)]]
        else:
            out[i][1] = (out[i][1] + rnd.choice((-1, 1))) % 256
    return code.replace(co_code=bytes_of(out))


def change_bytes(rnd, data):
    data = bytearray(data)
    for _ in range(rnd.choice((1, 1, 2, 5))):
        if not data or rnd.random() < 0.2:
            data.insert(rnd.randrange(len(data) + 1), rnd.randrange(256))
        elif rnd.random() < 0.2:
            del data[rnd.randrange(len(data))]
        else:
            data[rnd.randrange(len(data))] = rnd.randrange(256)
    return bytes(data)


def change_code_bytes(rnd, code):
    data = change_bytes(rnd, code.co_code)
    return code.replace(co_code=data[:len(data) & ~1])


def change_tuple(rnd, items, make):
    items = list(items)
    how = rnd.randrange(4)
    if how == 0 or not items:
        items.insert(rnd.randrange(len(items) + 1), make())
    elif how == 1:
        items[rnd.randrange(len(items))] = make()
    elif how == 2:
        del items[rnd.randrange(len(items))]
    else:
        rnd.shuffle(items)
    return tuple(items)


def change_constants(rnd, code):
    return code.replace(co_consts=change_tuple(rnd, code.co_consts, lambda: value(rnd)))


def change_names(rnd, code):
    field = rnd.choice(("co_names", "co_varnames", "co_freevars", "co_cellvars"))
    names = change_tuple(rnd, getattr(code, field), lambda: rnd.choice(("a", "b", "x", "len", "cell", "Base", ".0")))
    return code.replace(**{field: names})


def change_number(rnd, code):
    field = rnd.choice(("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_stacksize", "co_nlocals",
                        "co_firstlineno"))
    old = getattr(code, field)
    return code.replace(**{field: rnd.choice((old - 1, old + 1, rnd.choice(SIZES)))})


def change_flags(rnd, code):
    flags = code.co_flags
    for _ in range(rnd.choice((1, 1, 2))):
        flags ^= rnd.choice(FLAGS)
    return code.replace(co_flags=flags)


def change_table(rnd, code):
    field = rnd.choice(("co_linetable", "co_exceptiontable", "co_exceptiontable"))
    table = getattr(code, field)
    if rnd.random() < 0.3:
        table += bytes((0x80 | rnd.randrange(8), rnd.randrange(1, 30), rnd.randrange(60), rnd.randrange(8)))
    return code.replace(**{field: change_bytes(rnd, table)})


def change_nested(rnd, code):
    inner = [i for i, c in enumerate(code.co_consts) if isinstance(c, types.CodeType)]
    if not inner:
        return change_units(rnd, code)
    i = rnd.choice(inner)
    constants = list(code.co_consts)
    constants[i] = change(rnd, constants[i])
    return code.replace(co_consts=tuple(constants))


def change_marshal(rnd, code):
    made = marshal.loads(change_bytes(rnd, marshal.dumps(code)))
    return made if isinstance(made, types.CodeType) else code


def near(rnd, n):
    return rnd.choice((max(0, n + rnd.choice((-2, -1, 1, 2, 5))), rnd.choice((0, 1, 2, 127, 255, 0xffffff))))


def change_instructions(rnd, instructions):
    """Other opcodes (with as many caches, mostly), operands, and what stands elsewhere."""
    for _ in range(rnd.choice((1, 1, 2, 4))):
        i = rnd.randrange(len(instructions))
        op, arg = instructions[i]
        how = rnd.randrange(4)
        if how == 0:
            same = [o for o, n in enumerate(packs.CACHES) if n == packs.opcode_caches(op)]
            instructions[i] = rnd.choice(same) if rnd.random() < 0.9 else rnd.randrange(140), arg
        elif how == 1:
            instructions[i] = op, near(rnd, arg)
        elif how == 2:
            instructions[i] = rnd.choice(instructions)
        else:
            instructions.insert(i, instructions.pop(rnd.randrange(len(instructions))))


def change_packed(rnd, code):
    """Our own instructions and tables, and the bytes of all values, under a right seal."""
    data = packs.pack(code)
    if not data:
        return code
    parts = packs.Parts(data[packs.HEAD.size:])
    how = rnd.randrange(6)
    if how < 3:
        change_instructions(rnd, parts.instructions)
    elif how == 3:
        numbers = rnd.choice((parts.numbers, parts.body_numbers))
        i = rnd.randrange(len(numbers))
        numbers[i] = near(rnd, numbers[i])
    elif how == 4:
        parts.rest = change_bytes(rnd, parts.rest)
    body = parts.join()
    return marshal.loads(packs.seal(change_bytes(rnd, body) if how == 5 else body))


CHANGES = [change_units] * 8 + [change_code_bytes] * 2 + [change_constants] * 3 + [
    change_names, change_number, change_flags, change_table, change_table, change_nested, change_nested, change_marshal] + [
    change_packed] * 6


def change(rnd, code):
    for _ in range(rnd.choice((1, 1, 1, 2, 3))):
        try:
            code = rnd.choice(CHANGES)(rnd, code)
        except (ValueError, TypeError, SystemError, EOFError, OverflowError, MemoryError, IndexError):
            pass
    return code

# ---- running ------------------------------------------------------------------------------------


class Late(BaseException):
    pass


def ring(number, frame):
    raise Late


def tracer(rnd):
    left = rnd.randrange(1, 30)

    def trace(frame, event, arg):
        nonlocal left
        left -= 1
        if frame.f_globals is GLOBALS and left % 3 == 0 and left > 0:
            try:
                if rnd.random() < 0.6:
                    frame.f_lineno = frame.f_code.co_firstlineno + rnd.randrange(12)
                elif rnd.random() < 0.5:
                    frame.f_locals.clear()
                else:
                    seen = frame.f_locals
                    seen[rnd.choice(list(seen) or ["a"])] = value(rnd)
            except ValueError:
                pass
        return trace
    return trace


def drain(rnd, made):
    if hasattr(made, "asend"):
        for step in (made.asend(None), made.asend(1), made.athrow(ValueError), made.aclose()):
            drain(rnd, step)
    if not hasattr(made, "send"):
        if rnd.random() < 0.3:
            repr(made)
        return
    for _ in range(6):
        try:
            how = rnd.randrange(8)
            if how == 0:
                made.throw(ValueError)
            elif how == 1:
                made.send(how)
            elif how == 2:
                made.close()
            else:
                made.send(None)
        except Exception:
            pass


def call(rnd, code, f):
    how = rnd.randrange(5)
    cells = tuple(types.CellType(value(rnd)) if rnd.random() < 0.9 else types.CellType() for _ in code.co_freevars)
    if how == 0:
        try:
            f.__code__ = code
        except ValueError:
            f = types.FunctionType(code, GLOBALS, closure=cells)
    elif how == 1:
        return exec(code, GLOBALS, closure=cells or None)
    else:
        f = types.FunctionType(code, GLOBALS, "f", f.__defaults__, cells)
        f.__kwdefaults__ = {"c": 3}
    arguments = [value(rnd) if rnd.random() < 0.5 else iter([1, 2]) for _ in range(rnd.choice((0, 1, 1, 2, 3)))]
    if rnd.random() < 0.2:
        sys.settrace(tracer(rnd))
    made = f(*arguments)
    if rnd.random() < 0.3:
        made = f(*arguments)
    sys.settrace(None)
    drain(rnd, made)


def attempt(seed):
    rnd = random.Random(seed)
    f = rnd.choice(FUNCTIONS)
    f = types.FunctionType(f.__code__, GLOBALS, f.__name__, f.__defaults__)
    f.__kwdefaults__ = {"c": 3}
    code = change(rnd, rnd.choice(list(codes_in(f.__code__))))
    signal.setitimer(signal.ITIMER_REAL, 1, 0.5)
    try:
        for _ in range(2):
            try:
                call(rnd, code, f)
            except Exception:
                pass
            sys.settrace(None)
        hash(code), code == code.replace(), list(code.co_lines()), list(code.co_positions()), code.co_lnotab
        marshal.dumps(code)
    except Late:
        pass
    except Exception:
        pass
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_REAL, 0)


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    signal.signal(signal.SIGALRM, ring)
    sys.unraisablehook = lambda info: None
    sys.displayhook = lambda value: None
    import warnings
    warnings.simplefilter("ignore")
    for seed in range(first, first + count):
        os.write(1, b"%d\n" % seed)
        try:
            attempt(seed)
        except Late:
            pass


main()
