class C(int, metaclass=type):
    class Inner: pass
print(C.__name__, C.Inner.__qualname__, C.__base__, C.__bases__, C.__mro__[-1], C.__flags__ & (1 << 9) != 0)
print(C.__subclasses__(), int.__subclasses__() == [bool, C] or C in int.__subclasses__())
C.__name__ = "Renamed"
print(C, C.__name__)
for text in ("C.__name__ = 5", "C.__bases__ = ()", "int.x = 1", "del C.__name__", "C.__dict__ = {}"):
    try:
        exec(text)
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
