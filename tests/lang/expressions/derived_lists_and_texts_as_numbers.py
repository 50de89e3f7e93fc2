# A class derived from list adds in place as list does, whatever its __add__ is; a str that has __index__
# is a number to float().
class X:
    def __radd__(self, o): return "radd"
    def __rmul__(self, o): return "rmul"
    def __iter__(self): return iter([5])


class L(list):
    def __mul__(self, o): return "mul"
    def __add__(self, o): return "add"


class B(bytearray):
    def __add__(self, o): return "add"


class I(L):
    def __iadd__(self, o): return "iadd"


for make, other in (list, X()), (bytearray, X()), (tuple, X()), (str, X()), (L, X()), (L, [2]), (L, 1), (B, b"x"), \
        (I, [2]):
    for what in "a += other", "a *= other", "a = a + other", "a = a * other":
        names = {"a": make(), "other": other}
        try:
            exec(what, names)
            print(make.__name__, what, names["a"])
        except TypeError as e:
            print(make.__name__, what, e)


class T(str):
    def __index__(self): return 3


class F(str):
    def __float__(self): return 4.0


class Y(bytes):
    def __index__(self): return 5


print(float(T("2.5")), int(T("7")), complex(T("2")), float(F("2.5")), float(Y(b"2.5")), int(Y(b"7")))
