import weakref
class C: pass
c = C()
r = weakref.ref(c, lambda ref: print("gone", ref() is None))
print(r() is c, weakref.getweakrefcount(c))
del c
print(r())
try:
    weakref.ref(1)
except TypeError as e:
    print(e)
