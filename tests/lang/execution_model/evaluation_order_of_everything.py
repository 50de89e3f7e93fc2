"""The order in which the parts of every kind of expression and statement are evaluated."""
# evaluation order
log = []
class T:
    def __init__(s, n): s.n = n
    def __repr__(s): return s.n
    def __getitem__(s, k): print('get', s, k); return T(f'{s}[{k}]')
    def __setitem__(s, k, v): print('set', s, k, v)
    def __delitem__(s, k): print('del', s, k)
    def __getattr__(s, n):
        if n.startswith('__'): raise AttributeError(n)
        print('attr', s, n); return T(f'{s}.{n}')
    def __call__(s, *a, **k): print('call', s, a, k); return T(f'{s}()')
    def __add__(s, o): print('add', s, o); return T(f'({s}+{o})')
    def __iadd__(s, o): print('iadd', s, o); return T(f'({s}+={o})')
    def __lt__(s, o): print('lt', s, o); return True
    def __eq__(s, o): print('eq', s, o); return True
    def __hash__(s): print('hash', s); return hash(s.n)
    def __bool__(s): print('bool', s); return s.n[0] != 'f'
    def __iter__(s): print('iter', s); return iter([T(s.n + '0'), T(s.n + '1')])
    def __contains__(s, o): print('contains', s, o); return True
    def __enter__(s): print('enter', s); return s
    def __exit__(s, *a): print('exit', s)
    def keys(s): print('keys', s); return ['k' + s.n]
    def __index__(s): print('index', s); return 1
    def __format__(s, spec): print('format', s, repr(spec)); return s.n
    def __str__(s): print('str', s.n); return s.n
    def __matmul__(s, o): print('matmul', s, o); return s
    def __neg__(s): print('neg', s); return s
def e(n): print('eval', n); return T(n)
def section(n): print('---', n)
section('call'); e('f')(e('a'), *e('b'), e('c'), *e('d'), k=e('k'), **e('m'), j=e('j'), **e('n'))
section('dict'); print({e('a'): e('b'), e('c'): e('d'), **{e('x'): e('y')}, e('e'): e('f')})
section('dictcomp'); print({e('k' + i): e('v' + i) for i in '12'})
section('set'); print({e('a'), *[e('b')]})
section('list'); print([e('a'), *e('b'), e('c')])
section('cmp'); print(e('a') < e('b') < e('c') == e('d'), e('x') < e('f') in e('q'))
section('and'); print(e('a') and e('f') or e('c'), not e('d'), e('a') if e('f') else e('z'))
section('slice'); e('a')[e('b'):e('c'):e('d')]; e('a')[e('b'), e('c'):e('d'), ...]
section('assign'); e('a')[e('b')] = e('c')[e('d')] = e('v')
section('assign2'); e('a').x, e('b')[e('i')] = e('c'), e('d')
section('aug'); x = e('a'); x.y += e('b'); x[e('i')] += e('c'); x += e('d')
section('aug2'); e('a')[e('b'):e('c')] += e('d')
section('del'); del e('a')[e('b')], e('c').x if 0 else e('c')[0]
section('ann')
e('a')[e('b')]: e('ann') = e('v')
class C:
    e('q').z: e('ann2')
    v: e('ann3') = e('val')
section('def')
@e('deco1')
@e('deco2')
def f(a: e('anna') = e('defa'), *args: e('annargs'), b: e('annb') = e('defb'), c=e('defc'), **kw: e('annkw')) -> e('ret'): pass
section('class')
@e('cdeco')
class K(e('base').__class__, metaclass=(e('meta'), type)[1], **{}): e('body')
section('lambda'); l = lambda a=e('la'), *, b=e('lb'): a
section('walrus'); (y := e('w'))[(z := e('i'))]; print(y, z)
section('fstring'); print(f"{e('a')!r:{e('w')}>{e('p')}}" if 0 else f"{e('a')}{e('b')!r}{e('c')!s}{e('d'):{e('spec')}}")
section('with')
with e('a') as e('t').x, e('b') as e('u')[e('i')]: e('body')
section('for')
for e('t')[e('i')] in e('it'): e('body')
section('star'); a, *e('b').x, c = e('s'); print(a, c)
section('genexp'); g = (e('x') for q in e('it') for r in e('it2')); print(next(g))
section('import'); 
section('assert')
try: assert e('f'), e('msg')
except AssertionError as ex: print(ex)
section('raise')
try: raise e('exc') from e('cause')
except TypeError as ex: print(ex)
section('return')
def r():
    try: return e('r')
    finally: e('fin')
r()
section('global call order')
(e('a') + e('b') + e('c'))(e('d') + e('e'))
section('kw dup')
try: e('f')(**{'a': 1}, **{'a': 2}, b=e('never'))
except TypeError as ex: print(ex)
section('star err')
try: e('f')(*5, e('after'))
except TypeError as ex: print(ex)
try: e('f')(**5)
except TypeError as ex: print(ex)
try: (lambda **k: k)(**{1: 2})
except TypeError as ex: print(ex)
section('unary'); -e('a') + -e('b')
section('matmul'); e('a') @ e('b')
section('nested index'); e('a')[e('b')[e('c')]][e('d')]
section('in'); print(e('a') not in e('b'), e('a') is e('b'), e('a') is not e('a'))
section('yield')
def gen(): x = yield e('y1') , (yield e('y2')); print('got', x)
g = gen(); print(next(g), g.send(1)); 
try: g.send(2)
except StopIteration: pass
section('starred assignment in index'); e('a')[*e('b')]; e('a')[0, *e('c')]
section('match')
match e('subj'):
    case T(n='subj') as m: print('matched', m)
section('chained attr set'); 
class P:
    def __setattr__(s, n, v): print('setattr', n, v)
    def __delattr__(s, n): print('delattr', n)
p = P(); p.a = p.b = e('v'); del p.a
