def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


import errno

for args in ((), (2,), (2, "m"), (2, "m", "f"), (2, "m", "f", None), (2, "m", "f", None, "g"), (2, "m", "f", 0, "g", 1),
             ("a", "b"), (None, "m"), (2, "m", None), (2, "m", 5), (11, "m", 7), (11, "m", "x"), (2.0, "m"), (True, "m")):
    e = OSError(*args)
    print(type(e).__name__, e.args, e.errno, e.strerror, e.filename, e.filename2, "|", e)
show(OSError, 2, "m", filename="f")
show(getattr, BlockingIOError(11, "m"), "characters_written")
b = BlockingIOError(11, "m", 7)
print(b.characters_written, b.args, b.filename)
b.characters_written = 9
print(b.characters_written)
show(setattr, b, "characters_written", "x")
del b.characters_written
show(getattr, b, "characters_written")


class Mine(OSError):
    def __init__(self, *args, **kwargs):
        print("init", args, kwargs)


class New(OSError):
    def __new__(cls, *args):
        return super().__new__(cls, 2, "new")

    def __init__(self, *args):
        super().__init__(13, "init", "f")


print(Mine(2, "m", x=1).errno, type(Mine(2, "m")).__name__)
n = New(1)
print(n.errno, n.strerror, n.filename, n.args, n)
for name in ("EPERM", "ENOENT", "ESRCH", "EINTR", "EAGAIN", "ECHILD", "EACCES", "EEXIST", "ENOTDIR", "EISDIR",
             "EPIPE", "ETIMEDOUT", "ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "ESHUTDOWN", "EALREADY",
             "EINPROGRESS", "EINVAL", "EHOSTUNREACH"):
    print(name, type(OSError(getattr(errno, name), "m")).__name__)
print(EnvironmentError is OSError, IOError is OSError, FileNotFoundError("x").errno)
e = FileNotFoundError(1, "m")
print(type(e).__name__, e.errno)
