# A metaclass's mro() uses the class that is being made, assigns its __bases__, and raises.
import gc

def attempt(name, f):
    try:
        r = f()
        print(name, 'ok', r if isinstance(r, (int, str, tuple, bool, list)) else type(r).__name__)
    except BaseException as e:
        print(name, type(e).__name__, e)

class B1:
    pass

class B2:
    pass
depth = 0

class M(type):

    def mro(cls):
        global depth
        depth += 1
        if depth == 1:
            try:
                cls.__bases__ = (B2,)
            except ValueError as e:
                print('inner', e, cls.__mro__ if 0 else '')
            return type.mro(cls)
        raise ValueError('inner mro')
attempt('assign in mro', lambda: M('C', (B1,), {}).__mro__)
depth = 0

class M(type):

    def mro(cls):
        global depth
        depth += 1
        if depth == 1:
            cls.__bases__ = (B2,)
            return type.mro(cls)
        raise ValueError('inner mro')
attempt('assign in mro, raised', lambda: M('C', (B1,), {}).__mro__)
print(B1.__subclasses__(), B2.__subclasses__())
USES = {
    'call': lambda c: c(),
    'attr': lambda c: c.x,
    'repr': lambda c: repr(c).split('.')[-1],
    'str': lambda c: str(c).split('.')[-1],
    'hash': lambda c: hash(c) and 1,
    'mro': lambda c: c.__mro__,
    'mro()': lambda c: [k.__name__ for k in type.mro(c)],
    'sub': lambda c: type('D', (c,), {}),
    'sub2': lambda c: type('D', (B1, c), {}),
    'subm': lambda c: M('D', (c,), {}),
    'isinst': lambda c: isinstance(1, c),
    'issub': lambda c: issubclass(c, int),
    'issub2': lambda c: issubclass(int, c),
    'issub3': lambda c: issubclass(c, B1),
    'set': lambda c: setattr(c, 'y', 1),
    'seteq': lambda c: setattr(c, '__eq__', lambda s, o: True),
    'sethash': lambda c: setattr(c, '__hash__', None),
    'setnew': lambda c: setattr(c, '__new__', lambda *a: 3),
    'setcall': lambda c: setattr(c, '__call__', lambda *a: 3),
    'del': lambda c: delattr(c, 'x'),
    'dir': lambda c: len(dir(c)) >= 0,
    'bases': lambda c: c.__bases__,
    'base': lambda c: c.__base__,
    'setbases': lambda c: setattr(c, '__bases__', (B2,)),
    'setbases2': lambda c: setattr(c, '__bases__', (B1, B2)),
    'setcls': lambda c: setattr(c, '__class__', type),
    'super': lambda c: super(c, c),
    'super2': lambda c: super(c, c).__init__,
    'super3': lambda c: super(B1, c).__repr__,
    'subclasses': lambda c: c.__subclasses__(),
    'name': lambda c: c.__name__,
    'setname': lambda c: setattr(c, '__name__', 'Q'),
    'doc': lambda c: c.__doc__,
    'module': lambda c: c.__module__,
    'eq': lambda c: c == c,
    'or': lambda c: str(c | int).split('.')[-1],
    'getitem': lambda c: c[1],
    'iter': lambda c: iter(c),
    'len': lambda c: len(c),
    'new': lambda c: object.__new__(c),
    'new2': lambda c: c.__new__(c),
    'init': lambda c: type.__init__(c, 'a', (), {}),
    'tnew': lambda c: type.__call__(c),
    'flags': lambda c: c.__flags__ & 0,
    'weak': lambda c: __import__('weakref').ref(c)() is c,
    'gc': lambda c: gc.collect() * 0,
    'sizeof': lambda c: c.__sizeof__() > 0,
    'instchk': lambda c: c.__instancecheck__(3),
    'subchk': lambda c: c.__subclasscheck__(int),
    'annot': lambda c: c.__annotations__,
    'abstract': lambda c: c.__abstractmethods__,
    'qual': lambda c: c.__qualname__,
    'textsig': lambda c: c.__text_signature__,
    'match': lambda c: __import__('builtins') and exec('match 1:\n case C(): pass', {'C': c}),
    'except': lambda c: exec('try: 1/0\nexcept C: pass', {'C': c}),
    'raise': lambda c: exec('raise C', {'C': c}),
    'getattrs': lambda c: [getattr(c, n, None) and 1 for n in ('__eq__', '__hash__', '__init__', '__new__', '__dict__', '__weakref__')],
    'cls': lambda c: setattr(B1(), '__class__', c),
    'slotsub': lambda c: type('D', (c,), {'__slots__': ('a',)}),
    'setattr_dict': lambda c: c.__dict__.get('x'),
}
for n, u in USES.items():
    for base in (B1, list):

        def mro(cls, u=u, n=n):
            global busy
            if busy:
                return type.mro(cls)
            busy = True
            attempt('in mro ' + n, lambda: u(cls))
            if fail:
                raise ValueError('no')
            return type.mro(cls)
        for fail in (False, True):
            busy = False
            MM = type('MM', (type,), {'mro': mro})
            attempt('made ' + n, lambda: MM('C', (base,), {'x': 5}).__mro__)
