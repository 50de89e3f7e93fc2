# What coroutines' and async generators' awaitables answer to send, throw and close, one by one.
import sys


def attempt(f, *args):
    try:
        return f(*args)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


class Wait:
    def __init__(self, *values):
        self.values = values

    def __await__(self):
        try:
            for v in self.values:
                print("got", (yield v))
        except KeyError as e:
            yield f"caught {e}"
        finally:
            print("left")
        return "done"


async def use(*values):
    return await Wait(*values)


class Numbers:
    def __init__(self, *awaitables):
        self.awaitables = list(awaitables)

    def __aiter__(self):
        return self

    def __anext__(self):
        return self.awaitables.pop(0)


async def generate():
    try:
        x = yield 1
        print("sent", x)
        await Wait("inner")
        yield 2
    except ValueError:
        yield 3


def steps(awaitable, *hows):
    for how, *args in hows:
        print(how, args, attempt(getattr(awaitable, how, None) or (lambda *a: "none"), *args))
    close = getattr(awaitable, "close", None)
    print("close", close and attempt(close))


HOWS = [[("send", None), ("send", 5), ("send", None)], [("send", 5)], [("__next__",), ("throw", KeyError("k")), ("__next__",)],
        [("throw", ValueError("v"))], [("__next__",), ("throw", ValueError, "text", None), ("send", None)], [("close",), ("send", None)], [("__next__",), ("throw", 5)]]
for hows in HOWS:
    print("-- wrapper of a coroutine")
    c = use(1, 2)
    steps(c.__await__(), *hows)
    c.close()
    print("-- anext with a default")
    for default in (), ("default",):
        for source in (Numbers(Wait(1, 2)), Numbers(use(3)), generate(), Numbers(5), Numbers(iter("ab"))):
            try:
                awaitable = anext(source, *default)
            except TypeError as e:
                print(e)
                continue
            wrapped = awaitable.__await__() if hasattr(awaitable, "__await__") else awaitable
            print(type(source).__name__, default, type(wrapped).__name__)
            if type(wrapped).__name__ != "async_generator_asend" or default:
                steps(wrapped, *hows)
    print("-- asend, athrow, aclose")
    for make in (lambda g: g.asend(None), lambda g: g.asend(1), lambda g: g.athrow(ValueError("a")), lambda g: g.athrow(KeyError), lambda g: g.aclose()):
        for started in False, True:
            g = generate()
            if started:
                print(attempt(g.asend(None).send, None))
            steps(make(g), *hows)
            print(attempt(g.aclose().send, None))
w = use().__await__()
print(type(w).__name__, iter(w) is w, [n for n in dir(w) if not n.startswith("__")], attempt(lambda: len(w)))
for o in use(), w, generate(), generate().asend(None):
    print(type(o).__name__, o.__sizeof__() > 16 if hasattr(o, "__sizeof__") else None)
    if hasattr(o, "close"):
        o.close()
