"""Which events come, in which order, with which arguments."""
from recorder import E, record

RESULTS = E.C_RETURN | E.C_RAISE
EXCEPTIONS = E.RAISE | E.RERAISE | E.EXCEPTION_HANDLED | E.PY_UNWIND | E.PY_THROW


def numbers():
    got = yield 1
    after = got
    got = yield 3; after = got


def generators():
    it = numbers()
    next(it)
    it.send(5)
    list(numbers())


record(generators, E.LINE | E.PY_START | E.PY_RESUME | E.PY_YIELD | E.PY_RETURN)


def inner():
    yield 1
    return 5


def outer():
    return (yield from inner())


class Ends:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


def delegates():
    for _ in outer():
        pass
    for _ in Ends():
        pass
    for _ in []:
        pass


record(delegates, E.STOP_ITERATION | E.RAISE | E.PY_UNWIND | E.PY_YIELD | E.PY_RESUME | E.PY_RETURN)


async def awaited():
    return 7


async def awaits():
    return await awaited()


def coroutines():
    try:
        awaits().send(None)
    except StopIteration as stop:
        return stop.value


record(coroutines, E.PY_START | E.PY_RETURN | E.PY_UNWIND)


class nothing:
    def __enter__(self):
        return 1

    def __exit__(self, *error):
        return None


def lines():
    i = 0
    while i < 2: i += 1
    for j in range(2): i += j
    for j in range(2):
        i += j
    while True:
        i += 1
        if i > 5: break
    text = ("a"
            "b" +
            str(i))
    with nothing() as got:
        pass
    return text


record(lines, E.LINE)


def short(): return 1


def calls_short():
    short()


record(calls_short, E.LINE | E.PY_START | E.PY_RETURN, tools=(0, 2, 5))


class Thing:
    def __init__(self):
        self.x = 1

    def method(self, a=0):
        return a

    def __call__(self):
        pass


def calls():
    thing = Thing()
    thing.method(1)
    method = thing.method
    method(2)
    thing()
    short()
    len("ab")
    "a".upper()
    int("3")
    dict(a=1)
    Thing.method(thing, 3)
    len(*["x"])
    method(a=1)
    "x".join(*[["a"]])
    [].append(3)
    sorted([2, 1], key=None)
    (lambda: 0)()
    list(map(str, [1]))


record(calls, E.CALL | RESULTS)
record(calls, E.CALL)


def failing_calls():
    for wrong in (lambda: len(3), lambda: len(*[3]), lambda: short(1), lambda: int("x"), lambda: [].pop()):
        try:
            wrong()
        except (TypeError, ValueError, IndexError):
            pass


record(failing_calls, E.CALL | RESULTS)


def raises():
    raise ValueError("here")


def exceptions():
    try:
        raises()
    except ValueError as error:
        pass
    try:
        try:
            1 / 0
        finally:
            a = 1
    except ZeroDivisionError:
        try:
            raise
        except Exception:
            pass
    try:
        for x in 1, 2:
            {}[x]
    except KeyError:
        pass
    raises()


record(exceptions, EXCEPTIONS | E.LINE)


def thrown_into():
    try:
        yield 1
    except KeyError:
        yield 2


def throws():
    it = thrown_into()
    next(it)
    it.throw(KeyError("in"))
    next(it, None)
    it = thrown_into()
    try:
        it.throw(IndexError)
    except IndexError:
        pass


record(throws, EXCEPTIONS | E.PY_START | E.PY_RESUME | E.PY_YIELD)


def branches(n, text):
    if n:
        text += "1"
    if not n:
        text += "2"
    if text is None:
        return ""
    return text if n > 2 else text * 2


def takes_branches():
    branches(0, "t")
    branches(1, "t")
    branches(3, "t")


record(takes_branches, E.LINE)
