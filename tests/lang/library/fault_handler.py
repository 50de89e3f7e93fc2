"""faulthandler writes the stack on request and on signals."""
import faulthandler,sys,os,signal
def t(f):
    try: print(f(), flush=True)
    except BaseException as e: print(type(e).__name__, e, flush=True)
def f(): faulthandler.dump_traceback(1, False)
f()
t(lambda: faulthandler.enable()); t(lambda: faulthandler.is_enabled()); t(lambda: faulthandler.disable()); t(lambda: faulthandler.disable())
t(lambda: faulthandler.enable(file=99)); t(lambda: faulthandler.enable(file=-1)); t(lambda: faulthandler.enable(file='a'));t(lambda: faulthandler.dump_traceback('a'))
t(lambda: faulthandler.register(11)); t(lambda: faulthandler.register(99)); t(lambda: faulthandler.register(10, sys.stdout, all_threads=0)); t(lambda: signal.raise_signal(10)); t(lambda: faulthandler.unregister(10)); t(lambda: faulthandler.unregister(10)); t(lambda: faulthandler.register('a')); t(lambda: faulthandler.register(10, 1, all_threads=False)); t(lambda: signal.raise_signal(10)); t(lambda: faulthandler.unregister(99))
t(lambda: faulthandler.enable(1,2,3)); t(lambda: faulthandler.register())
t(lambda: faulthandler.unregister(11))
def é(n):
    if n: é(n-1)
    else: faulthandler.dump_traceback(1, all_threads=False)
é(3); é(120)
exec(compile('\n\nf()','a"é\u1234\U00012345\n','exec'))
sys.stderr=None
t(lambda: faulthandler.enable())
