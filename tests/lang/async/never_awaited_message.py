"""The warning names the line that lost the coroutine, and how to find where it was made."""
async def never(): pass


def f():
    coroutine = never()


f()
never()


class A:
    def __del__(self): never()


A()
