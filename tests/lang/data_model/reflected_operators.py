class A:
    def __add__(self, o): print("A.add"); return NotImplemented
    def __radd__(self, o): print("A.radd"); return "radd"
class B(A):
    def __radd__(self, o): print("B.radd"); return "b-radd"
print(1 + A())
print(A() + B())
try:
    A() + 1
except TypeError as e:
    print(e)
try:
    A() + A()
except TypeError as e:
    print(e)
