# What finalizers that run last find: modules are gone, the names of builtins are None, and still there.
import asyncio
import builtins
import contextvars
import os
import sys


class Left:
    def __init__(self, name):
        self.name = name

    def __del__(self, write=os.write):
        try:
            found = ValueError, print, len, abs
        except BaseException as e:
            found = e
        write(1, f"{self.name}: {'all' if found == (ValueError, print, len, abs) else found} {ValueError is None} {sys is None}\n".encode())


class Loop(asyncio.SelectorEventLoop):
    def __init__(self):
        super().__init__()
        self.left = Left("of the policy's loop")


def keep():
    cycle = [Left("in a cycle")]
    cycle.append(cycle)


contextvars.ContextVar("variable").set(Left("in the context"))
builtins.left = Left("in builtins")
builtins._left = Left("in builtins, of an underscore")
sys.left = Left("in sys")
asyncio.left = Left("in asyncio")
asyncio.set_event_loop(Loop())
left = Left("in main")
keep()
sys.stdout.flush()
