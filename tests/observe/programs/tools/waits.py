import asyncio
async def child(n):
    await asyncio.sleep(0)
    return n * 2
async def agen():
    for i in range(2):
        yield i
async def main():
    x = await child(3)
    async for i in agen():
        x += i
    print("x", x)
    return x
asyncio.run(main())
