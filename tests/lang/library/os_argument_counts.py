"""What functions of the system modules say to no argument and to twelve."""
import posix, time, _signal, fcntl, select, resource, pwd, grp, atexit, _thread, _stat
skip={'fork','forkpty','abort','setsid','setpgrp','wait','getlogin','openpty','ctermid','pause','_sigsegv','_sigabrt','_sigfpe','_read_null','_run_exitfuncs','_clear','interrupt_main','_stack_overflow','_fatal_error_c_thread','dump_traceback_later','cancel_dump_traceback_later'}
for m in (posix, time, _signal, fcntl, select, resource, pwd, grp, atexit, _thread, _stat):
    for n in sorted(dir(m)):
        f=getattr(m,n)
        if n in skip or not callable(f) or isinstance(f,type): continue
        r=[]
        for k in 0,12:
            try: f(*[None]*k); r.append('ok')
            except BaseException as e: r.append(type(e).__name__+': '+str(e))
        print(m.__name__, n, r)
