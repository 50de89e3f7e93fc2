for x, *y in [(1, 2, 3), "ab"]: print(x, y)
d = {}
for d["k"] in "ab": print(d)
class C: pass
for C.a in range(2): pass
print(C.a)
for i in range(3):
    i += 10
    print(i, end=" ")
print()
for i in (): pass
else: print("empty else", i)
try:
    for i in 5: pass
except TypeError as e:
    print(e)
