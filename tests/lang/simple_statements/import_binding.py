import os.path, sys as system
print(os.__name__, system.__name__)
import os.path as osp
print(osp.__name__)
def f():
    import math
    from math import pi as PI, e
    return sorted(locals())
print(f())
class C:
    import math
    from math import tau
print(C.math.__name__, round(C.tau, 3))
