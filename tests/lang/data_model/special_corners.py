# Private names, recursion, comparison, hashing, formatting through special methods.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Hid:
    def __init__(self): self.__p = 1
    def g(self): return self.__p
attempt(lambda: (Hid().g(), Hid().__dict__))


class Rec:
    def __repr__(self): return repr(self)


attempt(repr, Rec())


class RecA:
    def __getattr__(self, n): return self.zz


attempt(lambda: RecA().q)


class GI:
    def __getitem__(self, i): return [10, 20][i]


attempt(list, GI())
attempt(lambda: 20 in GI())
attempt(lambda: 30 in GI())
attempt(lambda: list(reversed(GI())))


class Len: 
    def __len__(self): return 2
    def __getitem__(self, i): return i


attempt(lambda: list(reversed(Len())))
attempt(lambda: Len()[-1])


class Cmp:
    def __lt__(self, o): return 'lt'
    def __gt__(self, o): return 'gt'


class CmpS(Cmp):
    def __gt__(self, o): return 'sub gt'


attempt(lambda: (Cmp() < CmpS(), Cmp() < Cmp(), 1 < Cmp(), Cmp() < 1))
attempt(lambda: Cmp() <= 1)
attempt(lambda: max(Cmp(), Cmp()) and 1)


class NoHash:
    def __eq__(self, o): return True


attempt(lambda: {NoHash()})
attempt(lambda: NoHash.__hash__)


class YesHash(NoHash):
    __hash__ = object.__hash__


attempt(lambda: len({YesHash()}))


class Fmt:
    def __format__(self, s): return 'F<' + s + '>'


attempt(lambda: f'{Fmt():abc}')
attempt(lambda: '{:x}'.format(Fmt()))
attempt(lambda: format(Fmt()))


class Bo:
    def __round__(self, n=None): return ('round', n)
    def __trunc__(self): return 5
    def __ceil__(self): return 'c'
    def __bytes__(self): return b'bb'
    def __complex__(self): return 1j
    def __fspath__(self): return '/x'
    def __reversed__(self): return 'rev'
    def __sizeof__(self): return 3


import math
attempt(lambda: (round(Bo()), round(Bo(), 2), math.ceil(Bo()), bytes(Bo()), complex(Bo()), reversed(Bo())))
