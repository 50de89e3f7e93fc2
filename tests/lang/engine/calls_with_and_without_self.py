"""Sites that call one function with a self and without: what one way has taught them must not serve the other."""
TEXT = '''
class C:
    def f(self, a, b=0): return type(self).__name__, a, b
    def g(self, a=5, b=6, c=7): return type(self).__name__, a, b, c
    @classmethod
    def h(cls, a, b=0): return cls.__name__, a, b
    @staticmethod
    def s(a=1, b=2): return a, b
class D(C):
    pass
D.s = staticmethod(C.f)
D.h = C.f
def call0(o): return o.f(1, b=2)
def call1(o): return o.f(1, a=2)
def call2(o): return o.f(b=1, a=2)
def call3(o): return o.f(a=2)
def call4(o): return o.g(1)
def call5(o): return o.g(1, 2, 3)
def call6(o): return o.g(1, c=3)
def call7(o): return o.h(1, b=2)
def call8(o): return o.s(1, b=2)
def call9(o): return o.s(1)
def call10(o): return o.f(1)
def call11(o): return o.f(1, 2, 3)
'''


def attempt(f, *args):
    try:
        return f(*args)
    except TypeError as e:
        return e


def made():
    names = {}
    exec(TEXT, names)
    return names


for number in range(12):
    for first in range(4):
        names = made()
        f, objects = names[f"call{number}"], [names["C"](), names["C"], names["D"](), names["D"]]
        objects = objects[first:] + objects[:first]
        for o in objects:
            seen = {str(attempt(f, o)) for _ in range(60)}
            print(number, first, *seen)
