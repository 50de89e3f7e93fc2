"""What signal, time and select refuse, and what they take at their limits."""
import os
import select
import signal
import threading
import time
import warnings


def attempt(function, *args, **kw):
    try:
        return function(*args, **kw)
    except Exception as error:
        return type(error).__name__, str(error)


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


# ---- signal
for signals in [0], [65], [1, "a"], [2**70], 5, [32], [33.0], [signal.SIGUSR1, 34]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(signals, attempt(signal.pthread_sigmask, signal.SIG_BLOCK, signals), [str(w.message) for w in caught])
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1, 34])
for function, args in (signal.sigtimedwait, ([signal.SIGUSR1], -1)), (signal.sigtimedwait, ([signal.SIGUSR1], "a")), (signal.sigtimedwait, ([signal.SIGUSR1], 0)), (signal.sigtimedwait, ([signal.SIGUSR1], 0.01)), (signal.sigtimedwait, ([999], 0)), (signal.sigwaitinfo, (["a"],)), (signal.pthread_kill, ("a", 0)), (signal.pthread_kill, (threading.get_ident(), 999)), (signal.pthread_kill, (threading.get_ident(), 0)), (signal.pidfd_send_signal, (999, 0)), (signal.pidfd_send_signal, (999, 0, 5)), (signal.pidfd_send_signal, (999, 0, None, "a")), (signal.pidfd_send_signal, (999, 0, None, 0)), (signal.siginterrupt, (999, True)), (signal.siginterrupt, ("a", True)), (signal.set_wakeup_fd, (999,)), (signal.set_wakeup_fd, ("a",)), (signal.set_wakeup_fd, (-1,)), (signal.setitimer, (99, 1)), (signal.setitimer, (0, -1)), (signal.setitimer, (0, "a")), (signal.getitimer, (99,)), (signal.alarm, ("a",)), (signal.strsignal, (0,)), (signal.strsignal, (999,)), (signal.raise_signal, (999,)), (signal.raise_signal, ("a",)), (signal.signal, (999, signal.SIG_DFL)), (signal.signal, (signal.SIGUSR1, 5)), (signal.signal, (signal.SIGKILL, signal.SIG_DFL)), (signal.getsignal, (0,)), (signal.getsignal, (65,)), (signal.default_int_handler, ()), (signal.pthread_sigmask, (99, [])), (signal.sigpending, ()):
    print(function.__name__, attempt(function, *args)) if function is not signal.default_int_handler else None
pid = os.fork()
if pid == 0:
    os._exit(0)
pidfd = os.pidfd_open(pid)
print(attempt(signal.pidfd_send_signal, pidfd, 0, None, 0), os.waitpid(pid, 0)[1])
os.close(pidfd)

# ---- time
for args in (time.CLOCK_REALTIME, "a"), (999, 5), (time.CLOCK_REALTIME, 1.5), (time.CLOCK_REALTIME,), ("a", 1), (999, 2**70):
    print(attempt(time.clock_settime_ns, *args), attempt(time.clock_settime, *args) if args[1:] != (1.5,) else None)
for clock in 999, "a", 2**40, time.CLOCK_MONOTONIC:
    print([type(attempt(f, clock)).__name__ if clock == time.CLOCK_MONOTONIC else attempt(f, clock) for f in (time.clock_gettime, time.clock_gettime_ns, time.clock_getres)])
print(attempt(time.pthread_getcpuclockid, "a"), type(time.pthread_getcpuclockid(threading.get_ident())))
for seconds in -1, "a", float("nan"), float("inf"), 2**70, Index(0), Index(ValueError("no")), None, -0.5, 1e20:
    print(attempt(time.sleep, seconds), attempt(time.gmtime, seconds) if seconds is not None else None, attempt(time.localtime, seconds) if seconds not in (None, -1) and not isinstance(seconds, Index) else None)
for value in (2023,), (2023, 1, 1, 0, 0, 0, 0, 1, -1), (2023, 13, 1, 0, 0, 0, 0, 1, -1), (2023, 1, 32, 0, 0, 0, 0, 1, -1), (2023, 1, 1, 24, 0, 0, 0, 1, -1), (2023, 1, 1, 0, 60, 0, 0, 1, -1), (2023, 1, 1, 0, 0, 62, 0, 1, -1), (2023, 1, 1, 0, 0, 0, -2, 1, -1), (2023, 1, 1, 0, 0, 0, 0, 367, -1), (2**31 + 1900, 1, 1, 0, 0, 0, 0, 1, -1), ("a",) * 9, (10**20,) + (1,) * 8, (2023, 0, 0, 0, 0, 0, 0, 0, 0), 5, [2023] * 9:
    print(attempt(time.strftime, "%Y-%j %H", value), attempt(time.asctime, value), attempt(time.mktime, value) if value != (2**31 + 1900, 1, 1, 0, 0, 0, 0, 1, -1) else attempt(time.mktime, value))
for text in "%", "%%", "", "%Q", "%-d", "a\0b", "é%Y", "%" * 3, 5, b"%Y", "x" * 300 + "%Y":
    print(ascii(attempt(time.strftime, text, (2023, 1, 1, 0, 0, 0, 0, 1, -1))))

# ---- select
poll = select.poll()
r, w = os.pipe()
poll.register(r, select.POLLIN)
for function, args in ("modify", (r, select.POLLOUT)), ("modify", (r, 2**20)), ("modify", (r, "a")), ("modify", (999, 1)), ("modify", ("a", 1)), ("register", (r,)), ("register", (-1,)), ("register", (r, -1)), ("unregister", (999,)), ("poll", ("a",)), ("poll", (0,)), ("poll", (2**40,)), ("poll", (-2**40,)), ("poll", (0.5,)), ("unregister", (r,)), ("unregister", (r,)):
    print(function, attempt(getattr(poll, function), *args).__repr__().replace(str(r), "R"))
for args in ([r], [w], [], 0), ([r, r], [], [], 0), (["a"], [], []), ([-1], [], [], 0), ([2000], [], [], 0), (5, [], []), ([], [], [], "a"), ([], [], [], -1), ([], [], [], float("nan")), ([], [], [], 1e30), ([999], [], [], 0), ([], []):
    print(attempt(select.select, *args).__repr__().replace(str(w), "W"))
epoll = select.epoll(5)
for function, args in ("register", (r, select.EPOLLIN)), ("register", (r,)), ("modify", (999, 1)), ("modify", (r, select.EPOLLOUT)), ("modify", (r, "a")), ("modify", (r, -1)), ("unregister", (r,)), ("unregister", (r,)), ("poll", (0, 0)), ("poll", (0, -2)), ("poll", ("a",)), ("poll", (0, "a")), ("poll", (1e20,)), ("poll", (0,)), ("close", ()), ("close", ()), ("poll", (0,)), ("fileno", ()), ("register", (r,)), ("__enter__", ()):
    print(function, attempt(getattr(epoll, function), *args).__repr__().replace(str(r), "R").split("<select.epoll")[0])
print(epoll.closed, attempt(select.epoll, "a"), attempt(select.epoll, -5), attempt(select.epoll, 0), attempt(select.epoll, 1, 5), attempt(select.epoll.fromfd, "a"))
