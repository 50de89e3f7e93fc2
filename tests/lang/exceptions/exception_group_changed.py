# ExceptionGroup is made at run time, so that programs can change it: its classes and caches follow.


class Sub(ExceptionGroup):
    pass


def group(cls=ExceptionGroup):
    return cls("a", [ValueError()])


def read():
    return ExceptionGroup.x, Sub.x, group(Sub).x


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(ExceptionGroup in Exception.__subclasses__(), BaseExceptionGroup.__subclasses__())
for value in 1, 2:
    ExceptionGroup.x = value
    for _ in range(100):
        seen = read()
    print(seen)
del ExceptionGroup.x
show(read)

ExceptionGroup.__str__ = lambda self: "changed"
print(group(), group(Sub), BaseExceptionGroup("a", [KeyboardInterrupt()]))
del ExceptionGroup.__str__
print(group(), group(Sub))

ExceptionGroup.__abstractmethods__ = {"missing"}
print(ExceptionGroup.__abstractmethods__, group(), hasattr(Sub, "__abstractmethods__"))
del ExceptionGroup.__abstractmethods__
show(lambda: ExceptionGroup.__abstractmethods__)
show(lambda: setattr(BaseExceptionGroup, "__abstractmethods__", ()))

ExceptionGroup.__module__ = "module"
ExceptionGroup.__qualname__ = "Q.q"
ExceptionGroup.__doc__ = "text"
print(ExceptionGroup, ExceptionGroup.__name__, ExceptionGroup.__doc__)
ExceptionGroup.__module__, ExceptionGroup.__qualname__ = "builtins", "ExceptionGroup"

print(ExceptionGroup.__mro__)
ExceptionGroup.__bases__ = (BaseExceptionGroup,)
print(Sub.__mro__, isinstance(group(), Exception), ExceptionGroup in Exception.__subclasses__())
ExceptionGroup.__bases__ = (BaseExceptionGroup, Exception)
print(Sub.__mro__, isinstance(group(), Exception), ExceptionGroup in Exception.__subclasses__())
try:
    raise group(Sub)
except* ValueError as caught:
    print(repr(caught))
