# The vm's own hash functions, which serve where there is no OpenSSL: types, refusals, BLAKE2's parameters.
import _md5
import _sha1
import _sha256
import _sha512
import _sha3
import _blake2
import inspect
import copy


def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print('=', r if not ' object' in repr(r) else repr(r).split(' at ')[0])
    except BaseException as e:
        print(type(e).__name__, e)


for m in (_md5, _sha1, _sha256, _sha512, _sha3, _blake2):
    print(m.__name__, [n for n in dir(m) if not n.startswith('__')])
    for n in dir(m):
        if n.startswith('__'):
            continue
        o = getattr(m, n)
        if not callable(o):
            print(n, o)
            continue
        print(n, type(o).__name__, o.__module__, getattr(o, '__qualname__', ''), getattr(o, '__text_signature__', None))
        t(o)
        t(o, b'x')
        t(o, 'x')
        t(o, 5)
        t(o, string=b'x')
        t(o, data=b'x')
        t(o, b'x', usedforsecurity=False)
        t(o, b'x', 1)
        t(o, foo=1)
        try:
            x = o(b'abc')
        except TypeError:
            continue
        print(type(x), type(x).__name__, x.name, x.digest_size, x.block_size)
        t(x.update)
        t(x.update, 'x')
        t(x.update, 5)
        t(x.update, b'd')
        t(x.copy)
        t(x.copy, 1)
        t(x.digest, 1)
        t(x.hexdigest, 1)
        t(x.digest)
        t(x.hexdigest)
        t(setattr, x, 'a', 1)
        t(setattr, x, 'name', 1)
        t(setattr, type(x), 'a', 1)
        t(copy.copy, x)
        t(lambda: type('x', (type(x),), {}))
        t(type(x))
        print({k: inspect.signature(getattr(type(x), k)) for k in ('update', 'copy', 'digest', 'hexdigest')})
        print({k: getattr(x, k, None) for k in ('_capacity_bits', '_rate_bits', '_suffix', 'SALT_SIZE', 'PERSON_SIZE', 'MAX_KEY_SIZE', 'MAX_DIGEST_SIZE')})
x = _sha3.shake_128(b'a')
for f in (x.digest, x.hexdigest):
    t(f, 0)
    t(f, 4)
    t(f, -1)
    t(f, 1 << 29)
    t(f, 1 << 40)
    t(f, 1 << 70)
    t(f, 'x')
    t(f, length=3)
    t(f)
b = _blake2.blake2b
for k in (dict(digest_size=0), dict(digest_size=65), dict(digest_size=5), dict(key=b'x' * 65), dict(key='x'), dict(salt=b'x' * 17), dict(person=b'y' * 17), dict(fanout=-1), dict(fanout=256), dict(depth=0), dict(depth=256), dict(leaf_size=-1), dict(leaf_size=1 << 32), dict(node_offset=-1), dict(node_offset=1 << 64), dict(node_depth=256), dict(node_depth=-1), dict(inner_size=-1), dict(inner_size=65), dict(last_node=True), dict(digest_size='x'), dict(fanout=1 << 70), dict(usedforsecurity=False), dict(foo=1), dict(salt=5)):
    print(k, end=' ')
    t(lambda: b(b'data', **k).hexdigest())
    print(k, end=' ')
    t(lambda: _blake2.blake2s(b'data', **k).hexdigest())
