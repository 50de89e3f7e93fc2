class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        print("prepare", name, [b.__name__ for b in bases], kw)
        return {"injected": 1}
    def __new__(mcls, name, bases, ns, **kw):
        print("new", name, sorted(ns), kw)
        return super().__new__(mcls, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        print("init", name, kw)
        super().__init__(name, bases, ns)
    def __call__(cls, *args):
        print("call", cls.__name__, args)
        return super().__call__(*args)

class Base(metaclass=Meta, option=3):
    def __init__(self, *a): print("instance init", a)
class Derived(Base): pass
d = Derived(1, 2)
print(type(Derived).__name__, d.injected)
