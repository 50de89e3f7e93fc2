def deco(n):
    print("make", n)
    def apply(f):
        print("apply", n, f if isinstance(f, str) else f.__name__)
        return f
    return apply
@deco(1)
@deco(2)
def f(): pass
@deco("class")
class C: pass
@(lambda f: "replaced")
def g(): pass
print(g)
x = [deco]
@x[0](3)
def h(): pass
