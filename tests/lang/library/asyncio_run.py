"""asyncio: tasks, timeouts, queues, locks, streams, task groups."""
import asyncio, sys, time
async def f(n):
    await asyncio.sleep(0.01*n); return n
async def main():
    print(await asyncio.gather(f(3),f(1),f(2)))
    t=asyncio.create_task(f(1)); print(await t, t.done())
    try: await asyncio.wait_for(asyncio.sleep(5), 0.02)
    except asyncio.TimeoutError: print('timeout')
    q=asyncio.Queue()
    async def prod():
        for i in range(3): await q.put(i)
        await q.put(None)
    async def cons():
        while (x:=await q.get()) is not None: print('got',x)
    async with asyncio.TaskGroup() as tg: tg.create_task(prod()); tg.create_task(cons())
    async with asyncio.timeout(1): await asyncio.sleep(0)
    lock=asyncio.Lock()
    async with lock: print('locked', lock.locked())
    ev=asyncio.Event(); asyncio.get_running_loop().call_later(0.01, ev.set); await ev.wait(); print('ev')
    srv=await asyncio.start_server(handle,'127.0.0.1',0); port=srv.sockets[0].getsockname()[1]
    r,w=await asyncio.open_connection('127.0.0.1',port); w.write(b'hi\n'); await w.drain(); print(await r.readline()); w.close(); await w.wait_closed(); srv.close(); await srv.wait_closed()
    t=asyncio.create_task(asyncio.sleep(9)); await asyncio.sleep(0); t.cancel()
    try: await t
    except asyncio.CancelledError: print('cancelled')
    async def bad(): raise ValueError('x')
    print(await asyncio.gather(bad(), f(1), return_exceptions=True))
    try:
        async with asyncio.TaskGroup() as tg: tg.create_task(bad()); tg.create_task(bad())
    except* ValueError as e: print(e.exceptions)
    for c in asyncio.as_completed([f(2),f(1)]): print(await c)
    async def agen():
        for i in range(3): yield i; await asyncio.sleep(0)
    print([x async for x in agen()])
    return 'done'
async def handle(r,w):
    w.write((await r.readline()).upper()); await w.drain(); w.close()
print(asyncio.run(main()))
