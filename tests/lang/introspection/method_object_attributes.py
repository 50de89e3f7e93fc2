from types import MethodType


class A:
    def f(self, x=1):
        "doc of f"

    @classmethod
    def c(cls):
        pass


a = A()
m = a.f
print(m.__self__ is a, m.__func__ is A.f, m.__name__, m.__qualname__, m.__doc__, m.__defaults__, m.__code__.co_name)
for name, value in ("__doc__", 1), ("own", 1), ("__self__", 1), ("__func__", 1), ("__name__", "x"):
    for act in (lambda: setattr(m, name, value), lambda: delattr(m, name)):
        try:
            act()
        except Exception as e:
            print(name, type(e).__name__, e)
print(m == a.f, m is a.f, m == A().f, hash(m) == hash(a.f), m != a.f)
for args in ((), (1,), (len,), (len, None), (1, 2), (len, 1, 2)):
    try:
        print(MethodType(*args))
    except TypeError as e:
        print(e)
print(MethodType(len, [1, 2])(), MethodType(A, 1).__self__)
try:
    MethodType(len, object=1)
except TypeError as e:
    print(e)
try:
    m < a.f
except TypeError as e:
    print(e)
print(A.c.__self__ is A, m.__reduce__()[1][1], type(m.__get__(1, int)))
