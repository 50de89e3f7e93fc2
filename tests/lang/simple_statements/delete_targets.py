x = 1
del x
try:
    x
except NameError as e:
    print(e)
a, b, l, d = 1, 2, [1, 2, 3, 4], {"k": 1, "m": 2}
del a, b, l[0], l[1:], d["k"]
print(l, d)
class C: y = 1
del C.y
print(hasattr(C, "y"))
p, q, r = 1, 2, 3
del (p, [q]), r
print("p" in globals())
def f():
    z = 1
    del z
    try:
        return z
    except UnboundLocalError as e:
        return str(e)
print(f())
try:
    del undefined
except NameError as e:
    print(e)
