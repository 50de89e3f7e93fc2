import inspect


def f(a, /, b: int = 1, *args, c, d=2, **kw) -> str:
    """Doc."""
    x = 1
    return lambda: x


class C:
    """Class doc."""

    def m(self): ...

    @classmethod
    def k(cls): ...

    @staticmethod
    def s(): ...

    p = property(lambda self: 1)


def g():
    yield 1


s = inspect.signature(f)
print(s, [(p.name, p.kind.name, p.default is p.empty) for p in s.parameters.values()], s.bind(1, 2, c=3).arguments, s.replace(parameters=[]))
print(inspect.getsource(g), inspect.getdoc(C), inspect.getsourcelines(C)[1], inspect.getmembers(C, inspect.isroutine)[-1][0], inspect.isgeneratorfunction(g), inspect.getmodule(f).__name__)
print(inspect.getfullargspec(f), inspect.getcallargs(f, 1, c=2), inspect.getclosurevars(f(1, c=1)).nonlocals, inspect.unwrap(f) is f, inspect.classify_class_attrs(C)[-1].name)
i = g()
print(inspect.getgeneratorstate(i), next(i), inspect.getgeneratorstate(i), inspect.currentframe().f_lineno, inspect.getmro(bool), inspect.cleandoc("  a\n    b\n"))
for bad in lambda: s.bind(), lambda: s.bind(1, 2, 3, c=1, b=2), lambda: inspect.signature(3), lambda: inspect.getsource(int):
    try:
        print(bad())
    except (TypeError, OSError) as error:
        print(type(error).__name__, error)
