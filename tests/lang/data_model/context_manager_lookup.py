class C: pass
try:
    with C(): pass
except TypeError as e:
    print(e)
class E:
    def __enter__(self): return 1
try:
    with E(): pass
except TypeError as e:
    print(e)
