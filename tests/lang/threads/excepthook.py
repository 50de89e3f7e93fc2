"""Exceptions that end a thread go to threading.excepthook; SystemExit is silent."""
import _thread
import sys
import threading


def fail(n):
    raise ValueError(n)


def run(target, *args, **kw):
    t = threading.Thread(target=target, args=args, name=f"worker-{target.__name__}", **kw)
    t.start()
    t.join()


sys.stderr = sys.stdout
run(fail, 1)
run(sys.exit, "unseen")
run(_thread.exit)


def hook(args):
    print("hook:", args.exc_type.__name__, args.exc_value, args.thread.name,
          args.exc_traceback is not None)


threading.excepthook = hook
run(fail, 2)


def bad_hook(args):
    raise KeyError("hook fails")


threading.excepthook = bad_hook
sys.excepthook = lambda t, v, tb: print("sys.excepthook:", t.__name__, v)
run(fail, 3)
threading.excepthook = threading.__excepthook__

done = threading.Event()


def unraisable(args):
    print("unraisable:", args.exc_type.__name__, args.exc_value, args.err_msg,
          args.object is fail)
    done.set()


sys.unraisablehook = unraisable
_thread.start_new_thread(fail, (4,))
done.wait()
