def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    __slots__ = ("s",)
    name = 1


def local():
    return unbound
    unbound = 1


def free():
    def inner():
        return later
    inner()
    later = 1


a = A()
for act in (lambda: undefined_name, local, free, lambda: a.nam, lambda: a.s, lambda: A.nope, lambda: (5).real.x,
            lambda: delattr(a, "s"), lambda: setattr(a, "q", 1), lambda: delattr(a, "q"),
            lambda: setattr(A(), "name", 1), lambda: getattr(a, "zz"), lambda: super(A, a).zip):
    try:
        act()
    except (NameError, AttributeError) as e:
        print(type(e).__name__, e, e.name, getattr(e, "obj", "no obj") is a)
