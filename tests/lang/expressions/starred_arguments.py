def f(*a, **k): return a, k
print(f(*[1, 2], 3, *(4,), x=1, **{"y": 2}, **{"z": 3}), f(*"ab", *{}), f(**{}))
class M:
    def keys(self): return ["a", "b"]
    def __getitem__(self, k): return k * 2
print(f(**M()), {**M()})
for text in ("f(**{'a': 1}, a=2)", "f(a=1, **{'a': 2})", "f(*5)", "f(**[1])", "f(**{1: 1})", "f(1, *None)"):
    try:
        eval(text)
    except TypeError as e:
        print(text, "->", str(e).replace("__main__.", ""))
