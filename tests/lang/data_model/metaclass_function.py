def meta(name, bases, ns, **kw):
    print(name, bases, sorted(k for k in ns if not k.startswith("__")), kw)
    return 42
class C(metaclass=meta, key="value"):
    a = 1
    def f(self): pass
print(C)
