class Meta(type):
    pass
class OtherMeta(type):
    pass
class A(metaclass=Meta): pass
class B(metaclass=OtherMeta): pass
class Slots1:
    __slots__ = "a",
class Slots2:
    __slots__ = "b",
class Final:
    def __init_subclass__(cls, **kw): raise TypeError(f"no subclasses, {kw}")
class Entries:
    def __mro_entries__(self, bases): return (dict,)
class BadEntries:
    def __mro_entries__(self, bases): return [dict]
def show(source):
    try:
        exec(source, globals())
        print(source, "->", C.__mro__, type(C).__name__)
    except Exception as e:
        print(source, "->", type(e).__name__, e)


X, Y = type("X", (), {}), type("Y", (), {})
class XY(X, Y): pass
class YX(Y, X): pass
for source in ("class C(A, B): pass", "class C(XY, YX): pass", "class C(X, X): pass", "class C(object, X): pass",
               "class C(int, str): pass", "class C(Slots1, Slots2): pass", "class C(bool): pass", "class C(type(None)): pass",
               "class C(3): pass", "class C(len): pass", "class C(Final, x=1): pass", "class C(X, x=1): pass",
               "class C(Entries()): pass", "class C(BadEntries()): pass", "class C(metaclass=3): pass",
               "class C(metaclass=int): pass", "class C(metaclass=lambda *a, **k: X): pass", "class C: __slots__ = 3",
               "class C: __slots__ = 'a b',", "class C:\n  __slots__ = 'a',\n  a = 1", "class C(int): __slots__ = 'a',",
               "class C: __classcell__ = 3", "class C: __qualname__ = 3", "class C(*[X], **{'metaclass': Meta}): pass",
               "class C(X, *3): pass", "class C(**{1: 2}): pass", "class C(typing_missing): pass"):
    show(source)
