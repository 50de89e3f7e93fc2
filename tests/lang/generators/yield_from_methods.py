"""What yield from asks of the iterator it delegates to."""
import gc, inspect, sys, types
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r) if ' at 0x' not in repr(r) else type(r).__name__)
    except BaseException as e: print(type(e).__name__, '|', e, '|', repr(e.__cause__), '|', repr(e.__context__))
# yield from
class It:
    def __iter__(s): return s
    def __next__(s): return 'nx'
    def send(s, v): print('send', v); return 'sent'
    def throw(s, *a): print('throw', a); return 'thrown'
    def close(s): print('close')
def d(o): r = yield from o; print('result', r); return r
x = d(It()); t(next, x); t(x.send, 1); t(x.send, None); t(x.throw, ValueError('q')); t(x.throw, GeneratorExit); x = d(It()); next(x); t(x.close)
class It2:
    def __iter__(s): return s
    def __next__(s): return 'nx'
x = d(It2()); next(x); t(x.send, 1); x = d(It2()); next(x); t(x.throw, ValueError('q')); x = d(It2()); next(x); t(x.close)
class It3(It):
    def close(s): raise KeyError('close')
x = d(It3()); next(x); t(x.close)
x = d(It3()); next(x); t(x.throw, GeneratorExit('ge'))
class It4(It):
    def throw(s, *a): raise StopIteration('from throw')
x = d(It4()); next(x); t(x.throw, ValueError)
class It5(It):
    def send(s, v): raise StopIteration(v)
x = d(It5()); next(x); t(x.send, 7)
class It6:
    def __iter__(s): return 5
t(next, d(It6())); t(next, d(5)); t(next, d(None)); t(list, d([1, 2])); t(list, d('ab')); t(list, d({1: 2}))
def sub(): 
    try: r = yield 's'; print('sub got', r)
    except ValueError as e: print('sub caught', e); yield 'sc'
    return 'subret'
x = d(sub()); t(next, x); print(x.gi_yieldfrom.__name__); t(x.throw, ValueError, 'zz'); t(x.send, 3)
class GetAttr:
    def __iter__(s): return s
    def __next__(s): return 1
    def __getattr__(s, n): print('getattr', n); raise AttributeError(n) if n != 'boom' else 0
x = d(GetAttr()); next(x); t(x.send, 1); x = d(GetAttr()); next(x); t(x.throw, ValueError); x = d(GetAttr()); next(x); t(x.close)
