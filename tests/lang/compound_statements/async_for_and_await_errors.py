class NotIterator:
    def __aiter__(self): return 3
class NotAwaitable:
    def __aiter__(self): return self
    def __anext__(self): return 3
class NoIter:
    def __await__(self): return 3
class Coroutine:
    def __await__(self): return inner()
class Fine:
    def __await__(self):
        return (yield "yielded")
async def inner(): return 1
async def over(x):
    async for item in x: pass
async def wait(x):
    return await x
async def comprehension():
    return [x async for x in 3]
async def twice():
    c = inner()
    await c
    await c


def run(c):
    try:
        print("yielded", c.send(None))
        c.send("value")
    except StopIteration as e:
        print("returned", e.value)
    except Exception as e:
        print(type(e).__name__, e)
    finally:
        c.close()


run(over(3))
run(over([]))
run(over(NotIterator()))
run(over(NotAwaitable()))
run(wait(3))
run(wait(None))
run(wait(NoIter()))
run(wait(Fine()))
run(wait(inner()))
run(comprehension())
run(twice())
run(wait((x for x in ())))
