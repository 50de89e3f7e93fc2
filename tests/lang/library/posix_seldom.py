# Functions of posix and its like that few programs call: ids, the scheduler, descriptors, processes, statuses.
import _thread
import grp
import os
import pwd
import resource
import select
import signal
import socket
import tempfile
import time

os.environ["PATH"] = "/usr/bin:/bin"  # a folder there that one may not read would change an error


def show(f, *args, **kwargs):
    try:
        print(f.__name__, f(*args, **kwargs))
    except Exception as e:
        print(f.__name__, type(e).__name__, e)


# ids
print([f() == os.getuid() for f in (os.geteuid, os.getuid)], [f() == os.getgid() for f in (os.getegid, os.getgid)])
print(os.getresuid() == (os.getuid(),) * 3, os.getresgid() == (os.getgid(),) * 3)
print(type(os.getgroups()), os.getpgid(0) == os.getpgrp(), os.getsid(0) == os.getsid(os.getpid()))
for f, own in ((os.setuid, os.getuid), (os.seteuid, os.geteuid), (os.setgid, os.getgid), (os.setegid, os.getegid)):
    show(f, own())
    show(f, -2)
    show(f, "x")
for f, own in ((os.setreuid, os.getuid), (os.setregid, os.getgid)):
    show(f, own(), own())
    show(f, -1, -1)
    show(f, 1 << 40, 0)
show(os.setresuid, -1, -1, -1)
show(os.setresgid, -1, -1, -1)
show(os.getpgid, -5)

# names
print(pwd.getpwuid(0) in pwd.getpwall(), pwd.getpwuid(0).pw_name, grp.getgrgid(0) in grp.getgrall(), grp.getgrgid(0)[0])
show(pwd.getpwuid, 4000000000)
show(pwd.getpwuid, -2)
show(grp.getgrgid, 4000000000)
show(grp.getgrgid, 1.5)
print(type(os.uname()).__name__, os.uname().sysname, len(os.uname()), socket.gethostname() == os.uname().nodename)

# the scheduler
print(os.sched_get_priority_min(os.SCHED_FIFO), os.sched_get_priority_max(os.SCHED_FIFO))
show(os.sched_get_priority_max, 99)
print(os.sched_getscheduler(0) == os.SCHED_OTHER, os.sched_getparam(0))
show(os.sched_setparam, 0, os.sched_param(0))
show(os.sched_setparam, 0, os.sched_param(77))
show(os.sched_setparam, 0, 0)
print(os.sched_yield(), isinstance(os.sched_rr_get_interval(0), float))
print(os.sched_getaffinity(0) == set(sorted(os.sched_getaffinity(0))), os.cpu_count() >= len(os.sched_getaffinity(0)))
show(os.sched_getaffinity, -3)
print(len(os.getloadavg()), os.makedev(3, 7) == 3 << 8 | 7, os.major(775), os.minor(775))

# descriptors
r, w = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
show(os.read, r, 1)
print(os.get_inheritable(r), os.write(w, b"abc"), os.read(r, 9))
show(os.pipe2, 1 << 30)
show(os.ttyname, r)
show(os.tcgetpgrp, r)
show(os.tcsetpgrp, r, 1)
show(os.login_tty, -1)
show(os.device_encoding, r)
show(os.fpathconf, r, "PC_PIPE_BUF")
show(os.fpathconf, r, "PC_NONSENSE")
show(os.fpathconf, r, None)
e = os.eventfd(3)
os.eventfd_write(e, 4)
print(os.eventfd_read(e))
show(os.eventfd_write, -1, 1)
show(os.eventfd_read, -1)
os.closerange(e, e + 1)
show(os.eventfd_write, e, 1)
with tempfile.TemporaryFile() as f:
    fd = f.fileno()
    print(os.pwritev(fd, [b"abc", b"", bytearray(b"defg")], 2), os.pread(fd, 20, 0))
    into = [bytearray(2), bytearray(4)]
    print(os.preadv(fd, into, 3), into)
    show(os.preadv, fd, [b"read-only"], 0)
    show(os.pwritev, fd, 5, 0)
    show(os.preadv, fd, [bytearray(1)], -1)
    print(os.fstatvfs(fd).f_bsize > 0, os.fstatvfs(fd)[9] == os.fstatvfs(fd).f_namemax)
    print(os.splice(fd, w, 4, offset_src=2), os.read(r, 9))
    show(os.splice, fd, w, -4)
    show(os.splice, fd, fd, 4)
show(os.fstatvfs, -1)
os.close(r)
os.close(w)
p = select.epoll()
q = select.epoll.fromfd(os.dup(p.fileno()))
print(q.fileno() != p.fileno(), q.poll(0))
q.close()
p.close()
show(select.epoll.fromfd, "x")

# processes and their statuses
pid = os.posix_spawnp("sh", ["sh", "-c", "kill -STOP $$; exit 5"], os.environ)
status = os.waitpid(pid, os.WUNTRACED)[1]
print(os.WIFSTOPPED(status), os.WSTOPSIG(status) == signal.SIGSTOP, os.WIFCONTINUED(status), os.WIFEXITED(status))
handle = os.pidfd_open(pid)
signal.pidfd_send_signal(handle, signal.SIGCONT)
status = os.waitpid(pid, 0)[1]
print(os.WIFSTOPPED(status), os.WEXITSTATUS(status))
show(signal.pidfd_send_signal, handle, 0)
show(signal.pidfd_send_signal, handle, 0, 7)
os.close(handle)
show(os.pidfd_open, -1)
show(os.posix_spawnp, "there-is-no-such-program", ["x"], {})
heard = []
signal.signal(signal.SIGUSR1, lambda *a: heard.append(a[0]))
signal.pthread_kill(_thread.get_ident(), signal.SIGUSR1)
print(heard, _thread.get_native_id() == os.getpid())
signal.signal(signal.SIGUSR1, signal.SIG_DFL)

# resources, time
print(resource.getpagesize() == os.sysconf("SC_PAGE_SIZE"), len(resource.getrlimit(resource.RLIMIT_NOFILE)))
show(resource.getrlimit, 999)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0, len(resource.getrusage(resource.RUSAGE_CHILDREN)))
show(resource.getrusage, 999)
for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
    a = getattr(time, name + "_ns")()
    b = getattr(time, name)()
    print(name, type(a), 0 <= b - a / 1e9 < 5)
show(time.clock_settime_ns, 99, 0)
print(socket.ntohs(0x1234) == socket.htons(0x1234), all(len(x) == 2 for x in socket.if_nameindex()))
show(socket.if_indextoname, 1 << 30)
show(socket.if_nametoindex, "no-such-interface")
