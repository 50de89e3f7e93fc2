"""A handler that raises ends every call that waits, as PEP 475 says, and a write keeps what the pipe took."""
import errno
import fcntl
import os
import queue
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time


class Stop(Exception):
    pass


def raising(number, frame):
    raise Stop


signal.signal(signal.SIGALRM, raising)
BIG = b"x" * (1 << 20)


def interrupted(name, function, *args):
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        result = repr(function(*args))
    except Stop:
        result = "stopped"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    print(name, result)


def on_pipe(name, end, function):
    """function(descriptor) of a pipe's end, whose other one does nothing."""
    ends = os.pipe()
    interrupted(name, function, ends[end])
    if end:
        print("  in the pipe", len(os.read(ends[0], 1 << 20)))
    for descriptor in ends:
        try:
            os.close(descriptor)
        except OSError as error:
            assert error.errno == errno.EBADF


def with_file(mode, buffering, function):
    def call(descriptor):
        file = open(os.dup(descriptor), mode, buffering)
        try:
            return function(file)
        finally:
            os.set_blocking(file.fileno(), False)
            try:
                file.close()
            except BlockingIOError as error:
                print("  left over", error.characters_written)
    return call


on_pipe("os.write", 1, lambda fd: os.write(fd, BIG))
on_pipe("os.writev", 1, lambda fd: os.writev(fd, [BIG, BIG]))
on_pipe("raw write", 1, with_file("wb", 0, lambda file: file.write(BIG)))
on_pipe("buffered write", 1, with_file("wb", -1, lambda file: file.write(BIG)))
on_pipe("os.read", 0, lambda fd: os.read(fd, 3))
on_pipe("os.readv", 0, lambda fd: os.readv(fd, [bytearray(3)]))
on_pipe("raw read", 0, with_file("rb", 0, lambda file: file.readinto(bytearray(3))))
on_pipe("buffered read", 0, with_file("rb", -1, lambda file: file.read(3)))
on_pipe("text readline", 0, with_file("r", -1, lambda file: file.readline()))


def sockets(timeout):
    for name in "recv", "recvfrom", "recvmsg":
        a, b = socket.socketpair()
        with a, b:
            a.settimeout(timeout)
            interrupted(name, getattr(a, name), 3)
    for name in "recv_into", "recvfrom_into":
        a, b = socket.socketpair()
        with a, b:
            a.settimeout(timeout)
            interrupted(name, getattr(a, name), bytearray(3))
    a, b = socket.socketpair()
    with a, b:
        a.settimeout(timeout)
        interrupted("send", lambda: [a.send(BIG) for _ in range(20)])
    listening = socket.socket()
    with listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(timeout)
        interrupted("accept", listening.accept)


sockets(None)
sockets(30)
a, b = socket.socketpair()
with a, b:
    interrupted("select", select.select, [a], [], [], 30)
    poll = select.poll()
    poll.register(a, select.POLLIN)
    interrupted("poll", poll.poll, 30000)
    with select.epoll() as epoll:
        epoll.register(a, select.EPOLLIN)
        interrupted("epoll", epoll.poll)
interrupted("sleep", time.sleep, 30)
lock = threading.Lock()
lock.acquire()
interrupted("lock", lock.acquire)
interrupted("lock with a time limit", lock.acquire, True, 30)
interrupted("event", threading.Event().wait)
interrupted("semaphore", threading.Semaphore(0).acquire)
interrupted("queue", queue.Queue().get)
interrupted("simple queue", queue.SimpleQueue().get)
leave = threading.Event()
thread = threading.Thread(target=leave.wait)
thread.start()
interrupted("join", thread.join)
leave.set()
thread.join()
child = subprocess.Popen(["sleep", "30"], stdout=subprocess.PIPE)
interrupted("wait", child.wait)
interrupted("wait with a time limit", child.wait, 30)
interrupted("communicate", child.communicate)
interrupted("waitpid", os.waitpid, child.pid, 0)
interrupted("waitid", os.waitid, os.P_PID, child.pid, os.WEXITED)
child.kill()
child.communicate()
with tempfile.TemporaryDirectory() as folder:
    fifo, path = os.path.join(folder, "fifo"), os.path.join(folder, "locked")
    os.mkfifo(fifo)
    interrupted("open", open, fifo)
    interrupted("os.open", os.open, fifo, os.O_RDONLY)
    with open(path, "w") as first, open(path, "w") as second:
        fcntl.flock(first, fcntl.LOCK_EX)
        interrupted("flock", fcntl.flock, second, fcntl.LOCK_EX)
interrupted("sigtimedwait", signal.sigtimedwait, [signal.SIGUSR1], 30)
interrupted("pause", signal.pause)
