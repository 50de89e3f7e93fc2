"""Names in class bodies: locals, globals, cells; what methods see; del; nonlocal and global."""
x = "global"


def outer():
    x = "enclosing"
    y = "enclosing y"
    class C:
        print(x, y)
        x = "class"
        print(x)
        def m(self): return x
        z = [x for _ in "a"]
        w = [v for v in x[:2]]
        del x
        print(x)
        class Inner:
            print(x)
            u = y
    return C


C = outer()
print(C().m(), C.z, C.w, C.Inner.u, "x" in vars(C))


class G:
    global made_global
    made_global = 1
    def made_global_method(): pass
    x = x + "!"
    locals()["injected"] = 5


print(made_global, G.x, G.injected, hasattr(G, "made_global"))


def f():
    n = 1
    class N:
        nonlocal n
        n = 2
        m = n
    return n, N.m, hasattr(N, "n")


print(f())


class Annotated:
    a: int
    b: "str" = 1
    (c): int = 2
    if False:
        d: float
    __e: int


print(Annotated.__annotations__, sorted(k for k in vars(Annotated) if not k.startswith("__")))


class Mangle:
    __a = 1
    def get(self): return self.__a, __class__.__a, [__b for __b in (1,)]
    def __m__(self): return "not mangled"
    __slots__ = ()
    class __Inner: __deep = 1
    def kw(self, *, __k=5): return __k
    import os.path as __path


print(sorted(n for n in vars(Mangle) if "Mangle" in n), Mangle().get(), Mangle().__m__(), Mangle.kw.__kwdefaults__, vars(Mangle._Mangle__Inner).get("_Inner__deep"))
for source in ["class C:\n nonlocal x", "class C:\n x = 1\n global x", "def f():\n x = 1\n class C:\n  nonlocal x, y", "class C:\n return 1", "class C:\n def f(self): nonlocal __class__", "nonlocal x", "def f(x): global x", "def f(x): nonlocal x", "def f():\n print(x)\n global x", "def f():\n global x\n nonlocal x", "def f():\n nonlocal x", "def f():\n global x, x", "def f():\n x: int\n global x", "def f():\n global x\n x: int = 1", "def f(a, a): pass", "lambda a, a: 1", "def f():\n import x\n global x", "def f():\n for x in y: pass\n global x"]:
    try:
        compile(source, "f", "exec")
        print(repr(source), "compiles")
    except SyntaxError as e:
        print(repr(source), e.msg, e.lineno, e.offset, e.end_offset)
