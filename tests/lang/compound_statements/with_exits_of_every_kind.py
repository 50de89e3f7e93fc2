"""__exit__ as a function of each signature, a native, a generator; what it sees, returns and raises."""
import sys


class Manager:
    def __init__(self, answer=False):
        self.answer = answer

    def __enter__(self):
        return self

    def __exit__(self, *about):
        print("exit", [getattr(x, "__name__", type(x).__name__) for x in about], sys._getframe(1).f_code.co_name)
        return self.answer


class Named(Manager):
    def __exit__(self, kind, value, traceback, extra=5):
        print(kind, value, extra)
        return True


class TakesNothing(Manager):
    def __exit__(self):
        pass


class Raises(Manager):
    def __exit__(self, *about):
        raise KeyError("x")


class Native(Manager):
    __exit__ = print


class Generates(Manager):
    def __exit__(self, *about):
        yield 1


class Static(Manager):
    @staticmethod
    def __exit__(kind, value, traceback):
        print("static", kind)


class Dies(Manager):
    def __del__(self):
        print("del")


def leave_by_return(manager):
    try:
        with manager:
            return 5
    except Exception as e:
        lines = []
        t = e.__traceback__
        while t:
            lines.append((t.tb_frame.f_code.co_name, t.tb_lineno - t.tb_frame.f_code.co_firstlineno))
            t = t.tb_next
        print(type(e), e, lines)


def leave_by_yield(manager):
    with manager:
        yield 1
    yield 2


for cls in Manager, Named, TakesNothing, Raises, Generates, Static, Dies:
    print(cls.__name__, leave_by_return(cls()))
try:
    with Native() as n:
        pass
finally:
    print(type(n).__name__)
print(list(leave_by_yield(Manager())))
g = leave_by_yield(Manager())
next(g)
g.close()
with Manager(True):
    1 / 0


class Quiet:
    def __enter__(self):
        pass

    def __exit__(self, *about):
        pass


def deep():
    with Quiet():
        deep()


try:
    deep()
except RecursionError:
    print("too deep")
