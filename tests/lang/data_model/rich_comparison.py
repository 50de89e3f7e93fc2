class C:
    def __init__(self, n): self.n = n
    def __lt__(self, o): print("lt"); return NotImplemented
    def __gt__(self, o): print("gt"); return "greater"
    def __eq__(self, o): print("eq"); return NotImplemented
a, b = C(1), C(2)
print(a < b)
print(a == b, a == a, a != b)
try:
    a <= b
except TypeError as e:
    print(e)
class D(C):
    def __gt__(self, o): print("D gt"); return "derived"
print(C(1) < D(2))
print(1 < 2 < 3 > 2, 1 == 1.0 == True)
