def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Fake:
    __class__ = int


class Bases:
    def __init__(self, bases):
        self.__bases__ = bases


class Checked(type):
    def __instancecheck__(cls, obj):
        return "yes" if obj else []

    def __subclasscheck__(cls, sub):
        raise LookupError("asked")


class C(metaclass=Checked):
    pass


for args in ((Fake(), int), (1, (str, (bytes, (int,)))), (1, ()), (1, (int, 5)), (1, (5, int)), (1, 5), (1, [int]), (1, "int"), (1, None), (1, C), (0, C),
             (1, Bases(())), (1, Bases((int,))), (1, Bases(5))):
    show(isinstance, *args)
for args in ((bool, int), (5, int), (int, 5), (int, (str, object)), (int, C), (C, C), (Bases(()), Bases(())), (Bases((int,)), int), (Bases(5), int), (int, ())):
    try:
        print(issubclass(*args))
    except Exception as e:
        print(type(e).__name__, str(e)[:60])
show(isinstance, 1)
show(isinstance, 1, int, 2)
show(isinstance, obj=1, class_or_tuple=int)
deep = int
for i in range(50):
    deep = (deep,)
print(isinstance(1, deep))
