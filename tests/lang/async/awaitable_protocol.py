class A:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield self.v
        return got * 2
async def main():
    a = await A("first")
    b = await A("second")
    return a, b
c = main()
print(c.send(None), c.send(10))
try:
    c.send(20)
except StopIteration as e:
    print(e.value)
async def bad(v): await v
class NoIter:
    def __await__(self): return 5
for v in (1, "x", NoIter(), [1]):
    try:
        bad(v).send(None)
    except TypeError as e:
        print(e)
