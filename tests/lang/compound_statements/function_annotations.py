def f(a: 1, b: "two" = 2, /, c: [3] = 3, *d: 4, e: 5 = 5, **g: 6) -> "ret": pass
print(f.__annotations__)
def order(x: print("annotation x") = print("default x"), y: print("annotation y") = print("default y")): pass
print((lambda x: x).__annotations__)
class C:
    def m(self, __p: int): pass
print(C.m.__annotations__)
