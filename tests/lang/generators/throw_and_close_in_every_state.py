"""send, throw and close of generators in every state, and attributes."""
import gc, inspect, sys, types
sys.unraisablehook = lambda u: print("UNRAISABLE", type(u.exc_value).__name__, u.exc_value, u.err_msg)
def t(f, *a, **k):
    try: r = f(*a, **k); print(repr(r) if ' at 0x' not in repr(r) else type(r).__name__)
    except BaseException as e: print(type(e).__name__, '|', e, '|', repr(e.__cause__), '|', repr(e.__context__))
def g():
    try:
        x = yield 1
        print('got', x)
        y = yield x
    except ValueError as e:
        print('caught', e); z = yield 'handled'
    finally:
        print('fin')
    return 'ret'
a = g(); t(a.send, 5); t(next, a); t(a.send, 5); t(a.throw, ValueError('v')); t(next, a); t(next, a)
a = g(); t(a.throw, ValueError('early')); t(next, a)
a = g(); next(a); t(a.throw, ValueError); t(a.close); t(a.close)
a = g(); next(a); t(a.throw, KeyError, 'k'); a = g(); next(a); t(a.throw, KeyError, KeyError('inst')); a = g(); next(a); t(a.throw, KeyError('i'), 'v'); t(a.throw, 5); t(a.throw); t(a.throw, ValueError, 1, 2); t(a.throw, ValueError, (1, 2)); t(a.throw, ValueError, None, 'tb'); t(a.throw, int); t(a.throw, ValueError, None, None)
print(a.gi_running, a.gi_frame, a.gi_yieldfrom, a.gi_suspended, a.gi_code.co_name, a.__name__, a.__qualname__)
a = g(); print(a.gi_running, a.gi_suspended, a.gi_frame.f_lineno, a.gi_frame.f_lasti >= 0, inspect.getgeneratorstate(a)); next(a); print(a.gi_suspended, a.gi_frame.f_lineno, inspect.getgeneratorstate(a), inspect.getgeneratorlocals(a))
a.__name__ = 'nn'; a.__qualname__ = 'qq'; print(repr(a)[:20]); t(setattr, a, '__name__', 5); t(delattr, a, '__name__'); t(setattr, a, 'gi_running', 1); t(setattr, a, 'x', 1)
def ign():
    while True:
        try: yield 1
        except GeneratorExit: print('ignored')
        if 0: break
i = ign(); next(i); t(i.close); 
def ign2():
    try: yield 1
    except GeneratorExit: yield 2
i = ign2(); next(i); t(i.close); t(next, i)
i = ign2(); next(i)
sys.unraisablehook = lambda u: print('UNR', type(u.exc_value).__name__, u.exc_value, u.err_msg, type(u.object).__name__)
del i; gc.collect()
def ge():
    try: yield
    finally: raise KeyError('in fin')
i = ge(); next(i); t(i.close); i = ge(); next(i); del i
def gr():
    try: yield
    except GeneratorExit: return 5
i = gr(); next(i); t(i.close)
def stop(): yield 1; raise StopIteration('x')
s = stop(); next(s); t(next, s)
def stop2(): yield next(iter([]))
t(next, stop2()); t(list, (next(iter([])) for _ in 'a'))
def rec():
    yield from r
r = rec(); t(next, r)
def rec2(): next(r2); yield
r2 = rec2(); t(next, r2)
def rec3():
    try: yield next(r3)
    except ValueError as e: print(e, r3.gi_running); t(r3.send, 1); t(r3.close); t(r3.throw, KeyError)
r3 = rec3(); t(next, r3)
