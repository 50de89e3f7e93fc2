# super in all its forms.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class A:
    def f(self): return 'A.f'
    @classmethod
    def c(cls): return 'A.c', cls.__name__
    @staticmethod
    def s(): return 'A.s'
    @property
    def p(self): return 'A.p'
    x = 1


class B(A):
    def f(self): return 'B.' + super().f()
    @classmethod
    def c(cls): return super().c()
    def g(self): return super().x, super().p, super().s(), super(B, self).f(), super(B, type(self)).c()
    def h(self): return super().nope
    def i(self): return super().__class__
    def j(self): return repr(super())
    def k(): return super().f
    def l(self):
        del self
        return super().f
    def m(self): super().x = 3


b = B()
attempt(b.f)
attempt(b.c)
attempt(b.g)
attempt(b.h)
attempt(b.i)
attempt(b.j)
attempt(B.k)
attempt(b.l)
attempt(b.m)
attempt(super)
attempt(super, 1)
attempt(super, A, 1)
attempt(super, B, A())
attempt(lambda: super(A).__thisclass__)
attempt(lambda: super(A).__self__)
attempt(lambda: repr(super(A)))
attempt(lambda: super(A).f)
attempt(super, a=1)
attempt(lambda: super(B, b).__self_class__)
attempt(lambda: super(A, b).__get__(b))
attempt(lambda: super(B).__get__(b).f())
