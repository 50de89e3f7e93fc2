def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e:
        return e.value
async def one(x): return x
async def gen(n):
    for i in range(n): yield i
async def main():
    a = [await one(x) for x in range(3)]
    b = [x async for x in gen(4) if await one(x % 2)]
    c = [[y async for y in gen(x)] for x in range(3)]
    d = (x * 2 async for x in gen(3))
    return a, b, c, type(d).__name__, [x async for x in d]
print(run(main()))
