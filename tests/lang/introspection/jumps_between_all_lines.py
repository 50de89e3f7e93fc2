"""A trace function moves its frame from every line to every other, in functions with blocks of all kinds: where that leads
or why it is refused. The pairs are grouped by what came of them."""
import sys


class CM:
    def __enter__(self):
        return 5

    def __exit__(self, *exc):
        return False


class ACM:
    async def __aenter__(self):
        return 5

    async def __aexit__(self, *exc):
        return False


async def agen():
    yield 1
    yield 2


def f_for(out):
    out.append(1)
    for i in (1, 2):
        out.append(2)
        for j in (3,):
            out.append(3)
        else:
            out.append(4)
    else:
        out.append(5)
    out.append(6)


def f_while(out):
    n = 0
    while n < 2:
        n += 1
        out.append(n)
        if n == 5:
            break
        while n < 1:
            out.append(9)
    else:
        out.append(5)
    out.append(6)


def f_with(out):
    out.append(1)
    with CM() as c:
        out.append(2)
        with CM() as d, CM() as e:
            out.append(3)
        out.append(4)
    out.append(6)


def f_try(out):
    out.append(1)
    try:
        out.append(2)
        1 / 0
        out.append(3)
    except ZeroDivisionError as e:
        out.append(4)
        out.append(5)
    except (TypeError, KeyError):
        out.append(6)
    except:
        out.append(7)
    else:
        out.append(8)
    finally:
        out.append(9)
        out.append(10)
    out.append(11)


def f_try2(out):
    out.append(1)
    try:
        try:
            out.append(2)
        finally:
            out.append(3)
            out.append(4)
    finally:
        out.append(5)
    try:
        return out.append(6)
    finally:
        out.append(7)


def f_star(out):
    out.append(1)
    try:
        out.append(2)
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError as e:
        out.append(3)
        out.append(4)
    except* (TypeError, KeyError):
        out.append(5)
        out.append(6)
    else:
        out.append(7)
    finally:
        out.append(8)
    out.append(9)


def f_star2(out):
    out.append(1)
    try:
        out.append(2)
        try:
            raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
        except* ValueError:
            out.append(3)
            try:
                1 / 0
            except ZeroDivisionError:
                out.append(4)
            out.append(5)
        out.append(6)
    except* TypeError as f:
        for i in (1, 2):
            out.append(7)
        with CM():
            out.append(8)
    out.append(9)


def f_star3(out):
    for i in (1,):
        try:
            out.append(2)
        except* ValueError as e:
            out.append(3)
        except* TypeError:
            out.append(4)
        out.append(5)
    out.append(9)


def f_match(out):
    out.append(1)
    match [1, 2]:
        case [1]:
            out.append(2)
        case [1, x] if x > 1:
            out.append(3)
            match x:
                case int():
                    out.append(4)
                case _:
                    out.append(5)
        case {}:
            out.append(6)
        case _:
            out.append(7)
    out.append(8)


def f_comp(out):
    out.append(1)
    x = [i
         for i in (1, 2)
         if i]
    out.append(2)
    y = {
        1: 2,
        3: out.append(4),
    }
    z = (out
         .append(
             5))
    out.append(6)


def f_gen(out):
    out.append(1)
    yield 1
    for i in (1, 2):
        out.append(2)
        x = yield i
    try:
        yield from (3, 4)
    finally:
        out.append(5)
    out.append(6)


async def f_awith(out):
    out.append(1)
    async with ACM() as c:
        out.append(2)
        async for i in agen():
            out.append(3)
        else:
            out.append(4)
        await ACM().__aenter__()
    out.append(5)
    x = [i async for i in agen()]
    out.append(6)


def f_none(out):
    x = None
    if x is None:
        out.append(1)
    else:
        out.append(2)
    if x is not None:
        out.append(3)
    else:
        out.append(4)
    while x is None:
        out.append(5)
        x = 1
    for i in (1, 2):
        if i is None or x is None:
            out.append(6)
        elif i is not None and x:
            out.append(7)
        else:
            out.append(8)
    y = (x
         if x is not None
         else 5)
    out.append(9)


def f_bool(out):
    x = 1
    if x and out or (x and
         not out):
        out.append(1)
    elif not x:
        out.append(2)
    else:
        out.append(2)
    y = (x or
         out.append(5))
    z = 1 < x < (
        5)
    print(*out, file=
          None, end=
          "") if 0 else 1
    assert [x,
            1]
    del x
    lambda: (
       1)
    out.append(f"{out}"
       f"{1}")
    return (
        out)


def f_nested(out):
    for i in (1, 2):
        with CM():
            try:
                out.append(1)
                if i == 2:
                    raise ValueError
            except ValueError as e:
                while True:
                    out.append(2)
                    break
                continue
            finally:
                out.append(3)
        out.append(4)
    global g
    assert out, \
        "no"
    del i
    import os
    class C:
        x = 1
    def h():
        return 1
    out.append(5)
    return


def finish(f, r):
    if f.__code__.co_flags & 0x20:
        list(r)
    elif f.__code__.co_flags & 0x80:
        try:
            while True:
                r.send(None)
        except StopIteration:
            pass


def attempt(f, source, target):
    """What f did and said when it was sent from line to line (counted from its def), or None if it never came there."""
    first, out, events = f.__code__.co_firstlineno, [], []
    tried = []

    def tracer(frame, event, arg):
        if frame.f_code is not f.__code__:
            return None
        events.append(event)
        if len(events) > 300:
            raise KeyboardInterrupt
        if event == "line" and frame.f_lineno == first + source and not tried:
            tried.append(True)
            try:
                frame.f_lineno = first + target
                out.append(f"-> {frame.f_lineno - first}")
            except ValueError as e:
                out.append(str(e).replace(str(first + target), "LINE"))
        return tracer

    sys.settrace(tracer)
    try:
        finish(f, f(out))
    except BaseException as e:
        out.append(f"{type(e).__name__}: {e}")
    finally:
        sys.settrace(None)
    return str(out) if tried else None


for f in [f for name, f in list(globals().items()) if name.startswith("f_")]:
    code = f.__code__
    last = max(line or 0 for _, _, line in code.co_lines()) - code.co_firstlineno
    outcomes = {}
    for source in range(1, last + 1):
        # a generator sent to its start from inside a block crashes python3.11
        for target in range(1 if code.co_flags & 0xa0 and source not in (1, 2) else 0, last + 2):
            r = attempt(f, source, target)
            if r:
                outcomes.setdefault(r, {}).setdefault(source, []).append(target)
    print(f.__name__)
    for r, pairs in outcomes.items():
        print("   ", r, *(f"{a}>" + ",".join(map(str, b)) for a, b in pairs.items()))
