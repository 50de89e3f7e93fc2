class A:
    def __iadd__(self, o): print("iadd", o); return self
    def __add__(self, o): return "add"
class B:
    def __add__(self, o): return ("add", o)
a = A(); b = B()
a += 1
b += 2
print(type(a).__name__, b)
x = y = [1]
x += (2, 3)
x *= 2
print(y, x is y)
t = ([],)
try:
    t[0] += [1]
except TypeError as e:
    print(e, t)
