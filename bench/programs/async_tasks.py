"""A tree of tasks under asyncio: groups, queues, locks, events, time limits."""
import asyncio

N = 9


async def tree(depth, seen):
    seen.append(depth)
    if depth == 0:
        await asyncio.sleep(0)
        return 1
    return sum(await asyncio.gather(*(tree(depth - 1, seen) for _ in range(3))))


async def memo(depth, known):
    if depth in known:
        return known[depth]
    await asyncio.sleep(0)
    value = depth if depth < 2 else await memo(depth - 1, known) + await memo(depth - 2, known)
    known[depth] = value
    return value


async def producer(queue, count):
    for i in range(count):
        await queue.put(i)
    await queue.put(None)


async def consumer(queue, lock, results):
    while (item := await queue.get()) is not None:
        async with lock:
            results.append(item * item)
        queue.task_done()


async def main(turn):
    seen, results = [], []
    total = await tree(4, seen) + await memo(30, {}) % 1000
    queue, lock = asyncio.Queue(4), asyncio.Lock()
    async with asyncio.TaskGroup() as group:
        group.create_task(producer(queue, 80))
        group.create_task(consumer(queue, lock, results))
        event = asyncio.Event()
        waiting = [group.create_task(event.wait()) for _ in range(20)]
        await asyncio.sleep(0)
        event.set()
    total += sum(results) + sum(task.result() for task in waiting) + len(seen)
    task = asyncio.create_task(asyncio.sleep(100))
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        total += turn
    async with asyncio.timeout(10):
        done, pending = await asyncio.wait([asyncio.ensure_future(asyncio.sleep(0, i)) for i in range(20)])
    return total + sum(task.result() for task in done) + len(pending)


def run(n):
    return sum(asyncio.run(main(i)) for i in range(n))
