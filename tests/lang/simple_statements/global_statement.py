def f():
    global a, b
    a, b = 1, 2
f()
print(a, b)
def g():
    global h, C
    def h(): return "global h"
    class C: pass
    global mod
    import math as mod
g()
print(h(), C.__qualname__, mod.__name__)
for i in range(2):
    def k():
        global i
        i = 10
    k()
    print(i)
