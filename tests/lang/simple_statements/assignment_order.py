def log(x):
    print(x, end=" ")
    return x


class Box:
    def __setattr__(self, name, value): print("set", name, value, end=" ")
    def __setitem__(self, key, value): print("setitem", key, value, end=" ")
    def __getitem__(self, key):
        print("getitem", key, end=" ")
        return 10


box = Box()
def get():
    print("get", end=" ")
    return box


get().a = get()[log("k")] = log("value"); print()
get()[log("k")] += log(5); print()
get().a, get()[log("k")] = log(1), log(2); print()
i = 0
row = [0, 0, 0]
i, row[i] = 1, "one"
print(i, row)
i = row[i] = 2
print(i, row)
(x, *y), z = [1, 2, 3], 4
print(x, y, z)
[a, [b, c]] = "x", "yz"
print(a, b, c)
*p, = "abc"
print(p)
x = [x for x in (1, 2)]
x[0], x = x, x[1]
print(x)
def f(): x: int = log("never in functions" * 0 or 5); print(x)
f()
get().attr: log("annotation"); print()
get()[log("k")]: log("annotation") = log("value"); print()
(n): log("not stored") = 1; print(__annotations__)
m: log("stored") = 2; print(__annotations__)
