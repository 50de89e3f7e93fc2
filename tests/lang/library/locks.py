"""Locks, reentrant locks and thread-local objects of a program with one thread."""
import _thread


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e, repr(getattr(e, "filename", None)), repr(getattr(e, "filename2", None)))


l=_thread.allocate_lock()
t(lambda: [x for x in dir(l) if x[1]!='_'])
t(lambda: l.release())
t(lambda: l.acquire(True, -2))
t(lambda: l.acquire(False, 2))
t(lambda: l.acquire(True, 1e20))
t(lambda: l.acquire('a','b'))
t(lambda: l.acquire(3,4,5))
t(lambda: l.acquire(x=3))
t(lambda: _thread.RLock().release())
t(lambda: _thread.RLock()._release_save())
r=_thread.RLock(); r.acquire(); r.acquire()
t(lambda: r._is_owned())
s=r._release_save(); print(s[0]); r._acquire_restore(s)
t(l.acquire); t(l.locked); t(lambda: l.acquire(timeout=.01)); t(lambda: l.acquire(False))
t(lambda: _thread.LockType())
t(lambda: _thread.stack_size())
t(lambda: _thread.stack_size(3))
t(lambda: _thread.stack_size(-3))
t(lambda: _thread.stack_size(1<<20)); t(lambda: _thread.stack_size(0))
t(lambda: _thread.start_new_thread(1))
t(lambda: _thread.start_new_thread(1,()))
t(lambda: _thread.start_new_thread(print,1))
t(lambda: _thread.start_new_thread(print,(),1))
t(lambda: _thread._count())
t(lambda: _thread.exit())
t(lambda: _thread._excepthook(3))
t(lambda: _thread._ExceptHookArgs)
t(lambda: _thread._local(3))
t(lambda: _thread._local().x)
t(lambda: _thread.interrupt_main(99))
class L(_thread._local):
    def __init__(self,*a): self.a=a
x=L(1,2); print(x.__dict__, x.a)
x.b=3; print(x.__dict__)
t(lambda: setattr(x,'__dict__',{}))
