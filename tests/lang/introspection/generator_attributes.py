import inspect


def gen(x):
    yield x
    yield from (i for i in "ab")


g = gen(1)
print(g.__name__, g.__qualname__, g.gi_running, g.gi_suspended, g.gi_yieldfrom, g.gi_code.co_name,
      g.gi_frame.f_lineno, inspect.getgeneratorstate(g))
next(g)
next(g)
print(g.gi_suspended, type(g.gi_yieldfrom).__name__, g.gi_frame.f_locals, inspect.getgeneratorlocals(g))
for name, value in (("__name__", "n"), ("__qualname__", "q"), ("__name__", 1), ("__qualname__", None),
                    ("gi_frame", 1), ("gi_running", 1), ("gi_code", 1), ("gi_yieldfrom", 1), ("own", 1)):
    try:
        setattr(g, name, value)
        print(name, getattr(g, name))
    except Exception as e:
        print(name, type(e).__name__, e)
g.close()
print(g.gi_frame, g.gi_suspended, g.gi_yieldfrom, inspect.getgeneratorstate(g))
try:
    type(g)()
except TypeError as e:
    print(e)


async def co():
    pass


c = co()
print(c.__name__, c.cr_running, c.cr_suspended, c.cr_await, c.cr_origin, c.cr_code.co_name)
c.close()
print(c.cr_frame)
