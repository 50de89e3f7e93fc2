"""Coroutines that await each other, driven by hand."""

N = 63000


class Pause:
    def __await__(self):
        yield 1


async def leaf(i):
    if i % 4 == 0:
        await Pause()
    return i


async def work(n):
    total = 0
    for i in range(n):
        total += await leaf(i)
    return total


def run(n):
    task = work(n)
    try:
        while True:
            task.send(None)
    except StopIteration as end:
        return end.value
