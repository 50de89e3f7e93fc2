"""Every statement that can go two ways, in ways that were taken and in ways that were not."""
import asyncio
import contextlib


def ifs(a, b):
    if a: return 1
    if a and b:
        a = 2
    elif a or \
            b:
        a = 3
    else:
        a = 4
    if not (a == 4 and
            b):
        b = 5
    return (a
            if b
            else 0)


def ends_with_if(x):
    if x:
        x += 1


def loops(n):
    total = 0
    for i in range(n):
        if i == 1:
            continue
        if i > 5:
            break
        total += i
    else:
        total = -total
    while total > 3:
        total -= 1
        if total == 50: break
    else:
        total += 0
    while True:
        total += 1
        if total > 5:
            break
    while total: total -= 1
    for i in ():
        total = 7
    return total


def never(x):
    if x:
        return 1
    for i in x:
        print(i)


def handlers(x):
    try:
        if x == 1:
            raise ValueError(x)
        if x == 2:
            raise KeyError(x)
    except ValueError as e:
        if e.args:
            x = 10
    except KeyError:
        x = 20
    else:
        x = 30
    finally:
        if x > 15:
            x += 1
    with contextlib.suppress(ZeroDivisionError):
        if 1 // (x - 30):
            x = 0
    assert x != 99
    return x


def matches(x):
    match x:
        case 0:
            return "zero"
        case [a, b]:
            return a
        case {"k": v} if v:
            return v
        case _:
            return None


def generator(n):
    for i in range(n):
        if i % 2:
            yield i
        else:
            yield -i
    if (yield):
        yield 5


def comprehensions(n):
    a = [i for i in range(n) if i % 2]
    b = {i: j
         for i in range(n)
         for j in range(i)
         if j > 0}
    c = any(i > 100 for i in a)
    return a, b, c, [x for x in ()]


async def waits(n):
    async for i in agen(n):
        if i:
            await asyncio.sleep(0)
    async with contextlib.AsyncExitStack():
        if n > 100:
            n = 0
    return n


async def agen(n):
    for i in range(n):
        if i != 7:
            yield i


class Thing:
    if True:
        a = 1
    for name in ("x", "y"):
        b = name

    def recursive(self, n):
        if n > 0:
            self.recursive(n - 1)
        else:
            self.a = n
        return 0 < n < 5 < 6


chooses = lambda x: 1 if x else 2
ifs(0, 0), ifs(0, 1), ifs(1, 0)
ends_with_if(0)
loops(3), loops(9), loops(0)
[handlers(i) for i in (0, 1, 2)]
matches(0), matches((1, 2)), matches({"k": 0})
g = generator(3)
list(g)
half = generator(2)
next(half)
comprehensions(4)
asyncio.run(waits(3))
Thing().recursive(3)
chooses(1)
