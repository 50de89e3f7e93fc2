# Descriptors written in Python, and those of native types.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Desc:
    def __get__(self, o, t): return ('get', o is None, t.__name__)
    def __set__(self, o, v): print('set', v)
    def __delete__(self, o): print('delete')


class ND:
    def __get__(self, o, t): return 'nd'


class H:
    d = Desc()
    n = ND()


h = H()
h.d = 1
print(h.d, H.d, h.n)
h.n = 5
print(h.n)
del h.d
del h.n
print(h.n)
h.__dict__['d'] = 9
print(h.d)
attempt(lambda: object.__setattr__(int, 'x', 1))
attempt(lambda: object.__setattr__(h, 1, 1))
attempt(getattr, h, 1)
attempt(lambda: int.__add__(1))
attempt(lambda: int.__add__('a', 1))
attempt(lambda: int.__add__(1, 2, 3))
attempt(lambda: int.__add__(1, a=2))
attempt(lambda: (1).__add__(2))
attempt(lambda: list.append(1, 2))
attempt(lambda: list.append())
attempt(lambda: [].append())
attempt(lambda: dict.fromkeys(1))
attempt(lambda: int.__new__())
attempt(lambda: int.__new__(1))
attempt(lambda: int.__new__(str))
attempt(lambda: object.__new__(int))
attempt(lambda: object.__new__(H, 1))
attempt(lambda: H.__init__(h, 1))
attempt(lambda: int.__lt__(1, 'a'))
attempt(lambda: object().__eq__(1))
attempt(lambda: (1).__pow__(2, 5))
attempt(lambda: (1).__pow__())
attempt(lambda: [].__getitem__(1))
attempt(lambda: [1].__len__(1))
attempt(lambda: {}.__contains__(1))
attempt(lambda: next.__self__)
attempt(lambda: [].append.__self__)
attempt(lambda: int.__add__.__objclass__)
attempt(lambda: repr(int.__add__))
attempt(lambda: repr(list.append))
attempt(lambda: repr(int.real))
attempt(lambda: repr(dict.__dict__['fromkeys']))
attempt(lambda: repr(len))
attempt(lambda: list.append.__qualname__)
attempt(lambda: [].append.__qualname__)
attempt(lambda: int.__add__.__qualname__)
attempt(lambda: dict.fromkeys.__qualname__)
attempt(lambda: list.append.__text_signature__)
attempt(lambda: int.__add__.__text_signature__)
attempt(lambda: int.real.__doc__)
attempt(lambda: len.__text_signature__)
attempt(lambda: len.__module__)
attempt(lambda: [].append.__module__)
attempt(lambda: int.__doc__[:20])
attempt(lambda: object.__doc__[:17])
attempt(lambda: type(int.__add__))
attempt(lambda: type((1).__add__))
attempt(lambda: type(list.append))
attempt(lambda: type(len))
attempt(lambda: type(int.real))
attempt(lambda: type(dict.__dict__['fromkeys']))
attempt(lambda: [].append == [].append)
l = []
attempt(lambda: l.append == l.append)
attempt(lambda: (1).__add__ == (1).__add__)
attempt(lambda: h.__init__ == h.__init__)


class Eq:
    def __eq__(self, o): return NotImplemented


attempt(lambda: Eq() == 1)
attempt(lambda: Eq() != 1)
attempt(lambda: object() < 1)
attempt(lambda: None < 1)
attempt(lambda: H < 1)
