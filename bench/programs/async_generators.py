"""Asynchronous generators, comprehensions and contexts, driven without a loop."""
import contextlib

N = 300


class Turn:
    def __await__(self):
        return (yield self)


async def numbers(count):
    for i in range(count):
        if i % 8 == 0:
            await Turn()
        yield i


async def squares(source):
    async for value in source:
        yield value * value


async def echo():
    got = None
    while True:
        got = yield got
        if got == "stop":
            return


@contextlib.asynccontextmanager
async def opened(log):
    log.append("in")
    try:
        yield len(log)
    finally:
        log.append("out")


class Walk:
    def __init__(self, end):
        self.at, self.end = 0, end

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.at == self.end:
            raise StopAsyncIteration
        self.at += 1
        return self.at


async def main(size):
    total, log = 0, []
    async for value in squares(numbers(size)):
        total += value
    total += sum([x async for x in numbers(size) if x % 2]) + len({x % 5: x async for x in numbers(size)})
    async with opened(log) as depth:
        total += depth
    async for value in Walk(size):
        total += value
    talk = echo()
    await talk.asend(None)
    for i in range(size):
        total += await talk.asend(i)
    await talk.aclose()
    return total + len(log)


def drive(coroutine):
    turns = 0
    try:
        while True:
            coroutine.send(None)
            turns += 1
    except StopIteration as end:
        return end.value + turns


def run(n):
    return sum(drive(main(60 + i % 3)) for i in range(n))
