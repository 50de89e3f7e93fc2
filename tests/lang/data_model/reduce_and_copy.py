# __reduce_ex__, __getstate__, and the copies made by them.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import sys


class A:
    pass


attempt(lambda: object().__reduce_ex__(2)[1:])
attempt(lambda: object().__reduce__()[1:])
attempt(lambda: A().__reduce_ex__(2)[1:])
a = A()
a.z = 1
attempt(lambda: a.__reduce_ex__(4)[2:])
attempt(lambda: a.__getstate__())
attempt(lambda: A().__getstate__())
attempt(lambda: [1].__reduce_ex__(2)[2])
attempt(lambda: sys.__reduce_ex__(2))
attempt(lambda: (1).__reduce_ex__(2)[1])
attempt(lambda: {}.__reduce_ex__(2)[3:5][0])
attempt(lambda: type(a).__reduce_ex__(a, 0)[1:])
attempt(lambda: len.__reduce__())
attempt(lambda: [].append.__reduce__())
attempt(lambda: list.append.__reduce__())


class SL:
    __slots__ = ('a', 'b')


s = SL()
s.a = 3
attempt(lambda: s.__getstate__())
attempt(lambda: s.__reduce_ex__(2)[2])
attempt(lambda: s.__reduce_ex__(0))
attempt(object().__format__, 'x')
attempt(object().__format__, 1)
attempt(format, None, 'x')
attempt(lambda: object().__dir__()[:0])
attempt(object.__init_subclass__, 1)
attempt(lambda: object.__subclasshook__(1))
attempt(lambda: object().__sizeof__() > 0)
import copy
attempt(lambda: vars(copy.copy(a)))
attempt(lambda: copy.deepcopy([1, [2]]))
