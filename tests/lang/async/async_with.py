def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e:
        return e.value
class C:
    def __init__(self, n): self.n = n
    async def __aenter__(self): print("aenter", self.n); return self.n
    async def __aexit__(self, t, v, tb): print("aexit", self.n, t and t.__name__); return self.n == 2
async def main():
    async with C(1) as a, C(2) as b:
        print(a, b)
        raise ValueError
    print("swallowed")
    async with C(3): return "returned"
print(run(main()))
class No: pass
async def bad(v):
    async with v: pass
class Enter:
    def __enter__(self): pass
    def __exit__(self, *a): pass
for v in (No(), Enter()):
    try:
        run(bad(v))
    except TypeError as e:
        print(e)
