a = b = c = []
print(a is b is c)
(x, y), [z, *w] = (1, 2), (3, 4, 5)
print(x, y, z, w)
d = {}
d["k"], d["m"] = 1, 2
print(d)
class C: pass
C.a, C.b = C.c = 3, 4
print(C.a, C.b, C.c)
l = [0, 0, 0, 0]
l[1:3], l[0] = "ab", "first"
print(l)
l[::2] = 7, 8
print(l)
for text in ("l[::2] = 1, 2, 3", "l[0:2] = 5"):
    try:
        exec(text)
    except (ValueError, TypeError) as e:
        print(e)
for d["key"] in range(3): pass
print(d)
