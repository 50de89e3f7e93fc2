from __future__ import annotations
x: undefined_type = 1
def f(a: some.thing, b: list[int] = None, *c: "quoted", **d: x if y else z) -> lambda q: q + 1: pass
class C:
    attr: Unknown[1, "two"]
print(__annotations__)
print(f.__annotations__)
print(C.__annotations__)
