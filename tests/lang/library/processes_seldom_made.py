"""posix_spawn with file actions and attributes, waitid, groups, signals that are waited for, entries of scandir that go."""
import os
import posix
import signal
import sys
import tempfile


def attempt(what, *args, **kwargs):
    try:
        r = what(*args, **kwargs)
        print(what.__name__, "->", r)
    except Exception as e:
        print(what.__name__, type(e).__name__, e)


def spawn(*arguments, **options):
    """Its status and what it wrote into the pipe."""
    r, w = os.pipe()
    os.set_inheritable(w, True)
    try:
        actions = [a if a != "pipe" else (os.POSIX_SPAWN_DUP2, w, 1) for a in options.pop("file_actions", ["pipe"])]
        pid = os.posix_spawn("/bin/sh", ["sh", "-c", *arguments], os.environ, file_actions=actions, **options)
    finally:
        os.close(w)
    with open(r, "rb") as f:
        said = f.read()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said


attempt(spawn, "echo one; exit 3")
attempt(spawn, "cat; echo two", file_actions=["pipe", (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)])
attempt(spawn, "cat 2>/dev/null; echo three", file_actions=["pipe", (os.POSIX_SPAWN_CLOSE, 0)])
for actions in ([(os.POSIX_SPAWN_OPEN, 0)], [(os.POSIX_SPAWN_CLOSE,)], [(os.POSIX_SPAWN_CLOSE, "x")], [(os.POSIX_SPAWN_DUP2, 1)],
                [(os.POSIX_SPAWN_DUP2, "x", 1)], [(99, 1)], [()], [5], 5, [("x",)], [(os.POSIX_SPAWN_OPEN, 0, "a\0b", 0, 0)]):
    attempt(spawn, "exit 0", file_actions=actions) if not isinstance(actions, int) else attempt(
        os.posix_spawn, "/bin/sh", ["sh"], {}, file_actions=actions)
attempt(spawn, "echo group", setpgroup=0)
attempt(spawn, "echo mask", setsigmask=[signal.SIGUSR1], setsigdef=[signal.SIGPIPE])
attempt(spawn, "echo session", setsid=True)
attempt(spawn, "echo ids", resetids=True)
for options in {"setsigmask": [0]}, {"setsigmask": [1 << 40]}, {"setsigmask": 5}, {"setsigdef": ["x"]}, {"setpgroup": "x"}, {"scheduler": 5}, {"scheduler": (1, 2, 3)}:
    attempt(spawn, "exit 0", **options)
for path, argv, env in (("/no/such/program", ["x"], {}), ("/bin/sh", [], {}), ("/bin/sh", [""], {}), ("/bin/sh", 5, {}), ("/bin/sh", ["sh"], 5),
                        ("/bin/sh", ["sh", 5], {}), ("/bin/sh", ["sh"], {"a=b": "c"}), ("/bin/sh", ["sh", "a\0"], {})):
    attempt(os.posix_spawn, path, argv, env)
pid = os.posix_spawnp("true", ["true"], {"PATH": "/bin:/usr/bin"})
print(os.waitpid(pid, 0)[1])
attempt(os.posix_spawnp, "no-such-program-at-all", ["x"], {})

pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 7"], {})
found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
print(found.si_pid == pid, found.si_uid == os.getuid(), found.si_signo == signal.SIGCHLD, found.si_status, found.si_code == os.CLD_EXITED)
print(len(os.waitid(os.P_ALL, 0, os.WEXITED)))
attempt(os.waitid, os.P_PID, pid, os.WEXITED)
attempt(os.waitid, 99, 0, os.WEXITED)
attempt(os.waitid, os.P_ALL, 0, 0)
r, w = os.pipe()
pid = os.posix_spawn("/bin/sh", ["sh", "-c", "read a"], {}, file_actions=[(os.POSIX_SPAWN_DUP2, r, 0)])
attempt(os.waitid, os.P_PID, pid, os.WEXITED | os.WNOHANG)
attempt(os.waitpid, pid, os.WNOHANG)
print(len(os.wait3(os.WNOHANG)), len(os.wait4(pid, os.WNOHANG)))
os.kill(pid, signal.SIGTERM)
print(os.waitstatus_to_exitcode(os.wait4(pid, 0)[1]))
for status in 0, 9, 256, 0x137F, -1, 1 << 40, "x":
    attempt(os.waitstatus_to_exitcode, status)
for function in os.WIFSTOPPED, os.WSTOPSIG, os.WIFCONTINUED, os.WCOREDUMP, os.WTERMSIG, os.WEXITSTATUS:
    attempt(function, 0x137F)
    attempt(function, 0x8B)
    attempt(function, "x")
for call in (os.waitpid, -5, 0), (os.getpgid, -1), (os.getsid, 1 << 30), (os.getpriority, 99, 0), (os.setpriority, 99, 0, 0), (os.sched_getscheduler, -1), (
        os.sched_setaffinity, 0, []), (os.sched_setaffinity, 0, [-1]), (os.sched_setaffinity, 0, ["x"]), (os.sched_getaffinity, 1 << 22), (
        os.sched_get_priority_max, 99), (os.killpg, -1, 0), (os.kill, 1 << 40, 0), (os.kill, os.getpid(), 1000):
    attempt(*call)
big = 1 << 40
for call in ((os.kill, big, 0), (os.kill, 1 << 70, 0), (os.killpg, big, 0), (os.killpg, 0, -big), (os.getsid, big), (os.getpgid, -big), (os.setpgid, 0, big),
             (os.tcsetpgrp, 0, big), (os.getpriority, 0, big), (os.pidfd_open, big), (os.waitpid, big, 0), (os.waitpid, 0, big), (os.wait4, big, 0),
             (os.wait3, big), (os.waitid, 0, big, 4), (os.waitid, big, 0, 4), (os.sched_getscheduler, big), (os.sched_getparam, big),
             (os.sched_getaffinity, big), (os.sched_setaffinity, big, [0]), (os.sched_rr_get_interval, big), (os.sched_setscheduler, big, 0, os.sched_param(0)),
             (os.sched_setscheduler, 0, big, os.sched_param(0)), (os.sched_setparam, big, os.sched_param(0))):
    attempt(*call)
print(os.getgrouplist("root", 0), sorted(os.getgroups()) == sorted(set(os.getgroups())))
for call in (os.getgrouplist, 5, 0), (os.getgrouplist, "root", "x"), (os.initgroups, "root", -2), (os.setgroups, 5), (os.setgroups, ["x"]), (
        os.setgroups, [1 << 40]), (os.setreuid, -1, -1), (os.setresgid, -1, -1, -1), (os.setuid, -5), (os.setgid, 1 << 33):
    attempt(*call)
print(os.getresuid() == (os.getuid(), os.geteuid(), os.getresuid()[2]), len(os.getresgid()))

seen = []
signal.signal(signal.SIGALRM, lambda *a: seen.append(a[0]))
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)  # again and again: one may come before pause() waits
attempt(signal.pause)
signal.setitimer(signal.ITIMER_REAL, 0)
print(set(seen), signal.getitimer(signal.ITIMER_REAL))
seen.clear()
signal.setitimer(signal.ITIMER_REAL, 1e-9)
while not seen:
    pass
print(seen)
for call in ((signal.pthread_kill, "x", 0), (signal.pthread_kill, 5), (signal.setitimer, 99, 1), (signal.setitimer, signal.ITIMER_REAL, "x"),
             (signal.setitimer, signal.ITIMER_REAL, -1), (signal.getitimer, 99), (signal.signal, 0, signal.SIG_DFL), (signal.signal, 65, signal.SIG_DFL),
             (signal.signal, signal.SIGUSR1, 5), (signal.siginterrupt, 99, True), (signal.siginterrupt, 0, True), (signal.strsignal, 99), (signal.strsignal, -1),
             (signal.strsignal, signal.SIGHUP), (signal.raise_signal, 99), (signal.pthread_sigmask, 99, []), (signal.pthread_sigmask, signal.SIG_BLOCK, [99]),
             (signal.pthread_sigmask, signal.SIG_BLOCK, 5), (signal.sigtimedwait, [signal.SIGUSR2], -1), (signal.sigtimedwait, [signal.SIGUSR2], "x"),
             (signal.sigtimedwait, [signal.SIGUSR2], 0.001), (signal.sigwait, 5), (signal.sigwaitinfo, [99]), (signal.set_wakeup_fd, -2),
             (signal.set_wakeup_fd, "x"), (signal.default_int_handler,), (signal.default_int_handler, 1, 2)):
    try:
        print(call[0].__name__, call[0](*call[1:]))
    except (Exception, KeyboardInterrupt) as e:
        print(call[0].__name__, type(e).__name__, e)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGUSR2])
os.kill(os.getpid(), signal.SIGUSR2)
info = signal.sigwaitinfo([signal.SIGUSR2])
print(info.si_signo, info.si_pid == os.getpid(), info.si_uid == os.getuid(), info.si_code, len(info))
os.kill(os.getpid(), signal.SIGUSR1)
print(signal.sigpending(), signal.sigwait([signal.SIGUSR1]))
with open("/dev/null") as f:
    try:
        signal.set_wakeup_fd(f.fileno())
    except ValueError as e:
        print(str(e).replace(str(f.fileno()), "N"))

with tempfile.TemporaryDirectory() as folder:
    for name in "file", "gone", "cut":
        open(os.path.join(folder, name), "w").close()
    os.symlink("file", os.path.join(folder, "link"))
    os.symlink("nowhere", os.path.join(folder, "broken"))
    os.mkdir(os.path.join(folder, "sub"))
    entries = {e.name: e for e in os.scandir(folder)}
    os.remove(entries["gone"].path)
    for name in sorted(entries):
        e = entries[name]
        print(name, e.is_symlink(), e.is_file(), e.is_dir(), e.is_dir(follow_symlinks=False), e.is_file(follow_symlinks=False), os.fspath(e) == e.path)
        for follow in True, False:
            try:
                print("   ", e.stat(follow_symlinks=follow).st_size == os.stat(e.path, follow_symlinks=follow).st_size)
            except OSError as error:
                print("   ", type(error).__name__)
    handle = os.open(folder, os.O_RDONLY)
    with os.scandir(handle) as it:
        by_descriptor = {e.name: e for e in it}
    print(sorted(by_descriptor), by_descriptor["file"].path, by_descriptor["link"].is_symlink(), by_descriptor["link"].is_file(), by_descriptor["file"].inode() > 0)
    print(sorted(os.listdir(handle)))
    os.close(handle)
    print(sorted(os.listdir(os.fsencode(folder))), repr(entries["file"]), [type(e.name) for e in os.scandir(os.fsencode(folder))][0])
    for function in os.scandir, os.listdir:
        try:
            function(os.path.join(folder, "file"))
        except NotADirectoryError as e:
            print(e.strerror, os.path.basename(e.filename))
    it = os.scandir(folder)
    next(it)
    it.close()
    print(list(it))
for call in (os.scandir, 5.5), (os.listdir, "/no/such"), (os.scandir, "a\0b"), (type(entries["file"]),), (type(it),):
    attempt(*call)
