"""Special methods that are descriptors whose __get__ raises: for some a method that is not there, for some an error."""
import operator, copy, math, sys
class D:
    def __init__(self, e): self.e = e
    def __get__(self, o, t): raise self.e('lost')
async def aw(o): await o
async def af(o):
    async for i in o: pass
async def aww(o):
    async with o: pass
def wi(o):
    with o: pass
def use(f): f.send(None)
def ma(o):
    match o:
        case [1]: return 1
        case {'a': 1}: return 2
class SubInt(int): pass
def shown(r): return r.partition(' at 0x')[0] if isinstance(r, str) else r if type(r) in (int, bool) and abs(r) < 99 else ''
uses = {
 'iter': [iter, list, lambda o: 1 in o, lambda o: [*o], max, lambda o: (lambda *a: a)(*o), lambda o: dict(o)], 'next': [next, lambda o: list(iter(o))], 'repr': [lambda o: repr(o)[:12], lambda o: str(o)[:12], lambda o: f'{o!r}'[:12]], 'str': [str, print, format], 'hash': [lambda o: hash(o) and 1, lambda o: {o: 1}], 'eq': [lambda o: o == 1, lambda o: o != 1, lambda o: 1 == o, lambda o: [o] == [1], lambda o: 1 in [o]], 'lt': [lambda o: o < 1, lambda o: 1 > o, lambda o: sorted([o, o])], 'ne': [lambda o: o != 1],
 'bool': [bool, lambda o: not o, lambda o: 1 if o else 2], 'len': [len, bool, reversed], 'contains': [lambda o: 1 in o], 'call': [lambda o: o(), callable], 'add': [lambda o: o + 1, lambda o: 1 + o], 'radd': [lambda o: 1 + o], 'iadd': [lambda o: operator.iadd(o, 1)], 'neg': [lambda o: -o], 'int': [int, lambda o: int(o), math.trunc], 'index': [lambda o: [1][o], hex, operator.index, int, range], 'float': [float, math.sin], 'complex': [complex], 'await': [lambda o: use(aw(o))], 'aiter': [lambda o: use(af(o)), aiter], 'anext': [anext],
 'aenter': [lambda o: use(aww(o))], 'enter': [wi], 'exit': [wi], 'getitem': [lambda o: o[1], iter, list, reversed, lambda o: 1 in o], 'setitem': [lambda o: operator.setitem(o, 1, 2)], 'delitem': [lambda o: operator.delitem(o, 1)], 'getattr': [lambda o: o.q, lambda o: hasattr(o, 'q')], 'getattribute': [lambda o: o.q, lambda o: hasattr(o, 'q'), lambda o: getattr(o, 'q', 4)], 'setattr': [lambda o: setattr(o, 'q', 1)], 'delattr': [lambda o: delattr(o, 'q')], 'init': [lambda o: type(o).__call__(), lambda o: o.__init__()], 'new': [lambda o: type(o)()],
 'get': [lambda o: type('X', (), {'o': o})().o, lambda o: type('X', (), {'o': o}).o], 'set': [lambda o: setattr(type('X', (), {'o': o})(), 'o', 1)], 'delete': [lambda o: delattr(type('X', (), {'o': o})(), 'o')], 'set_name': [lambda o: type('X', (), {'o': o})], 'format': [format, lambda o: f'{o}'], 'bytes': [bytes], 'dir': [dir], 'sizeof': [], 'round': [round], 'trunc': [math.trunc, int], 'floor': [math.floor], 'length_hint': [operator.length_hint, lambda o: list(o)], 'reversed': [reversed], 'missing': [lambda o: dict.__getitem__(o, 1)], 'fspath': [open, __import__('os').fspath], 'instancecheck': [lambda o: isinstance(1, o)], 'subclasscheck': [lambda o: issubclass(int, o)], 'mro_entries': [lambda o: type('X', (o,), {}), lambda o: __import__('types').new_class('X', (o,))], 'class_getitem': [lambda o: type(o)[1]], 'copy': [copy.copy], 'reduce_ex': [copy.copy], 'pow': [lambda o: o ** 2, lambda o: pow(o, 2, 3)], 'rpow': [lambda o: 2 ** o], 'divmod': [lambda o: divmod(o, 1)], 'init_subclass': [lambda o: type('X', (type(o),), {})], 'abs': [abs], 'invert': [lambda o: ~o], 'matmul': [lambda o: o @ 1], 'getstate': [copy.copy], 'dict': [vars, dir], 'class': [lambda o: isinstance(o, int), dir], 'slots': [lambda o: type('X', (type(o),), {'__slots__': ()})], 'abstractmethods': [lambda o: type(o)()], 'bases': [lambda o: isinstance(1, o), lambda o: issubclass(int, o)], 'match_args': [ma]
}
for error in AttributeError, KeyError:
    for base in object, int, list, SubInt:
        for name, fs in uses.items():
            try: C = type('C', (base,), {'__%s__' % name: D(error), **({'__iter__': lambda s: s} if name == 'next' else {}), **({'__exit__': lambda s, *a: 1} if name == 'enter' else {}), **({'__enter__': lambda s, *a: 1} if name == 'exit' else {}), **({'__getitem__': lambda s, i: 1, '__len__': lambda s: 1} if name in ('reversed', 'length_hint') else {}), **({'__iter__': lambda s: iter((1,))} if name in ('length_hint', 'contains') else {})})
            except Exception as e:
                print(name, 'class', type(e), e)
                continue
            for i, f in enumerate(fs):
                try: o = C()
                except Exception as e:
                    try: o = base.__new__(C)
                    except Exception as e: print(name, 'new', type(e), e); continue
                try: print(error.__name__, base.__name__, name, i, '->', str(type(r := f(o))), shown(r))
                except Exception as e: print(error.__name__, base.__name__, name, i, type(e).__name__, e, e.__cause__, repr(e.__context__))
