# Functions that are one system call: their audit events, results, and the files that errors name.
import fcntl
import os
import posix
import shutil
import signal
import sys
import tempfile

heard = []
sys.addaudithook(lambda event, args: heard.append((event, args)) if event.startswith(("os.", "fcntl.")) else None)


def show(label, function, *args, **keywords):
    heard.clear()
    try:
        outcome = function(*args, **keywords)
    except Exception as e:
        outcome = type(e).__name__, str(e), getattr(e, "filename", None), getattr(e, "filename2", None)
    print(label, outcome, heard)


home = tempfile.mkdtemp()
os.chdir(home)
here = os.open(".", os.O_RDONLY)
show("mkdir", os.mkdir, "d")
show("mkdir again", os.mkdir, b"d", 0o700)
show("mkdir at", os.mkdir, "e", dir_fd=here)
show("rmdir", os.rmdir, "e", dir_fd=here)
show("rmdir none", os.rmdir, "none")
open("f", "w").close()
file = os.open("f", os.O_RDWR)
show("link", os.link, "f", "g")
show("link none", os.link, "none", "h")
show("link at", os.link, "f", "h", src_dir_fd=here, dst_dir_fd=here, follow_symlinks=False)
show("symlink", os.symlink, "f", "s")
show("rename", os.rename, "h", "i")
show("replace none", os.replace, "none", b"j")
show("unlink", os.unlink, "i")
show("remove dir", os.remove, "d")
for path in "f", "s", file, "none":
    show("chmod", os.chmod, path, 0o640)
    show("chmod nofollow", os.chmod, path, 0o600, follow_symlinks=False)
    show("chown", os.chown, path, -1, -1)
    show("chown nofollow", os.chown, path, -1, -1, follow_symlinks=False)
    show("chown at", os.chown, path, -1, -1, dir_fd=here)
    show("truncate", os.truncate, path, 3)
    show("utime", os.utime, path, (1, 2))
    show("utime nofollow", os.utime, path, ns=(1, 2), follow_symlinks=False)
    show("access", posix.access, path, os.R_OK)
    show("stat", lambda: os.stat(path).st_size)
    show("lstat", lambda: os.lstat(path).st_size >= 0)
show("chmod link at", os.chmod, "s", 0o600, dir_fd=here, follow_symlinks=False)
show("lchown", os.lchown, "s", -1, -1)
show("fchown", os.fchown, file, -1, -1)
show("fchmod", os.fchmod, file, 0o644)
show("fchmod none", os.fchmod, 999, 0o644)
show("mkfifo", os.mkfifo, "p")
show("mkfifo again", os.mkfifo, "p")
show("mknod again", os.mknod, "p", dir_fd=here)
show("readlink", os.readlink, "s", dir_fd=here)
show("readlink none", os.readlink, b"none")
show("chdir none", os.chdir, "none")
show("chdir fd", os.chdir, here)
show("fchdir", os.fchdir, here)
show("fchdir file", os.fchdir, file)
show("open none", os.open, "none", os.O_RDONLY)

show("lseek", os.lseek, file, 2, os.SEEK_SET)
show("lseek none", os.lseek, 999, 2, os.SEEK_SET)
show("ftruncate", os.ftruncate, file, 5)
show("lockf", os.lockf, file, os.F_LOCK, 1)
show("fallocate", os.posix_fallocate, file, 0, 0)
show("fadvise", os.posix_fadvise, file, 0, 0, os.POSIX_FADV_NORMAL)
show("fsync", os.fsync, file)
show("inheritable", os.get_inheritable, file)
show("set inheritable", os.set_inheritable, file, True)
show("inheritable", os.get_inheritable, file)
show("blocking", os.get_blocking, file)
show("set blocking", os.set_blocking, file, False)
show("blocking", os.get_blocking, file)
show("blocking none", os.get_blocking, 999)
show("isatty", os.isatty, file)
show("isatty none", os.isatty, 999)
show("eventfd", os.eventfd, -1)
show("eventfd", os.eventfd, 1 << 40)
show("copy", os.copy_file_range, file, file, -1)
show("flock", fcntl.flock, file, fcntl.LOCK_EX)
show("fcntl lockf", fcntl.lockf, file, fcntl.LOCK_UN)
show("fcntl lockf bad", fcntl.lockf, file, 64, "a")
show("fcntl lockf len", fcntl.lockf, file, fcntl.LOCK_EX, "a")
show("fcntl", fcntl.fcntl, file, fcntl.F_GETFD, b"")
show("fcntl true", fcntl.fcntl, file, fcntl.F_SETFD, True)

show("kill", os.kill, 1 << 22, 0)
show("killpg", os.killpg, 1 << 30, 0)
show("getpriority", lambda: os.getpriority(os.PRIO_PROCESS, 0) == os.nice(0))
show("getpriority none", os.getpriority, 77, 0)
show("getsid none", os.getsid, -1)
show("setpgid none", os.setpgid, 1 << 22, 0)
show("wifexited", os.WIFEXITED, 256)
show("wexitstatus", os.WEXITSTATUS, 256)
show("wcoredump", os.WCOREDUMP, 0x80)


def handler(*_):
    raise KeyError("handled")


signal.signal(signal.SIGUSR1, handler)
try:
    os.kill(os.getpid(), signal.SIGUSR1)
except KeyError as e:
    print("own signal", e)

attribute = "user.a"
show("getxattr fd", os.getxattr, file, attribute, follow_symlinks=False)
show("setxattr fd", os.setxattr, file, attribute, b"", follow_symlinks=False)
show("removexattr fd", os.removexattr, file, attribute, follow_symlinks=False)
show("listxattr fd", os.listxattr, file, follow_symlinks=False)
show("getxattr none", os.getxattr, "none", attribute)
show("removexattr bad", os.removexattr, "f", "user.\0")
show("umask", lambda: os.umask(os.umask(0o22)))
os.chdir("/")
shutil.rmtree(home)
