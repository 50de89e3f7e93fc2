"""A path that is bytes-like, but no bytes, is taken with a DeprecationWarning."""
import os
import posix
import warnings


def said(f, *args):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = type(f(*args)).__name__
        except OSError as e:
            result = f"{type(e).__name__}: {e.strerror} {type(e.filename).__name__} {type(e.filename2).__name__}"
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
    print(f.__name__, result)
    for w in caught:
        if w.category is DeprecationWarning:
            print("   ", w.message)


name = b"/nonexistent/x"
for path in bytearray(name), memoryview(name), None, [], 1.5:
    for f in (posix.stat, posix.lstat, posix.listdir, posix.chdir, posix.mkdir, posix.readlink, posix.unlink,
              posix.rmdir, posix.statvfs, posix.listxattr, posix.mkfifo, posix.fspath, posix.unsetenv):
        said(f, path)
    for f in posix.access, posix.open, posix.chmod, posix.truncate:
        said(f, path, 0)
    for f in posix.rename, posix.symlink, posix.link, posix.getxattr:
        said(f, path, path)
    said(posix.execv, path, [])

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print({type(n) for n in os.listdir(bytearray(os.fsencode(os.path.dirname(os.__file__))))})
