class Sleep:
    def __init__(self, n): self.n = n
    def __await__(self):
        for _ in range(self.n): yield
async def worker(name, n, log):
    for i in range(n):
        await Sleep(i)
        log.append(f"{name}{i}")
    return name
def gather(*coros):
    results, pending = {}, list(coros)
    while pending:
        for c in pending[:]:
            try:
                c.send(None)
            except StopIteration as e:
                results[c] = e.value
                pending.remove(c)
    return [results[c] for c in coros]
log = []
print(gather(worker("a", 3, log), worker("b", 2, log)), log)
