async def add(a, b): return a + b
async def main():
    x = await add(1, 2)
    return await add(x, 10)
c = main()
print(type(c).__name__, c.cr_running, c.cr_await, c.__name__)
try:
    c.send(None)
except StopIteration as e:
    print(e.value)
try:
    c.send(None)
except RuntimeError as e:
    print(e)
