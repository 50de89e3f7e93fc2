def f(x):
    y = x + 1
    breakpoint()
    z = y * 2
    return z
print(f(1))
import pdb
def g():
    pdb.set_trace()
    a = 1
    b = 2
g()
try:
    1/0
except ZeroDivisionError:
    import sys
    pdb.post_mortem()
pdb.run("x = 1; y = 2")
pdb.runcall(f, 5)
print(pdb.runeval("3+4"))
