# Many attributes, deleted attributes, __dict__ replaced and deleted.
def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Fn:
    pass
o = Fn()
for k in range(100): setattr(o, 'a%d' % k, k)
attempt(lambda: (o.a0, o.a50, o.a99, len(o.__dict__)))
for k in range(0, 100, 2): delattr(o, 'a%d' % k)
attempt(lambda: (len(o.__dict__), hasattr(o, 'a2'), o.a3))
o.__dict__ = {'n': 1}
attempt(lambda: (o.n, o.__dict__))
attempt(setattr, o, '__dict__', 3)
del o.__dict__
attempt(lambda: o.__dict__)
o.m = 1
attempt(lambda: o.__dict__)
o.__dict__[1] = 2
attempt(lambda: o.__dict__)
attempt(lambda: vars(o))
attempt(vars, 3)
attempt(lambda: [getattr(o, n, 'def') for n in ('m', 'nope')])
attempt(getattr, o, 'nope')
attempt(hasattr, o, 1)
