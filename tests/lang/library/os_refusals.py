"""What functions of os and _stat refuse: numbers out of range, descriptors that are closed, wrong types."""
import os
import posix
import socket
import stat
import tempfile
import _stat


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


# ---- os
for fd in -2**40, 2**40, -2**80, 2**80, "a", 1.5, None, Index(-2**33), Index(LookupError("no")):
    print(attempt(os.close, fd), attempt(os.stat, fd) if not isinstance(fd, str) else None, attempt(os.fstat, fd), attempt(os.chdir, fd) if not isinstance(fd, str) else None)
folder = tempfile.mkdtemp()
name = os.path.join(folder, "file")
open(name, "w").close()
for args in ((), (5,), ((1,),), ((1, 2, 3),), ((float("nan"), 1),), ((1e30, 1),), ((-1e30, 1),), (("a", 1),), ((1.5, -1.5),), ((1, 2**70),), ((2**62, 1),), (None,)):
    print(attempt(os.utime, name, *args), os.stat(name).st_mtime_ns < 2**60 if args == ((1.5, -1.5),) else None)
for kw in {"ns": 5}, {"ns": (1,)}, {"ns": (1, 2)}, {"ns": (-1, -1500000001)}, {"ns": ("a", 1)}, {"ns": (1, 2**70)}, {"ns": (1, 1), "times": (1, 1)}, {"ns": None}, {"times": None, "ns": (5, 5)}, {"follow_symlinks": False}, {"dir_fd": -1}, {"dir_fd": "a"}:
    print(kw, attempt(os.utime, name, **kw).__repr__().replace(folder, "FOLDER"), os.stat(name).st_mtime_ns < 2**60)
os.utime(name, ns=(0, 2**62))
print(os.stat(name).st_mtime, os.stat(name).st_mtime_ns)
with open(name, "rb") as file:
    for target in name, file.fileno(), name.encode():
        for follow in True, False:
            if target is file.fileno() and not follow:
                continue
            print([attempt(os.setxattr, target, "user.a", b"value", follow_symlinks=follow), attempt(os.getxattr, target, "user.a", follow_symlinks=follow), attempt(os.listxattr, target, follow_symlinks=follow),
                   attempt(os.removexattr, target, "user.a", follow_symlinks=follow)].__repr__().replace(folder, "FOLDER"))
    print(attempt(os.setxattr, name, "user.a", "text"), attempt(os.setxattr, name, "user.a", b"", 99).__repr__().replace(folder, "FOLDER"), attempt(os.getxattr, name, "none").__repr__().replace(folder, "FOLDER"), attempt(os.setxattr, name, 5, b""))
    print(attempt(os.getxattr, 999, "user.a"), attempt(os.listxattr, 999), attempt(os.setxattr, file.fileno(), "user.a", b"", follow_symlinks=False), type(os.listxattr()))
print(attempt(posix._path_normpath, 5), attempt(posix._path_normpath, b"a"), posix._path_normpath("//a/../b\0c"), posix._path_normpath("/..//./"))
for value in {1, 2}, [10**6], [-1], ["a"], 5, [2**70], [2**31 - 1], [], [Index(0)], iter([0.5]):
    print(repr(value)[:20], attempt(os.sched_setaffinity, 0, value)) if not isinstance(value, set) else print(attempt(os.sched_setaffinity, "a", value))
print(attempt(os.sched_getaffinity, "a"), attempt(os.sched_getaffinity, -1), attempt(os.sched_param, "a").sched_priority, attempt(os.sched_param), attempt(os.sched_param(3)._replace if hasattr(os.sched_param, "_replace") else repr, os.sched_param(3)))
print(attempt(os.sched_setscheduler, 0, 99, os.sched_param(0)), attempt(os.sched_setscheduler, 0, 0, 5), attempt(os.sched_setparam, 0, os.sched_param("a")), attempt(os.sched_setparam, 0, os.sched_param(2**40)), attempt(os.sched_setscheduler, 0, os.SCHED_OTHER, os.sched_param(0)))
print(attempt(os.sched_rr_get_interval, -1), attempt(os.sched_getparam, -1), attempt(os.sched_getscheduler, -1), attempt(os.sched_get_priority_max, 99), os.sched_getparam(0))
print(attempt(os.getgrouplist, 5, 0), attempt(os.getgrouplist, "root", "a"), attempt(os.getgrouplist, "a\0b", 0), 0 in os.getgrouplist("root", 0), attempt(os.setgroups, 5), attempt(os.setgroups, {}), attempt(os.setgroups, ["a"]), attempt(os.setgroups, [-2]), attempt(os.setgroups, [0] * 100000), attempt(os.setgroups, [2**40]))
print(attempt(os.initgroups, "root", "a"), attempt(os.initgroups, 5, 0), attempt(os.setresuid, 1, 2), attempt(os.setreuid, "a", 1), attempt(os.setuid, -2), attempt(os.setgid, 2**33), attempt(os.setuid, 1.5))
for size in -1, 0, 5, "a", 2**70:
    for function in os.urandom, os.getrandom:
        got = attempt(function, size)
        print(len(got) if isinstance(got, bytes) else got, end=" ")
print(attempt(os.getrandom, 5, 99), attempt(os.getrandom, 5, "a"))
for device in 5, "a", -1, 2**70, 0x12345678, -5, 2**64 - 1, None:
    print(attempt(os.major, device), attempt(os.minor, device), attempt(os.makedev, device, 1), end=" ")
print(attempt(os.get_terminal_size, 999), attempt(os.get_terminal_size, "a"), attempt(os.fstatvfs, 999), attempt(os.fstatvfs, "a"), attempt(os.sysconf, "no"), attempt(os.sysconf, 99999), attempt(os.confstr, 99999), attempt(os.confstr, "no"), attempt(os.fpathconf, 999, 1), attempt(os.pathconf, "/", "no"), attempt(os.pathconf, "/", 999), attempt(os.sysconf, 1.5), attempt(os.sysconf, 2**40))
for function, args in (os.ftruncate, (999, 1)), (os.truncate, ("/nonexistent", 1)), (os.lseek, (999, 0, 0)), (os.pread, (999, 5, 0)), (os.pread, (0, -5, 0)), (os.pwrite, (999, b"", 0)), (os.preadv, (999, [bytearray(1)], 0)), (os.readv, (999, [b"a"])), (os.readv, (999, 5)), (os.writev, (999, ["a"])), (os.writev, (999, [b"a"])), (os.sendfile, (999, 998, 0, 5)), (os.sendfile, (999, 998, "a", 5)), (os.copy_file_range, (999, 998, 5)), (os.copy_file_range, (999, 998, -5)), (os.splice, (999, 998, 5)), (os.splice, (999, 998, -5)), (os.eventfd, (-1,)), (os.eventfd_read, (999,)), (os.eventfd_write, (999, 1)), (os.memfd_create, ("a\0b",)), (os.pidfd_open, (-1,)), (os.pipe2, (2**30,)), (os.dup2, (999, 5)), (os.lockf, (999, 0, 0)), (os.posix_fadvise, (999, 0, 0, 0)), (os.posix_fallocate, (999, 0, 5)), (os.device_encoding, ("a",)), (os.device_encoding, (999,)), (os.ttyname, (999,)), (os.openpty, (1,)), (os.get_inheritable, (999,)), (os.set_inheritable, (999, True)), (os.get_blocking, (999,)), (os.set_blocking, (999, True)), (os.waitpid, (2**40, 0)), (os.wait4, (1, "a")), (os.waitid, (99, 0, 0)), (os.kill, (2**40, 0)), (os.kill, (0, 999)), (os.killpg, (0, 999)), (os.nice, ("a",)), (os.getpriority, (99, 0)), (os.setpriority, (99, 0, 0)), (os.getsid, (-1,)), (os.getpgid, (-5,)), (os.setpgid, (-1, -1)), (os.tcgetpgrp, (999,)), (os.tcsetpgrp, (999, 1)), (os.ctermid, (1,)), (os.strerror, ("a",)), (os.strerror, (99999,)), (os.umask, ("a",)), (os.WEXITSTATUS, ("a",)), (os.waitstatus_to_exitcode, (127,)), (os.waitstatus_to_exitcode, ("a",)), (os.closerange, ("a", 1)), (os.close, (-1,)), (os.closerange, (5, 3)):
    print(function.__name__, attempt(function, *args))
with os.scandir(folder) as it:
    entry = next(it)
    print(entry.name, entry.is_file(), entry.is_symlink(), entry.is_dir(follow_symlinks=False), attempt(entry.stat, 5), attempt(entry.is_file, follow_symlinks=Index(1)), attempt(os.scandir, 5.5), attempt(os.scandir, 999), attempt(os.scandir, "/nonexistent"))
os.remove(name)
print(attempt(entry.stat).__repr__().replace(folder, "FOLDER"), attempt(entry.stat, follow_symlinks=False).__repr__().replace(folder, "FOLDER"), entry.is_file(), attempt(next, it))
fd = os.open(folder, os.O_RDONLY)
open("unrelated", "w", dir_fd=fd).close() if False else os.close(os.open("file", os.O_CREAT, dir_fd=fd))
with os.scandir(fd) as it:
    entry = next(it)
    print(entry.name, entry.path, entry.stat().st_size, entry.inode() == os.stat("file", dir_fd=fd).st_ino)
os.close(fd)
os.mkfifo(os.path.join(folder, "fifo"))
os.symlink("nowhere", os.path.join(folder, "link"))
with socket.socket(socket.AF_UNIX) as s:
    s.bind(os.path.join(folder, "socket"))
for entry in sorted(os.scandir(folder), key=lambda e: e.name):
    print(entry.name, _stat.filemode(entry.stat(follow_symlinks=False).st_mode)[0], entry.is_file(), entry.is_dir(), entry.is_symlink(), attempt(entry.stat).__repr__()[:20])
    os.unlink(entry.path)
os.rmdir(folder)
for mode in 0o60644, 0o20600, 0o10000, 0o140777, 0o104755, 0o102666, 0o41777, 0o41666, 0o170000, 0, 2**40, "a", -1:
    print(mode, attempt(_stat.filemode, mode), end=" ")
print(attempt(_stat.S_ISDIR, "a"), attempt(_stat.S_IMODE, 2**70), attempt(_stat.S_IFMT, -1))
