class C:
    def f(self): return __class__.__name__
    g = lambda self: __class__
class D(C): pass
print(D().f(), D().g() is C, C.f.__closure__[0].cell_contents.__name__)
def outside():
    try:
        return __class__
    except NameError as e:
        return str(e)
print(outside())
