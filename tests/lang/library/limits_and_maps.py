"""What resource and mmap refuse, and what they take at their limits."""
import mmap
import os
import resource
import tempfile


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


# ---- resource
soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
print(resource.setrlimit(resource.RLIMIT_CORE, (soft, hard)), resource.prlimit(0, resource.RLIMIT_CORE) == (soft, hard))
print(resource.prlimit(0, resource.RLIMIT_CORE, [soft, hard]) == (soft, hard), attempt(resource.prlimit, os.getpid(), resource.RLIMIT_CORE, None))
for args in ((), (0,), (0, 1), (0, (1,)), (0, (1, 2, 3)), (0, ("a", 1)), (0, (1, "a")), (0, "ab"), (99, (1, 1)), (-1, (1, 1)), ("a", (1, 1)), (2**40, (1, 1)),
             (resource.RLIMIT_NOFILE, (20, 10)), (resource.RLIMIT_NOFILE, (2**70, 10)), (0, 5), (0, iter((1, -1, 2)))):
    print(attempt(resource.setrlimit, *args))
for args in (), (0,), (0, 99), (0, "a"), ("a", 0), (0, 0, 5), (0, 0, (1,)), (0, 0, ("a", 1)), (0, resource.RLIMIT_NOFILE, (20, 10)), (-5, 0), (2**40, 0), (0, 0, (1, 1), 1):
    print(attempt(resource.prlimit, *args))
print(attempt(resource.getrlimit, 99), attempt(resource.getrlimit, "a"), attempt(resource.getrusage, 99), attempt(resource.getrusage, "a"), resource.getpagesize() == mmap.PAGESIZE)

# ---- mmap
with tempfile.TemporaryFile() as file:
    file.write(b"x" * 5000)
    file.flush()
    fd = file.fileno()
    for kw in ({"access": mmap.ACCESS_WRITE}, {"access": mmap.ACCESS_READ}, {"access": mmap.ACCESS_COPY}, {"prot": mmap.PROT_WRITE, "flags": mmap.MAP_SHARED}, {"prot": mmap.PROT_READ}, {"access": 9}, {"access": 1, "prot": 1},
               {"access": mmap.ACCESS_WRITE, "offset": 4096}, {"offset": 8192}, {"offset": -1}, {"offset": 5}, {"length": -1}, {"length": 9000}, {"length": 2**62}, {"length": "a"}):
        length = kw.pop("length", 0)
        m = attempt(mmap.mmap, fd, length, **kw)
        if isinstance(m, tuple):
            print(m)
            continue
        print(len(m), m.size(), attempt(m.write, b"yy"), attempt(m.resize, 10), attempt(m.write_byte, 5), attempt(m.flush), attempt(m.move, 0, 1, 2))
        m.close()
    print(attempt(mmap.mmap, 999, 0), attempt(mmap.mmap, "a", 0), attempt(mmap.mmap, os.open("/", os.O_RDONLY), 0))
    m = mmap.mmap(fd, 0)
    for function, args in (("madvise", (mmap.MADV_NORMAL, 9999)), ("madvise", (mmap.MADV_NORMAL, -1)), ("madvise", (mmap.MADV_NORMAL, 0, -1)), ("madvise", (mmap.MADV_NORMAL, 1, 2**63 - 1)), ("madvise", (mmap.MADV_NORMAL, 0, 99999)), ("madvise", ("a",)),
                           ("madvise", (999,)), ("find", (b"y", "a")), ("find", (b"y", -2000, -1)), ("rfind", (b"x", 0, 9999)), ("rfind", (b"zz",)), ("find", (b"",)), ("seek", (5000,)), ("seek", (1, 1)), ("seek", (-1, 2)), ("seek", (0, 3)), ("seek", ("a",)), ("read", ("a",)), ("read", (-5,)),
                           ("flush", (1, 2)), ("flush", (0, 99999)), ("flush", (-1,)), ("move", (0, 0, 99999)), ("move", (-1, 0, 1)), ("move", ("a", 0, 1)), ("resize", (-1,)), ("resize", (2**63 - 1,)), ("resize", ("a",)), ("write_byte", ("a",)), ("write_byte", (256,)), ("write_byte", (-129,)), ("write", ("a",)), ("readline", ()), ("readline", ()), ("read_byte", ())):
        print(function, args, attempt(getattr(m, function), *args))
    for key in 0, -1, 5000, -5001, "a", slice(0, 3), slice(3, 0, -1), slice(0, 3, 0), slice("a"), 2**70:
        print(key, attempt(lambda: m[key]), end=" ")
    def store(key, value):
        m[key] = value
    for key, value in (0, 5), (0, 256), (0, -1), (0, "a"), (9999, 1), (slice(0, 2), b"ab"), (slice(0, 2), b"abc"), (slice(0, 4, 2), b"ab"), (slice(0, 4, 2), b"a"), (slice(0, 2), "ab"), ("a", 1), (0, Index(7)), (0, b"a"):
        print(key, attempt(store, key, value))
    view = memoryview(m)
    print(attempt(m.close), attempt(m.resize, 5000), attempt(m.__delitem__, 0) if hasattr(m, "__delitem__") else None)
    view.release()
    m.close()
    for function, args in ("read", ()), ("__len__", ()), ("size", ()), ("__getitem__", (0,)), ("madvise", (0,)), ("__enter__", ()), ("tell", ()), ("close", ()), ("resize", (Index(5),)), ("find", (b"a",)), ("write", (b"",)):
        print(function, attempt(getattr(m, function), *args))
    print(m.closed, repr(m))
anonymous = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
anonymous.resize(12288)
anonymous[12287] = 5
print(len(anonymous), anonymous[12287], attempt(anonymous.size), attempt(anonymous.resize, 0), attempt(mmap.mmap, -1, 0), attempt(mmap.mmap, -1, 5, 99))
