x: int = 5
y: "str"
z: list[int]
print(x, __annotations__)
try:
    y
except NameError as e:
    print(e)
class C:
    a: int = 1
    b: str
    (c): float = 2.0
    a.real: int
print(C.__annotations__, C.a, hasattr(C, "b"), C.c)
def f():
    v: undefined_name = 3
    w: print("never evaluated")
    return v, f.__annotations__
print(f())
d = {}
d["k"]: int = 7
print(d)
