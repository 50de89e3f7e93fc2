def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e:
        return e.value
async def g():
    try:
        got = yield 1
        print("got", got)
        yield 2
    finally:
        print("finally")
async def main():
    a = g()
    print(type(a).__name__, await a.__anext__(), await a.asend("sent"))
    await a.aclose()
    out = []
    async for x in g(): out.append(x)
    b = g()
    await b.__anext__()
    try:
        await b.athrow(KeyError("k"))
    except KeyError as e:
        out.append(repr(e))
    try:
        await b.__anext__()
    except StopAsyncIteration:
        out.append("stopped")
    return out
print(run(main()))
