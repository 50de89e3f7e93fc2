def none(): pass
def one(a): pass
def two(a, b): pass
def three(a, b, c): pass
def kw(*, x, y, z): pass
def opt(a, b=1): pass
class C:
    def m(self, a): pass
    @classmethod
    def k(cls, a): pass
for text in ("none(1)", "none(1, 2)", "one()", "one(1, 2)", "two()", "three()", "three(1)", "kw()", "kw(x=1)", "kw(1)", "opt()",
             "opt(1, 2, 3)", "C().m()", "C().m(1, 2)", "C.m()", "C.k()", "one(b=1)", "none(x=1)", "two(1, a=1)", "(lambda a: a)()", "kw(1, 2, x=3)"):
    try:
        eval(text)
    except TypeError as e:
        print(text, "->", e)
