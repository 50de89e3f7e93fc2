def f(a, b=1, *args, c, d=2, **kw) -> int:
    "doc string"
    x = 1
f.custom = 5
print(f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__defaults__, f.__kwdefaults__, f.__annotations__)
print(f.__dict__, f.__closure__, f.__globals__ is globals())
c = f.__code__
print(c.co_argcount, c.co_kwonlyargcount, c.co_posonlyargcount, c.co_varnames, c.co_nlocals, c.co_flags, c.co_name)
f.__defaults__ = (10, 20)
f.__kwdefaults__ = {"c": 1}
f()
f.__name__ = "renamed"
print(f.__name__, f.__qualname__)
for text in ("f.__name__ = 1", "f.__defaults__ = 5", "f.__code__ = 1", "del f.__name__"):
    try:
        exec(text)
    except TypeError as e:
        print(e)
