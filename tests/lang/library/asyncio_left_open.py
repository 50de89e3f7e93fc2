"""A loop that a program leaves open: python3.11 never frees it, so that nothing is heard of it at the end."""
import asyncio
import socket


class Loop(asyncio.SelectorEventLoop):
    def close(self):
        print("closed with", socket.AF_INET.name, len(asyncio.all_tasks(self)), asyncio.Future.__name__)
        super().close()


loop = Loop()
asyncio.set_event_loop(loop)
loop.run_until_complete(asyncio.sleep(0))
done = loop.create_future()
loop.call_soon(done.set_result, 3)
print(loop.run_until_complete(done))
task = loop.create_task(asyncio.sleep(1))
