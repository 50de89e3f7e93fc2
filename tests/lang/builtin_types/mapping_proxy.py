# mappingproxy and SimpleNamespace.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


d = {'a': 1}
mp = type(int.__dict__)(d)
attempt(lambda: mp)
attempt(lambda: mp['a'])
attempt(lambda: mp | {'b': 2})
attempt(lambda: {'b': 2} | mp)
attempt(lambda: list(mp))
attempt(lambda: 'a' in mp)
attempt(lambda: mp.get('z', 4))
attempt(lambda: sorted(mp.items()))
attempt(setattr, mp, 'x', 1)
attempt(type(mp), 3)
attempt(type(mp), [1])
attempt(lambda: mp == d)
attempt(hash, mp)
attempt(lambda: mp.__class_getitem__(int))


def setit(): mp['x'] = 1


attempt(setit)
NS = type(__import__('sys').implementation)
n = NS(a=1, b='x')
attempt(lambda: n)
n.c = n
attempt(lambda: n)
attempt(lambda: NS(a=1) == NS(a=1))
attempt(NS, 1)
attempt(lambda: NS(a=1) < NS(a=2))
attempt(lambda: NS().__reduce__())


class NSub(NS):
    pass


attempt(lambda: NSub(q=1))
