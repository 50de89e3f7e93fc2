"""Trace functions that are methods of all kinds; methods loaded as values, whose class and instance change meanwhile."""
import functools
import sys
import types


def f(x):
    y = x
    return y


class Tracer:
    def __init__(self, name):
        self.name, self.seen = name, []

    def all(self, frame, event, arg):
        self.seen.append((self.name, event, frame.f_lineno - f.__code__.co_firstlineno))
        return self.all

    @classmethod
    def of_class(cls, frame, event, arg):
        print(cls.__name__, event)

    def replaces(self, frame, event, arg):
        print(self.name, event)
        sys.settrace(None)          # the last reference to self but the call's
        return self.name            # is not callable, and never asked for

    def raises(self, frame, event, arg):
        raise KeyError(self.name)

    def wrong(self, frame):
        pass

    def __del__(self):
        print("gone:", self.name)


t = Tracer("a")
sys.settrace(t.all); f(1); sys.settrace(None)
print(t.seen)
sys.setprofile(t.all); f(1); sys.setprofile(None)
print(t.seen[4:])
sys.settrace(Tracer.of_class); f(1); sys.settrace(None)
sys.settrace(Tracer("b").replaces); f(1)
for bad in (t.raises, t.wrong, types.MethodType(3 .__add__, t), types.MethodType(t.wrong, 1)):
    sys.settrace(bad)
    try:
        f(1)
    except Exception as e:
        print(type(e).__name__, e, sys.gettrace())
made = []
sys.settrace(made.append)
try:
    f(1)
except TypeError as e:
    print(e)
sys.settrace(types.MethodType(lambda self, frame, event, arg: made.append((self, event)), "me")); f(1); sys.settrace(None)
sys.settrace(types.MethodType(functools.partial(t.all), 1))
try:
    f(1)
except TypeError as e:
    print(e)
print(made)


class A:
    def m(self):
        return "A.m"


class B(A):
    pass


def load(o):
    return o.m


o, p = B(), B()
print([load(x)() for x in (o, p) for _ in range(20)][::13])
B.m = lambda self: "B.m"
print(load(o)(), load(p)())
o.m = "own"
print(load(o), load(p)())
del o.m
print(load(o)(), load(o) == load(o), load(o) is load(o))
o.__dict__["m"] = "in the dict"
print(load(o), load(p)())
del B.m
print(load(p)(), load(p).__self__ is p)
A.m = property(lambda self: "a property")
print(load(p))
A.m = staticmethod(lambda: "static")
print(load(p)(), load(p)())
p.__class__ = type("C", (B,), {"m": lambda self: "C.m"})
print(load(p)(), load(p)())
