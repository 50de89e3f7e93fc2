class D:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
def f():
    a = D("a")
    b = D("b")
    print("leaving")
f()
x = D("x")
x = D("y")
del x
l = [D(1), D(2), D(3)]
l.clear()
d = {1: D("value")}
d[1] = None
print("end")
