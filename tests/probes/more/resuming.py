"""Generators and coroutines: starts, resumes, yields, ends."""
import types


def numbers(n):
    for i in range(n):
        got = yield i
        if got:
            yield got


def delegate():
    yield from numbers(2)
    return 5


@types.coroutine
def suspend():
    yield "s"


async def work():
    await suspend()
    return 1


async def outer():
    return await work()


def stubborn():
    try:
        yield 1
    except ValueError:
        yield 2


list(numbers(3))
one = numbers(5)
next(one)
one.send("sent")
one.close()
list(delegate())
running = outer()
running.send(None)
try:
    running.send(None)
except StopIteration:
    pass
thrown = stubborn()
next(thrown)
thrown.throw(ValueError())
thrown.close()
numbers(1).close()
[i for i in (j for j in numbers(2))]
