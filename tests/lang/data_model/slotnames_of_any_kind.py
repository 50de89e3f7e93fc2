# The names that copyreg finds for __slots__: kept on the class, where a program may put anything.
import copyreg
def show(f):
    try: r = f()
    except BaseException as e: r = (type(e).__name__, str(e))
    print(r)
class L: __slots__ = ['a', 'b']
for v in ([1], [None], [''], ['a\0'], ['\ud800'], (), 'ab', 4, None, ['a', 'b'], ['__class__', 'x'], range(3), [], {}, ['a']*3):
    L.__slotnames__ = v
    for f in (lambda: L().__reduce_ex__(2)[2:], lambda: L().__getstate__(), lambda: copyreg._slotnames(L)): show(f)
class M:
    __slots__ = ('a',)
    def __getattr__(self, n): del M.__slotnames__[-1]; return 5
M.__slotnames__ = list('xyz')
show(lambda: M().__getstate__())
M.__slotnames__ = list('xyz')
show(lambda: M().__reduce_ex__(2)[2:])
M.__slotnames__ = list('xyz')
class M2(M):
    def __getattr__(self, n): M2.__slotnames__ = 4; M2.l.clear() ; M2.l.extend('xyz'); return 5
M2.l = M2.__slotnames__ = list('xyz')
show(lambda: M2().__reduce_ex__(2)[2:])
import sys
old = copyreg._slotnames
class K: __slots__ = ('q',)
def other_copyreg():
    for v in (4, None, [], ['q'], (), 'x'):
        copyreg._slotnames = lambda c: v
        show(lambda: K().__reduce_ex__(2)[2:])
        show(lambda: K().__getstate__())
    copyreg._slotnames = 5
    show(lambda: K().__getstate__())
    del copyreg._slotnames
    show(lambda: K().__getstate__())
    sys.modules['copyreg'] = None
    show(lambda: K().__getstate__())
    sys.modules['copyreg'] = 5
    show(lambda: K().__getstate__())
    show(lambda: K().__reduce_ex__(2))
    show(lambda: K().__reduce_ex__(1))
    del sys.modules['copyreg']
    show(lambda: K().__reduce_ex__(2)[1:])
try:
    other_copyreg()
finally:  # whatever happens
    copyreg._slotnames = old
    sys.modules['copyreg'] = copyreg
print("-- used up as it was read")
class Used:
    __slots__ = iter(["a", "b"])
class Same(Used):
    __slots__ = ()
class More(Used):
    pass
class One(Used):
    __slots__ = ("c",)
class Places:
    __slots__ = iter(["__dict__", "__weakref__"])
class PlacesAndOne:
    __slots__ = iter(["__dict__", "__weakref__", "q"])
class Forgotten:
    __slots__ = ("a", "b")
del Forgotten.__slots__
for cls in Used, Same, More, One, Places, PlacesAndOne, Forgotten:
    for protocol in 0, 2:
        show(lambda: cls().__reduce_ex__(protocol)[1:])
    show(lambda: cls().__getstate__())
