# Operators and conversions of objects that have none.
import operator as o


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'name', None))


class B:
    pass
b = B()
for f in (o.add, o.sub, o.mul, o.truediv, o.floordiv, o.mod, o.lshift, o.rshift, o.and_, o.or_, o.xor, o.matmul, o.pow, divmod, o.lt, o.le, o.gt, o.ge, o.eq is None or o.ne, o.iadd, o.isub, o.imul, o.itruediv, o.ifloordiv, o.imod, o.ilshift, o.irshift, o.iand, o.ior, o.ixor, o.imatmul, o.ipow, o.contains, o.getitem, o.delitem, o.concat, o.countOf, o.indexOf):
    attempt(f, b, 1)
for f in (o.neg, o.pos, o.invert, o.abs, o.index, len, iter, next, int, float, complex, round, reversed, hash, o.length_hint, bytes, list, dict, set, chr, bin, range, sum, sorted, abs, enumerate, memoryview, bytearray):
    try:
        r = f(b)
        print(f.__name__, 'ok')
    except BaseException as e: print(f.__name__, type(e).__name__, e)
attempt(o.setitem, b, 1, 2)
attempt(lambda: b())
attempt(lambda: b[1:2])
attempt(lambda: 1 in b)
attempt(lambda: [*b])
attempt(lambda: {**b})
attempt(lambda: print(**b))
attempt(lambda: print(*b))
attempt(lambda: 'a' + 1)
attempt(lambda: 1 + 'a')
attempt(lambda: [] + ())
attempt(lambda: 'a' * 'b')
attempt(lambda: [1] * 1.5)
attempt(lambda: {} | [])
attempt(lambda: {1} | [1])
attempt(lambda: 'x' in 3)
attempt(lambda: 3 in 'x')
attempt(lambda: print >> 3)
attempt(lambda: pow(b, 1, 2))
attempt(lambda: b'a' + 'a')
attempt(lambda: b'a' < 'a')
attempt(lambda: () < [])
attempt(lambda: {} < {})
attempt(lambda: 1j < 2)
attempt(lambda: None > 1)
attempt(lambda: b < b)
attempt(lambda: [1] < ['a'])
attempt(lambda: isinstance(1, 'x'))
attempt(lambda: issubclass(1, int))
attempt(lambda: isinstance(1, (int, 'x')))
attempt(lambda: isinstance('', (int, 'x')))
x = b


def ia():
    global x
    x += 1


def ip():
    global x
    x **= 2


def im():
    global x
    x @= 2


attempt(ia)
attempt(ip)
attempt(im)
