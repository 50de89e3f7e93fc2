import asyncio, contextlib, io


@contextlib.contextmanager
def tag(name):
    print("<", name)
    try:
        yield name
    except KeyError:
        print("swallowed")
    finally:
        print(">", name)


with tag("a") as x, tag("b"):
    print(x)
with tag("c"):
    raise KeyError
try:
    with tag("d"):
        raise ValueError
except ValueError:
    print("out")


@tag("decorated")
def f():
    return 1


print(f())
with contextlib.ExitStack() as stack:
    stack.enter_context(tag("e"))
    stack.callback(print, "callback", end="\n")
    stack.push(lambda *a: True)
    raise OSError
with contextlib.suppress(ZeroDivisionError), contextlib.redirect_stdout(io.StringIO()) as out, contextlib.nullcontext(3) as n:
    print(n)
    1 / 0
print(out.getvalue(), end="")


@contextlib.asynccontextmanager
async def atag():
    print("enter")
    try:
        yield 1
    finally:
        print("exit")


async def main():
    async with atag() as v, contextlib.AsyncExitStack() as s:
        await s.enter_async_context(atag())
        print(v)
    async with contextlib.aclosing(gen()) as g:
        async for i in g:
            print(i)
            break


async def gen():
    for i in range(3):
        yield i


coroutine = main()
try:
    coroutine.send(None)
except StopIteration:
    print("done")


class C:
    def close(self):
        print("closed")


with contextlib.closing(C()):
    pass


@contextlib.contextmanager
def bad():
    yield 1
    yield 2


for manager in bad(), contextlib.contextmanager(lambda: iter(()))():
    try:
        with manager:
            pass
    except (RuntimeError, AttributeError) as error:
        print(type(error).__name__, error)
