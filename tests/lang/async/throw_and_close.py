class Y:
    def __await__(self):
        try:
            yield "waiting"
        finally:
            print("await cleanup")
async def f():
    try:
        await Y()
    except ValueError as e:
        print("caught", e)
        return "recovered"
    finally:
        print("finally")
c = f()
print(c.send(None))
try:
    c.throw(ValueError("thrown"))
except StopIteration as e:
    print(e.value)
c = f()
c.send(None)
c.close()
c = f()
c.close()
print("closed")
