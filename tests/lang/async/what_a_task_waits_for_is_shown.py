"""The callbacks of a future, as its repr names them."""
import asyncio


def called(future):
    pass


async def main():
    future = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(wait(future), name="t")
    await asyncio.sleep(0)
    print(repr(future).split(" cb=")[1])
    future.add_done_callback(called)
    print("task_wakeup" in repr(task), repr(future).split(" cb=")[1].split("called()")[0])
    future.set_result(1)
    await task


async def wait(future):
    return await future


asyncio.run(main())
