class C:
    def __dir__(self): return ["z", "a", "m"]
print(dir(C()))
class D:
    x = 1
    def __init__(self): self.y = 2
print([n for n in dir(D()) if not n.startswith("__")], [n for n in dir(D) if not n.startswith("__")])
def f():
    b = 1; a = 2
    return dir()
print(f())
