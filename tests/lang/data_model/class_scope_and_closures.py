x = "global"
def f():
    x = "function"
    class C:
        print(x)
        x = "class"
        print(x)
        def method(self): return x
        lam = lambda: x
        lst = [x for _ in "a"]
    return C().method(), C.lam(), C.lst
print(f())
class D:
    x = "class level"
    g = list(x for x in [x])
    try:
        h = [x for _ in [1] if x]
    except NameError as e:
        print(e)
print(D.g, D.h)
