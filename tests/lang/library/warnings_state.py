# The warnings machinery in C holds when the state that the module warnings keeps is spoilt.
import warnings as wmod
def swap(name, v, f):
    old=getattr(wmod,name); setattr(wmod,name,v)
    try: print(f())
    except BaseException as e: print(type(e), e)
    setattr(wmod,name,old)
wmod.filterwarnings('once')
swap('onceregistry', None, lambda: wmod.warn_explicit('foo', Warning, 'bar', 1, registry=None))
swap('onceregistry', 3, lambda: wmod.warn('foo'))
wmod.filterwarnings('always')
swap('filters', [(None, None, Warning, None, 0)], lambda: wmod.warn_explicit('foo', Warning, 'bar', 1))
swap('filters', [("always", 1, Warning, None, 0)], lambda: wmod.warn_explicit('foo', Warning, 'bar', 1))
swap('filters', [(None, 'foo')], lambda: wmod.warn_explicit('foo', Warning, 'bar', 1))
swap('filters', None, lambda: wmod.warn_explicit('foo', Warning, 'bar', 1))
swap('filters', 5, lambda: wmod.warn_explicit('foo', Warning, 'bar', 1))
swap('filters', [5], lambda: wmod.warn_explicit('foo', Warning, 'bar', 1))
swap('defaultaction', None, lambda: (wmod.resetwarnings(), wmod.warn_explicit('foo', Warning, 'bar', 1)))
wmod.filterwarnings('always')
for g in (None, 1, {}, [], {'__loader__': 1}, {'__name__':'a','__loader__':1}):
    try: print(wmod.warn_explicit('foo', Warning, 'bar', 1, module_globals=g))
    except BaseException as e: print(type(e), e)
class BadLoader:
    def get_source(self, n): return self.s
for s in (None, 5, b'a', "x=1\ny=2"):
    l=BadLoader(); l.s=s
    try: print(wmod.warn_explicit('foo', UserWarning, 'bar', 1, module_globals={'__loader__': l, '__name__': 'foobar'}))
    except BaseException as e: print(type(e), e)
for args in ((3,), ('a', 3), ('a', str), ('a', UserWarning, 'x'), (UserWarning('q'), 5)):
    try: print(wmod.warn(*args))
    except BaseException as e: print(type(e), e)
for kw in ({'registry': 3}, {'registry': {}, 'module': 3}, {'registry': []}, {'lineno': 'x'}):
    try: print(wmod.warn_explicit(**{**dict(message='foo', category=Warning, filename='bar', lineno=1), **kw}))
    except BaseException as e: print(type(e), e)
class D(dict):
    def __getitem__(self,k): raise KeyError
for n in ('showwarning','_showwarnmsg'):
    swap(n, 5, lambda: wmod.warn_explicit('foo2', Warning, 'bar', 2))
    old=getattr(wmod,n); delattr(wmod,n)
    try: print(wmod.warn_explicit('foo2', Warning, 'bar', 2))
    except BaseException as e: print(type(e), e)
    setattr(wmod,n,old)
