"""posix, fcntl, mmap, select, _multiprocessing, termios, signal, resource, pwd: bounds, files that went, answers of a program's own classes."""
import _multiprocessing
import _posixshmem
import errno
import fcntl
import grp
import mmap
import os
import pwd
import resource
import select
import signal
import socket
import struct
import sys
import tempfile
import termios
import threading


def t(f, *args, **kw):
    try:
        return f(*args, **kw)
    except BaseException as e:
        return type(e).__name__, str(e).replace(folder, "FOLDER")[:120]


class Index:
    def __init__(self, value, then=None):
        self.value, self.then = value, then

    def __index__(self):
        if self.then:
            self.then()
        if isinstance(self.value, BaseException):
            raise self.value
        return self.value


folder = os.path.realpath(tempfile.mkdtemp())
os.chdir(folder)
fd = os.open("file", os.O_RDWR | os.O_CREAT, 0o600)
os.write(fd, bytes(range(256)) * 32)
r, w = os.pipe()

# ---- descriptors and paths
for name, args in (("open", ("a\0b", 0)), ("open", (b"nowhere/x", 0)), ("open", ("x", 0, 0o777, 5)), ("read", (fd, -1)), ("read", (fd, Index(KeyError("i")))), ("pread", (fd, 5, -1)), ("pread", (fd, 3, 2**63)), ("pwrite", (fd, b"x", -1)), ("pwrite", (fd, 5, 0)), ("lseek", (fd, -1, 0)), ("lseek", (fd, 0, 99)),
                   ("ftruncate", (fd, -1)), ("truncate", ("file", -1)), ("readv", (fd, {})), ("readv", (fd, [bytearray(3), b"x"])), ("readv", (fd, [])), ("writev", (fd, [b"a", 5])), ("writev", (w, (b"ab", memoryview(b"cd")))), ("preadv", (fd, [bytearray(4)], 0, 0)), ("pwritev", (fd, [b"zz"], 0, 1 << 30)),
                   ("dup2", (fd, fd, False)), ("dup", (-1,)), ("closerange", (500, 400)), ("closerange", (500, 510)), ("close_range", (1, 2)), ("isatty", (-1,)), ("ttyname", (fd,)), ("ttyname", (-1,)), ("device_encoding", (-1,)), ("device_encoding", (fd,)), ("get_inheritable", (-1,)), ("set_inheritable", (fd, True)), ("get_inheritable", (fd,)), ("set_inheritable", (-1, True)), ("set_blocking", (r, False)), ("set_blocking", (r, False)), ("get_blocking", (r,)), ("set_blocking", (-1, True)),
                   ("pipe2", ("x",)), ("pipe2", (-1,)), ("sendfile", (w, fd, 0, 10)), ("sendfile", (w, fd, None, 10)), ("sendfile", (-1, fd, 0, 10)), ("splice", (fd, w, 5, 3)), ("splice", (fd, w, -1)), ("copy_file_range", (fd, fd, 0)), ("copy_file_range", (fd, fd, -1)), ("posix_fallocate", (fd, 0, 0)), ("posix_fadvise", (fd, 0, 0, 99)), ("fsync", (-1,)), ("lockf", (fd, 99, 0)), ("fpathconf", (fd, "PC_NAME_MAX")), ("fpathconf", (fd, "no")), ("pathconf", ("/", 99999)), ("pathconf", (fd, 3)), ("sysconf", ("SC_NO",)), ("sysconf", (99999,)), ("confstr", (99999,)), ("confstr", ("CS_NO",)), ("sysconf", (1.5,)), ("confstr", (2**70,)),
                   ("link", ("nowhere", "b")), ("symlink", ("target", "file")), ("readlink", ("file",)), ("rename", ("nowhere", "x")), ("replace", ("nowhere", b"x")), ("rmdir", ("file",)), ("mkdir", ("file",)), ("mkfifo", ("file",)), ("unlink", ("",)), ("chdir", ("file",)), ("fchdir", (fd,)), ("scandir", ("nowhere",)), ("listdir", (fd,)), ("listdir", (999,)), ("scandir", (999,)), ("statvfs", (999,)), ("fstatvfs", (999,)), ("stat", (999,)), ("fstat", (999,)), ("lstat", ("",)),
                   ("chmod", ("nowhere", 0)), ("chmod", (999, 0)), ("chown", ("nowhere", -1, -1)), ("chown", ("file", -2, 0)), ("chown", ("file", 2**32, 0)), ("chown", ("file", 2**80, 0)), ("chown", ("file", "x", 0)), ("chown", ("file", 1.5, 0)), ("lchown", ("nowhere", -1, -1)), ("access", ("file", 99)), ("access", ("a\0b", 0)), ("utime", ("file", (1, 2), 5)), ("utime", ("file", 5)), ("utime", ("file", (1,))), ("utime", ("file", (1e300, 2))), ("utime", ("file", (float("nan"), 2))), ("utime", ("nowhere",)), ("getxattr", ("file", "user.no")), ("setxattr", ("file", "bad", b"")), ("removexattr", ("file", "user.no")), ("listxattr", ("nowhere",)), ("getxattr", (999, "user.x")),
                   ("makedev", (1, "x")), ("makedev", ("x", 1)), ("major", (-1,)), ("major", ("x",)), ("strerror", (99999,)), ("kill", (0, 999)), ("killpg", (2**70, 0)), ("waitpid", (-1, 99)), ("waitid", (99, 0, 0)), ("wait", ()), ("waitstatus_to_exitcode", (0x7f,)), ("waitstatus_to_exitcode", (256,)), ("waitstatus_to_exitcode", (2**70,)), ("getpriority", (99, 0)), ("setpriority", (0, 2**31 - 1, 0)), ("getsid", (-1,)), ("getpgid", (2**31 - 1,)), ("setpgid", (-1, 0)), ("sched_getaffinity", (2**31 - 1,)), ("sched_setaffinity", (0, [])), ("sched_setaffinity", (0, [-1])), ("sched_setaffinity", (0, [2**70])), ("sched_setaffinity", (0, 5)), ("sched_setaffinity", (0, ["x"])), ("sched_rr_get_interval", (2**31 - 1,)), ("sched_get_priority_max", (99,)),
                   ("setgroups", ({},)), ("setgroups", (["x"],)), ("setgroups", ([2**40],)), ("setgroups", ([-1] * 70000,)), ("getgrouplist", ("a\0b", 0)), ("getgrouplist", ("root", 0)), ("setresuid", (-2, 0, 0)), ("setreuid", ("x", 0)), ("initgroups", ("root", "x")), ("putenv", ("a=b", "c")), ("putenv", ("a", "b\0")), ("unsetenv", ("a=b",)), ("unsetenv", ("",)), ("getrandom", (-1,)), ("getrandom", (5, 99)), ("urandom", (-1,)), ("umask", ("x",)), ("nice", ("x",)), ("times", (1,)), ("memfd_create", ("a\0b",)), ("eventfd", (-1,)), ("eventfd_read", (999,)), ("eventfd_write", (999, 5)), ("eventfd_write", (999, -1)), ("pidfd_open", (-1,)), ("getloadavg", (1,)), ("tcgetpgrp", (fd,)), ("tcsetpgrp", (fd, 1)), ("get_terminal_size", (fd,)), ("ctermid", ()), ("posix_spawn", ("/bin/true", [], {})), ("posix_spawn", ("/bin/true", ["x"], {"a=b": "c"})), ("posix_spawn", ("/bin/true", ["x"], None, 5)), ("execv", ("/nowhere", [])), ("execv", ("/nowhere", [""])), ("execve", ("/nowhere", ["x"], {"a": 5})), ("execve", ("/nowhere", {}, {}))):
    if hasattr(os, name):
        got = t(getattr(os, name), *args)
        print(name, str(args)[:60].replace(str(fd), "FD") if " at 0x" not in str(args) else "", got if not isinstance(got, os.stat_result) else "stat", flush=True)
for kw in ({"dir_fd": 999}, {"follow_symlinks": False}, {"dir_fd": 5, "follow_symlinks": False}, {"dir_fd": "x"}, {"dir_fd": 2**40}, {"dir_fd": 1.5}):
    print({k: v for k, v in kw.items()}, t(os.stat, fd, **kw) if not isinstance(t(os.stat, fd, **kw), os.stat_result) else "stat", t(os.chmod, fd, 0o600, **kw), t(os.utime, fd, **kw), t(os.access, "nowhere", 0, **kw))
print(t(os.link, "file", "hard", follow_symlinks=False), t(os.link, "file", "soft", src_dir_fd=999), t(os.utime, "file", (1, 2), ns=(1, 2)), t(os.utime, "file", ns=(1,)), t(os.utime, "file", ns=(2**63, 5)), t(os.utime, "file", ns=(-1, 10**18 + 5)), os.stat("file").st_mtime_ns, os.stat("file").st_atime_ns, t(os.utime, "file", ns=("x", 5)))


class Nano(int):
    def __divmod__(self, other):
        return self.answer


for answer in 5, (1,), ("a", 1), (1, "b"), (1, 2, 3), (7, 8):
    one = Nano(5)
    one.answer = answer
    print(answer, t(os.utime, "file", ns=(one, 5)))
os.mkdir("dir")
open("dir/inner", "w").close()
os.symlink("nowhere", "dir/dangling")
os.symlink("..", "dir/up")
for at in "dir", b"dir", "dir/", folder + "/dir":
    with os.scandir(at) as entries:
        for e in sorted(entries, key=lambda e: e.name):
            print(repr(e).replace(folder, "FOLDER"), e.is_dir(), e.is_dir(follow_symlinks=False), e.is_file(), e.is_symlink(), t(e.stat)[0] if isinstance(t(e.stat), tuple) and not isinstance(t(e.stat), os.stat_result) else "stat", os.fsdecode(e.path).replace(folder, "FOLDER"), e.inode() > 0, t(e.is_file, follow_symlinks=Index(KeyError())))
entries = os.scandir("dir")
gone = sorted(entries, key=lambda e: e.name)
entries.close()
print(t(next, entries), t(entries.__enter__) is entries, t(type(entries)), t(os.DirEntry))
os.unlink("dir/inner")
print([(t(e.is_file), t(e.is_dir), t(e.is_symlink), str(t(e.stat))[:30]) for e in gone if e.name == "inner"])

# ---- fcntl
print(t(fcntl.fcntl, fd, 9999), t(fcntl.fcntl, fd, fcntl.F_GETFL, b"x" * 2000), t(fcntl.fcntl, fd, fcntl.F_GETFD, b"ab"), t(fcntl.fcntl, fd, 1, 1.5), t(fcntl.fcntl, -1, 1), t(fcntl.fcntl, Index(fd), 1), t(fcntl.fcntl, "x", 1))
print(t(fcntl.ioctl, fd, 0x5413, bytes(8)), t(fcntl.ioctl, fd, 0x5413, bytearray(8)), t(fcntl.ioctl, fd, 0x5413, bytearray(2000)), t(fcntl.ioctl, fd, 0x5413, b"x" * 2000), t(fcntl.ioctl, fd, 0x5413, bytearray(8), False), t(fcntl.ioctl, fd, 0x5413, "abc"), t(fcntl.ioctl, r, 0x541B, bytearray(4)), t(fcntl.ioctl, r, 0x541B, b"abcd"), t(fcntl.ioctl, fd, 2**40), t(fcntl.ioctl, fd, -5, 5))
print(t(fcntl.flock, fd, 99), t(fcntl.flock, fd, fcntl.LOCK_EX | fcntl.LOCK_NB), t(fcntl.flock, fd, fcntl.LOCK_UN), t(fcntl.lockf, fd, 99), t(fcntl.lockf, fd, fcntl.LOCK_EX, 1, 2, 0), t(fcntl.lockf, fd, fcntl.LOCK_UN, 1.5), t(fcntl.lockf, fd, fcntl.LOCK_SH, 0, "x"), t(fcntl.lockf, fd, fcntl.LOCK_UN), t(fcntl.lockf, fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 2, 99), t(fcntl.lockf, -1, 2))

# ---- mmap
for args, kw in (((fd, -1), {}), ((fd, 0), {"offset": 1}), ((fd, 0), {"offset": -1}), ((fd, 0), {"offset": 8192 * 4}), ((fd, 99999), {}), ((fd, 10), {"access": 99}), ((fd, 10), {"access": 1, "prot": 1}), ((fd, 10), {"flags": "x"}), ((fd, 10), {"prot": "x"}), ((-1, 0), {}), ((999, 5), {}), ((r, 0), {}), ((fd, "x"), {}), (("x", 5), {}), ((fd, 2**62), {}), ((-1, 10), {"access": mmap.ACCESS_READ})):
    print(str(args).replace(str(fd), "FD"), kw, t(lambda: mmap.mmap(*args, **kw).close()))
m = mmap.mmap(fd, 4096)
private, fixed, anon = mmap.mmap(fd, 4096, access=mmap.ACCESS_COPY), mmap.mmap(fd, 4096, access=mmap.ACCESS_READ), mmap.mmap(-1, 8192)
for f in (lambda: m[5000], lambda: m["x"], lambda: m[Index(m and 3)], lambda: m.__setitem__(5000, 1), lambda: m.__setitem__(0, 256), lambda: m.__setitem__(0, "x"), lambda: m.__setitem__(slice(0, 2), b"abc"), lambda: m.__setitem__(slice(0, 4, 2), b"ab"), lambda: m[0:6:2], lambda: m.__delitem__(0), lambda: m.__setitem__("x", 1), lambda: fixed.__setitem__(0, 1), lambda: fixed.write(b"x"), lambda: fixed.resize(5), lambda: fixed.write_byte(1), lambda: fixed.move(0, 1, 1),
          lambda: m.seek(99999), lambda: m.seek(-1), lambda: m.seek(0, 9), lambda: m.seek(-5, 2), lambda: m.tell(), lambda: m.read(3), lambda: m.read(None), lambda: m.read("x"), lambda: m.readline(), lambda: m.read_byte(), lambda: m.write(b"x" * 9), lambda: m.seek(0), lambda: m.readline()[:12], lambda: m.write_byte(300), lambda: m.write_byte("x"), lambda: m.find(b"\x05", -9999), lambda: m.find(5), lambda: m.rfind(b"\x05", 5, 9), lambda: m.find(b"", 9999), lambda: m.rfind(b"\x05", -10), lambda: m.move(0, 4090, 10), lambda: m.move(-1, 0, 1), lambda: m.move(0, "x", 1), lambda: m.move(5, 0, 3), lambda: m.flush(1), lambda: m.flush(-1, 5), lambda: m.flush(0, 99999), lambda: m.flush("x"), lambda: m.madvise(99), lambda: m.madvise(mmap.MADV_NORMAL, -1), lambda: m.madvise(mmap.MADV_NORMAL, 0, -1), lambda: m.madvise(mmap.MADV_NORMAL, 99999), lambda: m.madvise(mmap.MADV_NORMAL, 0, 99999), lambda: m.madvise("x"),
          lambda: m.resize(-1), lambda: m.resize(2**62), lambda: anon.resize(4096), lambda: len(anon), lambda: private.resize(4096), lambda: m.size(), lambda: anon.size(), lambda: bytes(m[:3])):
    print(t(f))
view = memoryview(anon)
print(t(anon.close), t(anon.resize, 100), t(view.release), t(anon.close), t(anon.size), t(lambda: anon[0]), t(lambda: anon[0:1]), t(memoryview, anon), t(len, anon), t(anon.__enter__), repr(anon))
other = mmap.mmap(-1, 100)
print(t(other.__setitem__, 0, 300), t(other.find, b"x"), t(other.madvise, 0))

# ---- select
for args in ((5, [], []), ([5.5], [], []), ([-1], [], []), ([99999], [], []), ([r], [], [], "x"), ([r], [], [], -1), ([r], [], [], float("nan")), ([r], [], [], 1e300), ([r], [w], [], 0), ([Index(r)], [], [], 0), ([], [], [], 0.0), ([2**70], [], [])):
    got = t(select.select, *args)
    print(got if isinstance(got[0], str) else [len(x) for x in got])
poll = select.poll()
print(t(poll.register, r, -1), t(poll.register, r, 2**17), t(poll.register, "x"), t(poll.register, r), t(poll.modify, 999, 1), t(poll.unregister, 999), t(poll.register, w, select.POLLOUT), [e for _, e in poll.poll(0)], t(poll.poll, "x"), t(poll.poll, 1e300), t(poll.poll, -0.5)[:0], t(poll.poll, float("nan")), [t(poll.register, 900 + i) for i in range(10)], sorted(e for _, e in poll.poll(0)))
ep = select.epoll()
print(t(select.epoll, 0), t(select.epoll, -5), t(select.epoll, 5, 99), t(ep.register, fd), t(ep.register, r), t(ep.register, r), t(ep.register, -1), t(ep.modify, 999, 1), t(ep.unregister, 999), t(ep.poll, 0), t(ep.poll, 0, 0), t(ep.poll, 0, -5), t(ep.poll, "x"), t(ep.poll, 1e300), t(ep.register, r, 2**40), ep.closed, t(ep.close), t(ep.poll, 0), t(ep.fileno), t(ep.close), t(ep.register, r), t(select.epoll.fromfd, "x"))

# ---- semaphores and shared memory
S = _multiprocessing.SemLock
name = "/minipy-test-%d" % os.getpid()
for args in ((0, 1, 1, name, 5), (5, 1, 1, name, True), (0, -1, 1, name, True), (0, 2, 1, name, True), (0, 1, 1, "a\0b", True), (0, 1, 1, 5, True), ("x", 1, 1, name, True), (0, 1, 1, "no/slash/at/all", True), (0, 1, 1, name, Index(KeyError()))):
    got = t(S, *args)
    print(args[0], args[1], type(args[4]).__name__, got if isinstance(got, tuple) else "made")
lock, plain = S(0, 1, 1, name + "r", True), S(1, 0, 2, name + "p", True)
for f in (lambda: lock.acquire(True, "x"), lambda: lock.acquire(False), lambda: lock.acquire(False), lambda: lock._count(), lambda: lock._is_mine(), lambda: lock._get_value(), lambda: lock._is_zero(), lambda: lock.release(), lambda: lock.release(), lambda: lock.release(), lambda: plain.acquire(False), lambda: plain.acquire(True, 0), lambda: plain.acquire(True, -5), lambda: plain.acquire(True, 0.01), lambda: plain.acquire(True, 0.999), lambda: plain.release(), lambda: plain.release(), lambda: plain.release(), lambda: plain._is_mine(), lambda: plain._get_value(), lambda: plain.__exit__(), lambda: plain.__enter__(), lambda: plain.acquire(Index(KeyError())), lambda: plain._after_fork(),
          lambda: plain.kind, lambda: plain.maxvalue, lambda: S._rebuild(1, 2, 3, 5), lambda: S._rebuild(1, 2, 3, "a\0b"), lambda: S._rebuild(1, 2, 3, "/no-such-%d" % os.getpid()), lambda: S._rebuild("x", 2, 3, None), lambda: _multiprocessing.sem_unlink("/no-such"), lambda: _multiprocessing.sem_unlink("a\0b"), lambda: _multiprocessing.sem_unlink(5),
          lambda: _posixshmem.shm_open("/no-such", os.O_RDONLY), lambda: _posixshmem.shm_open(5, 0), lambda: _posixshmem.shm_open("/x", "x"), lambda: _posixshmem.shm_open("/x", 0, "x"), lambda: _posixshmem.shm_unlink("/no-such"), lambda: _posixshmem.shm_unlink(5)):
    print(t(f))

# ---- terminals, signals, limits, names
for name in "tcgetattr", "tcgetwinsize", "tcdrain":
    print(name, t(getattr(termios, name), fd), t(getattr(termios, name), "x"), t(getattr(termios, name), -1))
for args in ((fd, 0, []), (fd, 0, 5), (fd, 0, [0] * 7), (fd, 0, [0, 0, 0, 0, 0, 0, [b"x"] * 3]), (fd, "x", []), (fd, 99, [0, 0, 0, 0, 0, 0, [b"x"] * 32]), (fd, 0, ["x", 0, 0, 0, 0, 0, [b"x"] * 32]), (fd, 0, [0, 0, 0, 0, 0, 0, [b"xy"] * 32])):
    print(t(termios.tcsetattr, *args))
print(t(termios.tcsendbreak, fd, 0), t(termios.tcflush, fd, 99), t(termios.tcflow, fd, 99), t(termios.tcsetwinsize, fd, (1,)), t(termios.tcsetwinsize, fd, (1, 2)), t(termios.tcsetwinsize, fd, ("x", 2)), t(termios.tcsetwinsize, fd, 5))
leader, follower = os.openpty()
mode = termios.tcgetattr(follower)
print(t(termios.tcsetattr, follower, 0, mode), t(termios.tcsetwinsize, follower, (24, 80)), t(termios.tcgetwinsize, follower), t(termios.tcsetwinsize, follower, (70000, 80)), t(termios.tcsetattr, follower, 0, mode[:6] + [mode[6][:5]]), t(termios.tcsetattr, follower, 99, mode), t(termios.tcsetattr, follower, 0, [2**70] + mode[1:]), t(termios.tcsetattr, follower, 0, mode[:4] + [99999] + mode[5:]), t(termios.tcsetattr, follower, 0, mode[:6] + [[300] * 32]))
mode[3] &= ~termios.ICANON
termios.tcsetattr(follower, termios.TCSANOW, mode)
print([type(x).__name__ for x in termios.tcgetattr(follower)[6]][4:8], t(termios.tcsetattr, follower, 0, mode[:6] + [["x"] * 32]), os.get_terminal_size(follower), t(os.ttyname, follower)[:5], t(os.tcgetpgrp, leader)[:1] if isinstance(t(os.tcgetpgrp, leader), tuple) else "group")
for name, args in (("signal", (0, 1)), ("signal", (999, 1)), ("signal", (9, 0)), ("signal", (2, 5)), ("signal", (2, "x")), ("getsignal", (999,)), ("siginterrupt", (999, 1)), ("siginterrupt", (2, 1)), ("strsignal", (999,)), ("strsignal", (0,)), ("raise_signal", (999,)), ("set_wakeup_fd", (999,)), ("set_wakeup_fd", ("x",)), ("set_wakeup_fd", (fd,)), ("set_wakeup_fd", (-1,)), ("pthread_kill", (threading.get_ident(), 999)), ("pthread_kill", (threading.get_ident(), 0)), ("pthread_sigmask", (99, [])), ("pthread_sigmask", (0, [999])), ("pthread_sigmask", (0, 5)), ("pthread_sigmask", (0, ["x"])), ("pthread_sigmask", (0, [0])), ("sigwait", ([999],)), ("sigtimedwait", ([10], -1)), ("sigtimedwait", ([10], 0)), ("sigtimedwait", ([10], "x")), ("sigtimedwait", ([10], 1e300)), ("sigwaitinfo", ([0],)), ("setitimer", (99, 1)), ("setitimer", (0, -1)), ("setitimer", (0, "x")), ("setitimer", (0, 1e300)), ("getitimer", (99,)), ("setitimer", (0, 0, 5)), ("alarm", ("x",)), ("alarm", (0,)), ("sigpending", ()), ("pidfd_send_signal", (fd, 0)), ("pidfd_send_signal", (fd, 0, 5)), ("default_int_handler", ()), ("valid_signals", (1,))):
    print(name, t(getattr(signal, name), *args))
for name, args in (("getrlimit", (999,)), ("getrlimit", ("x",)), ("setrlimit", (999, (1, 1))), ("setrlimit", (7, (1,))), ("setrlimit", (7, 5)), ("setrlimit", (7, ("x", 1))), ("setrlimit", (4, (2, 1))), ("setrlimit", (4, (-2, -2))), ("prlimit", (0, 999)), ("prlimit", (2**31 - 1, 7)), ("prlimit", (2**70, 7)), ("prlimit", (0, 7, 5)), ("getrusage", (99,)), ("getrusage", ("x",)), ("getpagesize", (1,))):
    print(name, t(getattr(resource, name), *args))
for f, args in ((pwd.getpwnam, ("a\0b",)), (pwd.getpwnam, ("no such",)), (pwd.getpwnam, ("\ud800",)), (pwd.getpwuid, (2**31 - 7,)), (pwd.getpwuid, (2**40,)), (pwd.getpwuid, (-1,)), (pwd.getpwuid, (-2,)), (pwd.getpwuid, ("x",)), (pwd.getpwuid, (1.5,)), (grp.getgrnam, ("no such",)), (grp.getgrnam, ("a\0b",)), (grp.getgrgid, (2**31 - 7,)), (grp.getgrgid, (-1,)), (grp.getgrgid, (2**80,)), (grp.getgrgid, ("x",))):
    print(f.__name__, args if args != ("\ud800",) else "", ascii(t(f, *args)))

# ---- sockets
a, b = socket.socketpair()
for f in (lambda: socket.socket(999), lambda: socket.socket(fileno="x"), lambda: socket.socket(fileno=-1), lambda: socket.socket(fileno=999), lambda: socket.socket(fileno=1.5), lambda: socket.socket(2, 1, 999), lambda: a.bind("x" * 200), lambda: a.bind(5), lambda: a.connect(5), lambda: a.recv(-1), lambda: a.recv("x"), lambda: a.recv(0), lambda: a.recv_into(bytearray(3), 5), lambda: a.recv_into(bytearray(3), -1), lambda: a.recv_into(b"x"), lambda: a.recvfrom(-1), lambda: a.recvfrom_into(bytearray(2), 9), lambda: a.recvmsg(-1), lambda: a.recvmsg(5, -1), lambda: a.recvmsg(5, 2**40), lambda: a.recvmsg_into(5), lambda: a.recvmsg_into([b"x"]), lambda: a.recvmsg_into([bytearray(2)], "x"),
          lambda: a.sendmsg(5), lambda: a.sendmsg([5]), lambda: a.sendmsg([b"x"], 5), lambda: a.sendmsg([b"x"], [5]), lambda: a.sendmsg([b"x"], [(1, 2)]), lambda: a.sendmsg([b"x"], [(1, 2, 5)]), lambda: a.sendmsg([b"x"], [], 0, 5), lambda: a.sendmsg([b"ab"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", fd))]), lambda: [len(x) if isinstance(x, (bytes, list)) else x for x in b.recvmsg(5, socket.CMSG_SPACE(4))[:2]], lambda: a.sendto(b"x"), lambda: a.sendto(b"x", 5, 6), lambda: a.sendto(b"x", "a", "b"), lambda: a.send("x"), lambda: a.sendall(5), lambda: a.setsockopt(1, 2), lambda: a.setsockopt(1, 2, None), lambda: a.setsockopt(1, 2, None, 5), lambda: a.setsockopt(1, 2, 3, 4), lambda: a.setsockopt(1, 999, 5), lambda: a.setsockopt(1, 2, "x"), lambda: a.setsockopt(1, 2, b""), lambda: a.getsockopt(1, 2, -1), lambda: a.getsockopt(1, 2, 2000), lambda: a.getsockopt(1, 999), lambda: a.getsockopt(1, 2, 4), lambda: a.settimeout(-1), lambda: a.settimeout("x"), lambda: a.settimeout(1e300), lambda: a.settimeout(float("nan")), lambda: a.listen(-5), lambda: a.listen(2**40), lambda: a.shutdown(99), lambda: a.accept(), lambda: a.getpeername(), lambda: a.setblocking("x"), lambda: a.gettimeout(), lambda: a.ioctl(1, 2),
          lambda: socket.inet_aton("x"), lambda: socket.inet_aton("1.2.3"), lambda: socket.inet_ntoa(b"x"), lambda: socket.inet_pton(99, "x"), lambda: socket.inet_pton(2, "x"), lambda: socket.inet_pton(10, "::1"), lambda: socket.inet_ntop(2, b"x"), lambda: socket.inet_ntop(10, bytes(16)), lambda: socket.inet_ntop(99, b""), lambda: socket.ntohs(-1), lambda: socket.ntohs(70000), lambda: socket.htonl(2**32), lambda: socket.htonl("x"), lambda: socket.ntohl(-1), lambda: socket.CMSG_LEN(-1), lambda: socket.CMSG_SPACE(2**70), lambda: socket.getservbyname("no such"), lambda: socket.getservbyname("http", "x"), lambda: socket.getservbyport(-1), lambda: socket.getservbyport(70000), lambda: socket.getservbyport(1, "no"), lambda: socket.getprotobyname("no such"), lambda: socket.if_nametoindex("no such"), lambda: socket.if_nametoindex("a\0b"), lambda: socket.if_indextoname(0), lambda: socket.if_indextoname(99999), lambda: socket.if_indextoname(-1), lambda: socket.if_indextoname("x"), lambda: socket.if_nameindex()[0][1],
          lambda: socket.getaddrinfo(None, None), lambda: socket.getaddrinfo("127.0.0.1", "x" * 9), lambda: socket.getaddrinfo("127.0.0.1", 80, 99), lambda: socket.getaddrinfo(5, 80), lambda: socket.getaddrinfo("127.0.0.1", 1.5), lambda: socket.getaddrinfo("127.0.0.1", 80, 2, 1), lambda: socket.getaddrinfo(b"127.0.0.1", b"80", type=1, flags=socket.AI_NUMERICHOST)[0][4], lambda: socket.getnameinfo(5, 0), lambda: socket.getnameinfo((1, 2), 0), lambda: socket.getnameinfo(("127.0.0.1", 80), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV), lambda: socket.getnameinfo(("127.0.0.1", "x"), 0), lambda: socket.getnameinfo(("::1", 80, 0, 0), 3), lambda: socket.getnameinfo(("::1", 80, 2**20, 0), 3), lambda: socket.getnameinfo(("127.0.0.1", 80, 5), 3), lambda: socket.sethostname(5), lambda: socket.setdefaulttimeout("x"), lambda: socket.setdefaulttimeout(-1), lambda: socket.getdefaulttimeout(), lambda: socket.close(999), lambda: socket.dup(999)):
    print(t(f), flush=True)
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for address in 5, (), ("127.0.0.1",), ("127.0.0.1", "x"), ("127.0.0.1", -1), ("127.0.0.1", 70000), (5, 5), ("a\0b", 5), ("<broadcast>", 5), ("", 5), (b"127.0.0.1", 9), ("127.0.0.1", 9, 9):
    print(address, t(u.sendto, b"x", address)[0] if isinstance(t(u.sendto, b"x", address), tuple) else "sent", t(u.connect, address))
six = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
for address in 5, ("::1",), ("::1", "x"), ("::1", 70000), ("::1", 5, -1), ("::1", 5, 2**20), ("::1", 5, 0, "x"), ("::1", 5, 0, 0, 0):
    print(address, t(six.connect, address))
for s in a, b, u, six:
    s.close()
print(t(a.recv, 1), t(a.fileno), t(a.close), t(a.detach), repr(a)[:25])
for d in leader, follower, r, w, fd:
    os.close(d)
os.chdir("/")
import shutil
shutil.rmtree(folder)
