class A:
    def f(self): return ["A"]
class B(A):
    def f(self): return ["B"] + super().f()
class C(A):
    def f(self): return ["C"] + super().f()
class D(B, C):
    def f(self): return ["D"] + super().f()
    @classmethod
    def g(cls): return super().__thisclass__.__name__, cls.__name__
    @staticmethod
    def h():
        try:
            super()
        except RuntimeError as e:
            return str(e)
print(D().f(), D.g(), D.h(), super(B, D()).f())
try:
    super(int, "x")
except TypeError as e:
    print(e)
