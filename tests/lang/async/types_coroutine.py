import types, inspect
@types.coroutine
def old():
    x = yield "paused"
    return x
async def main(): return await old()
c = main()
print(c.send(None))
try:
    c.send("resumed")
except StopIteration as e:
    print(e.value)
print(inspect.iscoroutinefunction(main), inspect.isgeneratorfunction(old), inspect.iscoroutine(c))
