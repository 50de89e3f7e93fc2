class F:
    def __format__(self, spec): return f"<{spec}>"
print(f"{F():abc} {F()} {F()!r:>3.3}", format(F(), "x"), "{:{}}".format(F(), "nested"))
class Bad:
    def __format__(self, spec): return 3
try:
    format(Bad())
except TypeError as e:
    print(e)
try:
    format(object(), "x")
except TypeError as e:
    print(e)
