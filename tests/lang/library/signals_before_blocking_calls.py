# A signal that came during a call in C is handled before the next call blocks, and an exception of
# its handler ends that call.
import _signal
import fcntl
import os
import select
import signal
import socket
import tempfile
import threading
import time


class Came(Exception):
    pass


def handler(number, frame):
    raise Came


def blocked(name, call, *args):
    start = time.monotonic()
    try:
        # the second one would end what did not see the first
        signal.setitimer(signal.ITIMER_REAL, 1e-4, 2)
        sum(range(100000)); call(*args)  # fmt: skip
    except Came:
        print(name, "at once" if time.monotonic() - start < 1.5 else "late")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


signal.signal(signal.SIGALRM, handler)
pipe, end = os.pipe()
lock, free = threading.Lock(), threading.Lock()
lock.acquire()
one, other = socket.socketpair()
listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
poll, epoll = select.poll(), select.epoll()
poll.register(pipe)
child = os.fork()
if not child:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    time.sleep(60)
    os._exit(0)
fifo = os.path.join(tempfile.mkdtemp(), "fifo")
os.mkfifo(fifo)

blocked("sleep", time.sleep, 4)
blocked("read", os.read, pipe, 1)
blocked("readv", os.readv, pipe, [bytearray(1)])
blocked("file", open(pipe, "rb", 0, closefd=False).read, 1)
blocked("buffered file", open(pipe, "rb", closefd=False).read, 1)
blocked("text file", open(pipe, closefd=False).readline)
blocked("open a fifo", open, fifo)
blocked("os.open a fifo", os.open, fifo, os.O_RDONLY)
blocked("lock", lock.acquire)
blocked("lock with time", lock.acquire, True, 4)
free.acquire()
blocked("lock once", free.acquire_lock)
blocked("select", select.select, [pipe], [], [], 4)
blocked("poll", poll.poll, 4000)
blocked("epoll", epoll.poll, 4)
blocked("recv", one.recv, 1)
one.settimeout(4)
blocked("recv with time", one.recv, 1)
blocked("accept", listener._accept)
blocked("waitpid", os.waitpid, child, 0)
blocked("wait", os.wait)
blocked("waitid", os.waitid, os.P_PID, child, os.WEXITED)
blocked("pause", signal.pause)
blocked("sigwait", _signal.sigwait, [signal.SIGUSR1])
blocked("sigwaitinfo", signal.sigwaitinfo, [signal.SIGUSR1])
blocked("sigtimedwait", signal.sigtimedwait, [signal.SIGUSR1], 4)
with open(fifo + ".lock", "w") as held, open(fifo + ".lock", "w") as wanted:
    fcntl.flock(held, fcntl.LOCK_EX)
    blocked("flock", fcntl.flock, wanted, fcntl.LOCK_EX)

os.kill(child, signal.SIGKILL)
print(os.waitpid(child, 0)[1])
os.remove(fifo)
os.remove(fifo + ".lock")
os.rmdir(os.path.dirname(fifo))
