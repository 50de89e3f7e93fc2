import errno
for code in (errno.ENOENT, errno.EACCES, errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.EPIPE, errno.EINTR, errno.ECONNREFUSED, errno.ETIMEDOUT, errno.ESRCH, errno.ECHILD, errno.EAGAIN, errno.EINVAL):
    e = OSError(code, "text", "name")
    print(type(e).__name__, e.errno, e.strerror, e.filename, e.filename2, str(e))
e = OSError(2, "m", "a", None, "b")
print(e, e.filename2, e.args)
print(IOError is OSError, EnvironmentError is OSError, FileNotFoundError(2, "x").errno, type(FileNotFoundError("y")).__name__, FileNotFoundError("y").errno)
try:
    open("/no/such/file")
except OSError as e:
    print(e, e.errno, e.filename, e.args)
