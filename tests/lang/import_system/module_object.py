# Modules: attributes, __getattr__, repr.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys
M = type(sys)
m = M('mod', 'doc')
attempt(lambda: m)
attempt(lambda: m.__doc__)
attempt(lambda: m.x)
m.x = 1
attempt(lambda: m.x)
del m.x
attempt(lambda: m.x)
attempt(delattr, m, 'x')
attempt(M)
attempt(M, 1)
attempt(lambda: sorted(m.__dict__))
m.__getattr__ = lambda n: 'ga ' + n
attempt(lambda: m.foo)
m.__dir__ = lambda: ['b', 'a']
attempt(dir, m)
attempt(lambda: m.__annotations__)
attempt(lambda: sys)
attempt(setattr, m, '__dict__', {})
attempt(lambda: M.__dict__['__dict__'])


class MS(M): 
    y = 5
    @property
    def z(self): return 'z' + self.__name__


ms = MS('ms')
ms.q = 1
attempt(lambda: (ms.y, ms.z, ms.q, ms))
m.__class__ = MS
attempt(lambda: (m.y, m.z))
mm = M('w')
del mm.__name__
attempt(lambda: mm.x)
attempt(lambda: mm)
mm.__file__ = 'F'
attempt(lambda: mm)
