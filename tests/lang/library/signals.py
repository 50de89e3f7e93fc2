"""Signals: handlers, masks, timers, interrupted calls."""
import signal, os, time, sys
def h(n, f): print('got', n, f.f_code.co_name)
print(signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGPIPE))
print(signal.signal(signal.SIGUSR1, h))
os.kill(os.getpid(), signal.SIGUSR1)
signal.raise_signal(signal.SIGUSR1)
def f():
    os.kill(os.getpid(), signal.SIGUSR1)
    for i in range(10): pass
f()
print(signal.getsignal(signal.SIGUSR1) is h)
signal.signal(signal.SIGALRM, lambda n,f: print('alarm'))
print(signal.setitimer(signal.ITIMER_REAL, 0.05), signal.getitimer(signal.ITIMER_REAL)[1])
t=time.monotonic(); time.sleep(0.2); print(0.19 < time.monotonic()-t < 0.5)
class X(Exception): pass
def raiser(n,f): raise X('from handler')
signal.signal(signal.SIGALRM, raiser)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    i=0
    while i < 10**12: i += 1
except X as e: print('X', e)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try: time.sleep(5)
except X as e: print('X', e)
r,w=os.pipe()
signal.setitimer(signal.ITIMER_REAL, 0.05)
try: os.read(r,1)
except X as e: print('X', e)
signal.signal(signal.SIGALRM, lambda n,f: os.write(w,b'q'))
signal.setitimer(signal.ITIMER_REAL, 0.05)
print(os.read(r,1))
try: signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt as e: print(repr(e))
def g():
    try: os.kill(os.getpid(), signal.SIGINT); 
    finally: print('fin')
try: g()
except KeyboardInterrupt as e: print('KI', e.args)
for a in [(99,h),(0,h),(signal.SIGKILL,h),(10,'a'),('a',h)]:
    try: print(signal.signal(*a))
    except Exception as e: print(type(e), e)
print(signal.strsignal(9), signal.strsignal(34), signal.strsignal(1))
print(sorted(map(int,signal.valid_signals())))
print(signal.pthread_sigmask(signal.SIG_BLOCK,[10]), signal.pthread_sigmask(signal.SIG_BLOCK,[]))
os.kill(os.getpid(),10); print(signal.sigpending()); print(signal.sigwait([10])); 
os.kill(os.getpid(),10); si=signal.sigwaitinfo([10]); print(si.si_signo, si.si_pid==os.getpid(), type(si))
print(signal.sigtimedwait([10], 0.01))
signal.pthread_sigmask(signal.SIG_UNBLOCK,[10])
try: signal.pthread_sigmask(0,[99])
except ValueError as e: print(e)
try: signal.setitimer(9,1)
except signal.ItimerError as e: print(type(e), e, isinstance(e,OSError))
try: signal.setitimer(0,-1)
except signal.ItimerError as e: print(e)
print(signal.alarm(10), signal.alarm(0))
print(signal.signal(10, signal.SIG_IGN) is h, signal.signal(10, signal.SIG_DFL), signal.getsignal(10))
print(signal.Signals(9), signal.SIGTERM, signal.Handlers.SIG_IGN, signal.default_int_handler)
try: signal.default_int_handler()
except TypeError as e: print(e)
try: signal.default_int_handler(2,None)
except KeyboardInterrupt as e: print(e.args)
r,w=os.pipe(); os.set_blocking(w,False)
try: signal.set_wakeup_fd(r)
except ValueError as e: print(str(e).replace(str(r),'N'))
print(signal.set_wakeup_fd(w))
signal.signal(12, lambda *a: None); os.kill(os.getpid(),12); print(os.read(r,5), signal.set_wakeup_fd(-1)==w)
signal.siginterrupt(12, False)
import _thread
try: _thread.interrupt_main(); [0 for i in range(10)]
except KeyboardInterrupt: print('im')
pid=os.fork()
if not pid:
    signal.signal(signal.SIGINT, signal.SIG_DFL); os.kill(os.getpid(), 2); time.sleep(1)
print(os.waitpid(pid,0)[1])
