def f(a, b=2):
    c = 3
    d = locals()
    d["c"] = 99
    return c, sorted(k for k in d)
print(f(1))
def g():
    x = 1
    def inner(): return sorted(locals()), x
    return inner()
print(g())
print(locals() is globals())
class C:
    locals()["made"] = 5
    print(made)
