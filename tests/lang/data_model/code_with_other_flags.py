# Functions go on when replace() changes their code but not its instructions: types.coroutine does that.
import types


def times(a, b): return a * b
def twice(a): return a * 2
def keep(a):
    b = c = a
    c, b = b, c
    return b + c


for f in times, twice, keep:
    f.__code__ = f.__code__.replace(co_flags=f.__code__.co_flags | 0x100)
print(times(3, 4), twice(3), keep(3))


@types.coroutine
def gen():
    try:
        a = yield
        yield a ** 2
    finally:
        print("left with", a)


async def foo():
    await gen()

coro = foo()
coro.send(None)
print(coro.send(10))
coro.close()
