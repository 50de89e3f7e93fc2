class Count:
    def __init__(self, n): self.i, self.n = 0, n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.i >= self.n: raise StopAsyncIteration
        self.i += 1
        return self.i
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e:
        return e.value
async def main():
    out = []
    async for x in Count(4):
        if x == 2: continue
        out.append(x)
    else:
        out.append("else")
    return out, [y * 2 async for y in Count(3)], {y async for y in Count(2)}, {y: 1 async for y in Count(2)}
print(run(main()))
async def bad(v):
    async for x in v: pass
class Half:
    def __aiter__(self): return 5
for v in ([1], Half()):
    try:
        run(bad(v))
    except TypeError as e:
        print(e)
