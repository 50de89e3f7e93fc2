"""After os.fork in a thread only that thread is there, and is the main thread."""
import os
import sys
import threading


def child():
    print("child", threading.active_count(),
          threading.current_thread() is threading.main_thread(), other.is_alive(),
          flush=True)
    lock.acquire(timeout=0.01)  # the thread that held it is gone, it is still taken
    print(lock.locked(), flush=True)
    t = threading.Thread(target=print, args=("thread in the child",), kwargs={"flush": True})
    t.start()
    t.join()
    os._exit(7)


def fork():
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        child()
    print("status", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def hold():
    with lock:
        held.set()
        done.wait()


lock, held, done = threading.Lock(), threading.Event(), threading.Event()
other = threading.Thread(target=hold)
other.start()
held.wait()
t = threading.Thread(target=fork)
t.start()
t.join()
done.set()
other.join()


def deep(n):
    return 1 + deep(n - 1) if n else 0


sys.setrecursionlimit(30000)
print(threading.stack_size(64 << 20), threading.stack_size())
t = threading.Thread(target=lambda: print(deep(20000)))
t.start()
t.join()
for size in 1, -1:
    try:
        threading.stack_size(size)
    except ValueError as e:
        print(e)
