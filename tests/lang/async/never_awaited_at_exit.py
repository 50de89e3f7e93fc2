"""A coroutine that outlives the program is reported without a place."""
import atexit, warnings

warnings.simplefilter("always")
atexit.register(print, "atexit")


def f():
    async def never(): pass
    global coroutine
    coroutine = never()


f()
file = open("/dev/null")
