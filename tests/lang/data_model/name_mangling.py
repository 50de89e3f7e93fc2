class C:
    __private = 1
    __dunder__ = 2
    def __init__(self): self.__x = 3
    def get(self): return self.__x, self.__private, C.__private
    def call(self, **kw): return kw
    def f(self):
        __local = 5
        return locals().keys()
class _D:
    __y = 1
print(C().get(), sorted(k for k in C.__dict__ if "private" in k or "dunder" in k), C().__dict__)
print(_D.__dict__.get("_D__y"), list(C().f()))
class E:
    def m(self): return self.call(__key=1)
    call = C.call
print(E().m())
