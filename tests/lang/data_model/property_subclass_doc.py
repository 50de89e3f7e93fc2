"""Where property and its subclasses keep a docstring."""
class PS(property): pass
class PS2(property):
    "PS2 doc"
class PS3(property): __slots__ = ()
def g(s): "gdoc"
def n(s): pass
for c in property, PS, PS2, PS3:
    for kw in ({}, {'doc': 'zz'}, {'doc': None}, {'fget': g}, {'fget': g, 'doc': 'zz'}, {'fget': n}, {'fget': n, 'doc': 'y'}, {'fget': g, 'doc': None}):
        try:
            p = c(**kw); print(c.__name__, kw.keys(), p.__doc__, getattr(p, '__dict__', 0))
            q = p.getter(g); print('   getter', q.__doc__, getattr(q, '__dict__', 0)); q = p.getter(n); print('   getter', q.__doc__); q = p.setter(g); print('   setter', q.__doc__); q = p.deleter(n); print('   del', q.__doc__)
        except Exception as e: print(c.__name__, kw.keys(), type(e).__name__, e)
