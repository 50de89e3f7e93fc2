class C:
    @classmethod
    def c(cls, x): return cls.__name__, x
    @staticmethod
    def s(x): return x
    @classmethod
    @property
    def p(cls): return cls.__name__
class D(C): pass
print(C.c(1), D().c(2), C.s(3), D().s(4), D.p)
print(C.__dict__["c"].__func__.__name__, C.__dict__["s"].__wrapped__.__name__, C.__dict__["s"](9))
