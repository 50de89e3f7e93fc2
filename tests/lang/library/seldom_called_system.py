"""What the modules of the system have and programs seldom call: each in a child, or without a trace."""
import atexit, faulthandler, gc, os, re, select, signal, socket, symtable, sys, tempfile, threading, tracemalloc


def plain(value):
    return re.sub(r"0x[0-9a-f]+", "ADDRESS", repr(value))


def in_child(function):
    pid = os.fork()
    if pid == 0:
        try:
            status = function()
        except BaseException as problem:
            print(problem, flush=True)
            status = 99
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def lead():
    os.setsid()
    return os.getsid(0) == os.getpid()


def group():
    os.setpgrp()
    return os.getpgrp() == os.getpid()


def nicer():
    os.setpriority(os.PRIO_PROCESS, 0, 7)
    return os.getpriority(os.PRIO_PROCESS, 0)


def wait():
    signal.signal(signal.SIGALRM, lambda *given: None)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    signal.pause()
    return 5


def leave():
    atexit.register(print, "never", flush=True)
    atexit._clear()
    atexit.register(print, "at the end", flush=True)
    atexit._run_exitfuncs()
    return 6


print([in_child(function) for function in (lead, group, nicer, wait, leave, os.abort)])
print(os.ctermid(), os.DirEntry[str], plain(os.scandir))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "one")
    with open(path, "wb") as file:
        file.write(b"0123456789")
    [entry] = os.scandir(folder)
    print(os.fspath(entry) == path, entry.__fspath__() == path)
    source, target = os.open(path, os.O_RDONLY), os.open(path + "2", os.O_RDWR | os.O_CREAT)
    print(os.copy_file_range(source, target, 4, 3, 0), os.pread(target, 9, 0))
    os.close(source), os.close(target)

with select.epoll() as poll:
    print(poll.closed)
print(poll.closed)

one, other = socket.socketpair()
one.settimeout(1.5)
print(one.gettimeout(), re.sub(r"\d+", "N", repr(one)))
again = socket.dup(one.fileno())
socket.close(again)
try:
    socket.socket(socket.AF_INET).connect(("127.0.0.1",))
except TypeError as problem:
    print(problem)
try:
    socket.socket(socket.AF_INET).connect("127.0.0.1")
except TypeError as problem:
    print(problem)
one.close(), other.close()

with tempfile.TemporaryFile() as file:
    faulthandler.dump_traceback_later(30, file=file)
    faulthandler.cancel_dump_traceback_later()
    faulthandler.dump_traceback_later(0.05, file=file, repeat=False)
    threading.Event().wait(0.5)
    faulthandler.dump_traceback(file=file, all_threads=True)
    file.seek(0)
    text = file.read().decode()
print(text.count("Timeout (0:00:00.050000)!"), "most recent call first" in text, "seldom_called_system.py" in text)

gc.disable()
gc.enable()
print(gc.isenabled(), tracemalloc.get_tracemalloc_memory() >= 0, tracemalloc._get_traces())
lock, rlock, own = threading.Lock(), threading.RLock(), threading.local()
own.x = 1
print(plain(lock), re.sub(r"owner=\d+", "owner=N", plain(rlock)), own.__dict__)
print(re.sub(r"\d+", "N", plain(symtable.symtable("x = 1", "f", "exec")._table)))
