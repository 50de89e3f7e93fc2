"""What is called, and is no function, dies before its arguments, whatever its __call__ is and however they are passed."""
import functools
class Dies:
    def __init__(self, name): self.name = name
    def __del__(self): print("del", self.name, end="; ")
class A(Dies): __call__ = functools.partial(lambda *a: print("call", end="; "))
class B(Dies): __call__ = staticmethod(lambda *a: print("call", end="; "))
class C(Dies): __call__ = print_none = len
class D(Dies): __call__ = classmethod(lambda *a: print("call", end="; "))
class E(Dies):
    def __call__(self, x, *, k=1):
        del x
        print("call", end="; ")
class F(Dies):
    def __call__(self, *a, **k):
        del a
        print("call", end="; ")
class G(Dies):
    def __call__(self, x): 
        del x
        yield
def use(f):
    try: f()
    except TypeError: print("TypeError", end="; ")
for cls in A, B, C, D, E, F, G:
    for i in range(6):
        def f(): cls(14)(Dies(15))
        use(f)
    for i in range(6): use(f)
    def g(): cls(14)(Dies(15), **{})
    def h(): cls(14)(*[Dies(15)])
    def k(): cls(14)(x=Dies(15))
    for i in range(2): use(g), use(h), use(k)
    print(cls)
