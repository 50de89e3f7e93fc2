# Arguments are looked at when the awaitable first runs, and it runs then for good.
async def numbers():
    yield 1


def attempt(f):
    try:
        print("returned", f())
    except BaseException as e:
        print(type(e).__name__, e)


for args in (), (ValueError, 1, None, 2), (1, 2, 3, 4, 5), (ValueError, "v", None):
    g = numbers()
    awaitable = g.athrow(*args)
    print(len(args), g.ag_running)
    attempt(lambda: awaitable.send(None))
    print(g.ag_running)
    attempt(lambda: awaitable.send(None))
    attempt(lambda: awaitable.throw(KeyError("k")))
    attempt(lambda: g.asend(None).send(None))
    attempt(lambda: next(g.aclose()))
