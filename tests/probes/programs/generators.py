"""Generators: next, send, throw, close, yield from, abandoned ones, and coroutines."""


def numbers(limit):
    n = 0
    try:
        while n < limit:
            got = yield n
            if got is not None:
                n = got
            n += 1
    except ValueError as error:
        yield -1
        print("caught", error)
    finally:
        print("closed at", n)


def outer(limit):
    result = yield from inner(limit)
    yield result
    yield from (10 * x for x in range(2))


def inner(limit):
    for i in range(limit):
        yield i
    return "done"


def never_run():
    yield 1


def stubborn():
    while True:
        try:
            yield 1
        except GeneratorExit:
            return
        except KeyError:
            pass


for n in numbers(3):
    print(n)

g = numbers(10)
print(next(g), g.send(5), next(g))
print(g.throw(ValueError("thrown")))
try:
    next(g)
except StopIteration:
    print("stopped")

g = numbers(4)
next(g)
g.close()

g = numbers(4)
g.close()
try:
    numbers(1).throw(KeyError("early"))
except KeyError:
    print("never started")

print(list(outer(2)))
never_run()
g = stubborn()
next(g)
g.throw(KeyError)
g.close()
del g


class Ready:
    def __await__(self):
        value = yield "waiting"
        return value


async def step(n):
    value = await Ready()
    return value * n


async def job():
    total = 0
    for n in range(2):
        total += await step(n + 1)
    return total


async def agen():
    yield 1
    yield 2


async def collect():
    return [x async for x in agen()]


def run(coro):
    value = None
    while True:
        try:
            print(coro.send(value))
        except StopIteration as stop:
            return stop.value
        value = 21


print(run(job()), run(collect()))
