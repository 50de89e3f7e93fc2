"""What fcntl, termios, pwd, grp, spwd and semaphores refuse."""
import _multiprocessing
import fcntl
import grp
import os
import pwd
import termios
import warnings


def attempt(function, *args, **kw):
    try:
        return function(*args, **kw)
    except Exception as error:
        return type(error).__name__, str(error)


warnings.simplefilter('ignore')
r, w = os.pipe()
import spwd  # deprecated

# ---- fcntl, termios
for function, args in ((fcntl.fcntl, (r, fcntl.F_GETFD)), (fcntl.fcntl, (999, 1)), (fcntl.fcntl, (r, "a")), (fcntl.fcntl, (r, fcntl.F_GETFD, b"abc")), (fcntl.fcntl, (r, 1, b"x" * 2000)), (fcntl.fcntl, (r, 1, 1.5)), (fcntl.fcntl, (r, 1, "text")), (fcntl.fcntl, (r, 9999, b"abc")),
                       (fcntl.ioctl, (r, termios.FIONREAD, b"\0" * 4)), (fcntl.ioctl, (r, termios.FIONREAD, "\0\0\0\0")), (fcntl.ioctl, (r, 1)), (fcntl.ioctl, (r, 1, b"x" * 2000)), (fcntl.ioctl, (r, 1, bytearray(2000))), (fcntl.ioctl, (r, "a")), (fcntl.ioctl, (r, 1, 1.5)), (fcntl.ioctl, (999, 1, 5)), (fcntl.ioctl, (r, termios.FIONBIO, 0)),
                       (fcntl.ioctl, (r, termios.FIONREAD, bytearray(4), False)), (fcntl.ioctl, (r, termios.FIONREAD, memoryview(b"\0\0\0\0"))), (fcntl.ioctl, (r, termios.FIONREAD, bytearray(4), True)), (fcntl.flock, (999, 1)), (fcntl.flock, (r, "a")), (fcntl.flock, (r, 99)), (fcntl.lockf, (r, 99)), (fcntl.lockf, (999, fcntl.LOCK_EX)), (fcntl.lockf, (r, fcntl.LOCK_SH, "a")), (fcntl.lockf, (r, fcntl.LOCK_SH, 0, 0, 9)), (fcntl.lockf, (r, fcntl.LOCK_UN, 2**70))):
    print(function.__name__, attempt(function, *args).__repr__() if function is not fcntl.ioctl or args[1] != 1 or len(args) < 9 else None)
os.write(w, b"12345")
array = bytearray(4)
print(fcntl.ioctl(r, termios.FIONREAD, array), array, fcntl.ioctl(r, termios.FIONREAD, bytearray(2000), True))
a, b = os.openpty()
mode = termios.tcgetattr(a)
for value in 5, [], mode[:6], mode + [1], [*mode[:6], 5], [*mode[:6], []], [*mode[:6], [1] * 32], [*mode[:6], ["ab"] * 32], [*mode[:6], [b"a"] * 31], [*mode[:6], [2.5] * 32], ["a", *mode[1:]], [2**70, *mode[1:]], [*mode[:4], 999999, *mode[5:]], mode:
    print(attempt(termios.tcsetattr, a, termios.TCSANOW, value))
for function, args in (termios.tcgetattr, (r,)), (termios.tcgetattr, ("a",)), (termios.tcsetattr, (a, 99, mode)), (termios.tcsendbreak, (r, 0)), (termios.tcdrain, (r,)), (termios.tcflush, (a, 99)), (termios.tcflow, (a, 99)), (termios.tcgetwinsize, (r,)), (termios.tcgetwinsize, (a,)), (termios.tcsetwinsize, (a, (24, 80))), (termios.tcsetwinsize, (a, (24,))), (termios.tcsetwinsize, (a, 5)), (termios.tcsetwinsize, (a, ("a", 1))), (termios.tcsetwinsize, (a, (-1, 70000))), (termios.tcsetwinsize, (r, (1, 1))), (termios.tcflush, (a, 0)), (termios.tcflow, (a, termios.TCOON)):
    print(function.__name__, attempt(function, *args))
for fd in a, b, r, w:
    os.close(fd)

# ---- names and semaphores
for args in (5,), ("a\0b",), ("no such user",), (b"root",), ():
    print(attempt(spwd.getspnam, *args), attempt(pwd.getpwnam, *args), attempt(grp.getgrnam, *args))
print(spwd.getspnam("root").sp_namp, attempt(pwd.getpwuid, "a"), attempt(pwd.getpwuid, 2**70), attempt(pwd.getpwuid, -2), attempt(grp.getgrgid, "a"), attempt(grp.getgrgid, -2), attempt(grp.getgrgid, 4000000))
make = _multiprocessing.SemLock
for args in (0, 1, 1, "/minipy-system-limits", True), (0, -1, 1, "/x", True), (9, 1, 1, "/x", True), (0, 1, 1, "a/b/c", True), (0, "a", 1, "/x", True), (0, 1, 1, 5, True), (0, 1, 1, "/a\0b", True), (0, 1):
    lock = attempt(make, *args)
    if isinstance(lock, tuple):
        print(lock)
        continue
    print(lock.acquire(), lock.acquire(False), lock.acquire(True, 0.01), lock.acquire(True, -1), attempt(lock.acquire, True, "a"), lock._is_mine(), lock._count(), lock._get_value(), lock._is_zero(), lock.release(), attempt(lock.release), lock.acquire(block=True, timeout=None), lock.acquire(True, 1e-9))
    print(lock.name, lock.kind, lock.maxvalue, attempt(lock._after_fork), attempt(lock.__exit__, 1, 2, 3), attempt(make._rebuild, 5, 0, 1, "/no-such-semaphore-here"), attempt(make._rebuild, "a", 0, 1, None), attempt(make._rebuild, 5, 0, 1, 5))
recursive = make(0, 1, 1, "/minipy-system-limits", True)
print(recursive.acquire(), recursive.acquire(False), recursive._count(), recursive.release(), attempt(recursive.release), attempt(_multiprocessing.sem_unlink, "/none"), attempt(_multiprocessing.sem_unlink, 5))
