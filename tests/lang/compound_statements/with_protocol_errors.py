class NoExit:
    def __enter__(self): pass
class NoEnter:
    def __exit__(self, *args): pass
class OnInstance:
    def __init__(self):
        self.__enter__ = self.__exit__ = lambda *args: None
class NotCallable:
    __enter__ = None
    __exit__ = None
class FewArguments:
    def __enter__(self): pass
    def __exit__(self): pass
class OddTruth:
    def __enter__(self): return self
    def __exit__(self, *args): return self
    def __bool__(self): raise KeyError("truth")
class AsyncOnly:
    async def __aenter__(self): pass
    async def __aexit__(self, *args): pass


async def plain_in_async():
    async with NoExit(): pass
async def no_aexit():
    class C:
        async def __aenter__(self): pass
    async with C(): pass
async def not_awaitable():
    class C:
        def __aenter__(self): return 3
        async def __aexit__(self, *args): pass
    async with C(): pass
async def exit_not_awaitable():
    class C:
        async def __aenter__(self): pass
        def __aexit__(self, *args): return 4
    async with C(): pass
def sync(make):
    with make(): 1 / 0
def run(f):
    try:
        f().send(None)
    except StopIteration:
        print("finished")


for make in NoExit, NoEnter, OnInstance, NotCallable, FewArguments, OddTruth, AsyncOnly, int:
    try:
        sync(make)
    except Exception as e:
        print(make.__name__, type(e).__name__, e)
for f in plain_in_async, no_aexit, not_awaitable, exit_not_awaitable:
    try:
        run(f)
    except TypeError as e:
        print(f.__name__, e)
