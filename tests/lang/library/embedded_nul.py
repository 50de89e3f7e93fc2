"""Text that C cannot take as it is: an embedded NUL, a lone surrogate, more than a name holds."""
import os, sys, socket, locale, codecs, importlib.machinery
import pwd, grp, struct, subprocess, zipimport

NUL, LONE, LONG = "tmp\0evil", "tmp\ud800evil", "x" * 5000
fd = os.open("/", os.O_RDONLY)


def unix(path):
    s = socket.socket(socket.AF_UNIX)
    try:
        s.connect(path)
    finally:
        s.close()


def bind_unix(path):
    s = socket.socket(socket.AF_UNIX)
    try:
        s.bind(path)
    finally:
        s.close()


def inet(host, family=socket.AF_INET, how="connect"):
    s = socket.socket(family)
    try:
        getattr(s, how)((host, 1))
    finally:
        s.close()


CALLS = {
    # posix: paths
    **{f"os.{n}": (lambda x, n=n: getattr(os, n)(x)) for n in """stat lstat listdir scandir chdir chroot mkdir rmdir
       unlink remove readlink access_ok statvfs listxattr mkfifo pathconf_x utime""".split() if hasattr(os, n)},
    "os.access": lambda x: os.access(x, os.R_OK),
    "os.open": lambda x: os.open(x, os.O_RDONLY),
    "os.chmod": lambda x: os.chmod(x, 0o600),
    "os.lchown": lambda x: os.lchown(x, -1, -1),
    "os.chown": lambda x: os.chown(x, -1, -1),
    "os.truncate": lambda x: os.truncate(x, 0),
    "os.mknod": lambda x: os.mknod(x),
    "os.pathconf": lambda x: os.pathconf(x, "PC_NAME_MAX"),
    "os.pathconf name": lambda x: os.pathconf("/", x),
    "os.sysconf": lambda x: os.sysconf(x),
    "os.confstr": lambda x: os.confstr(x),
    "os.rename 1": lambda x: os.rename(x, "/nowhere/b"),
    "os.rename 2": lambda x: os.rename("/nowhere/a", x),
    "os.replace 2": lambda x: os.replace("/nowhere/a", x),
    "os.link 1": lambda x: os.link(x, "/nowhere/b"),
    "os.link 2": lambda x: os.link("/nowhere/a", x),
    "os.symlink 1": lambda x: os.symlink(x, "/nowhere/b"),
    "os.symlink 2": lambda x: os.symlink("/nowhere/a", x),
    "os.getxattr 1": lambda x: os.getxattr(x, "user.a"),
    "os.getxattr 2": lambda x: os.getxattr("/", x),
    "os.setxattr 2": lambda x: os.setxattr("/", x, b""),
    "os.removexattr": lambda x: os.removexattr("/", x),
    "os.memfd_create": lambda x: os.close(os.memfd_create(x)),
    "os.stat dir_fd": lambda x: os.stat(x, dir_fd=fd),
    "os.execv path": lambda x: os.execv(x, ["a"]),
    "os.execv argv": lambda x: os.execv("/nowhere/a", ["a", x]),
    "os.execve env key": lambda x: os.execve("/nowhere/a", ["a"], {x: "1"}),
    "os.execve env value": lambda x: os.execve("/nowhere/a", ["a"], {"k": x}),
    "os.execve env =": lambda x: os.execve("/nowhere/a", ["a"], {"a=b": x[:3]}),
    "os.posix_spawn": lambda x: os.posix_spawn(x, ["a"], {}),
    "os.posix_spawn argv": lambda x: os.posix_spawn("/nowhere/a", [x], {}),
    "os.posix_spawn env": lambda x: os.posix_spawn("/nowhere/a", ["a"], {"k": x}),
    "os.posix_spawn file action": lambda x: os.posix_spawn("/nowhere/a", ["a"], {}, file_actions=[(os.POSIX_SPAWN_OPEN, 9, x, 0, 0)]),
    "os.spawnv": lambda x: os.spawnv(os.P_NOWAIT, "/nowhere/a", []),
    "os.putenv 1": lambda x: os.putenv(x, "1"),
    "os.putenv 2": lambda x: os.putenv("MINIPY_X", x),
    "os.putenv =": lambda x: os.putenv("a=b", x[:3]),
    "os.unsetenv": lambda x: os.unsetenv(x),
    "os.environ": lambda x: os.environ.__setitem__(x, "1"),
    "os.environ 2": lambda x: os.environ.__setitem__("MINIPY_X", x),
    "os.getenv": lambda x: os.getenv(x),
    "os.initgroups": lambda x: os.initgroups(x, -2 ** 40),
    "os.getgrouplist": lambda x: os.getgrouplist(x, 2 ** 40),
    "os.fsencode": lambda x: os.fsencode(x)[:5],
    "os.path.exists": lambda x: os.path.exists(x),
    "os.path.realpath": lambda x: os.path.realpath(x, strict=True)[:9],
    "os.path.ismount": lambda x: os.path.ismount(x),
    "posix._path_normpath": lambda x: __import__("posix")._path_normpath(x)[:9],
    "open": lambda x: open(x),
    "open errors": lambda x: open("/dev/null", errors=x),
    "open encoding": lambda x: open("/dev/null", encoding=x),
    "io.FileIO": lambda x: __import__("io").FileIO(x),
    "io.open_code": lambda x: __import__("io").open_code("/" + x),
    # names
    "str.encode": lambda x: "ä".encode(x),
    "str.encode errors": lambda x: "ä".encode("ascii", x),
    "bytes.decode": lambda x: b"\xff".decode(x),
    "bytes.decode errors": lambda x: b"\xff".decode("ascii", x),
    "str()": lambda x: str(b"\xff", x),
    "bytes()": lambda x: bytes("ä", x),
    "bytearray()": lambda x: bytearray("ä", "ascii", x),
    "codecs.lookup": lambda x: codecs.lookup(x),
    "codecs.lookup_error": lambda x: codecs.lookup_error(x),
    "codecs.register_error": lambda x: codecs.register_error(x, len),
    "codecs.encode": lambda x: codecs.encode("a", x),
    "locale.setlocale": lambda x: locale.setlocale(locale.LC_ALL, x),
    "locale.strcoll": lambda x: (locale.strcoll(x, "tmp") > 0) - (locale.strcoll(x, "tmp") < 0),
    "pwd.getpwnam": lambda x: pwd.getpwnam(x),
    "grp.getgrnam": lambda x: grp.getgrnam(x),
    "import_module": lambda x: importlib.import_module(x),
    "__import__": lambda x: __import__(x),
    "__import__ level": lambda x: __import__(x, {"__package__": "os"}, level=1),
    "importlib source": lambda x: importlib.machinery.SourceFileLoader("a", x).get_data(x),
    "zipimporter": lambda x: zipimport.zipimporter(x),
    # sockets
    "socket.connect": inet,
    "socket.bind": lambda x: inet(x, how="bind"),
    "socket.connect 6": lambda x: inet(x, socket.AF_INET6),
    "socket.gethostbyname": lambda x: socket.gethostbyname(x),
    "socket.inet_aton": lambda x: socket.inet_aton(x),
    "socket.inet_pton": lambda x: socket.inet_pton(socket.AF_INET, x),
    "AF_UNIX connect": unix,
    "AF_UNIX bind": lambda x: bind_unix("/nowhere/" + x),
    # the rest
    "struct": lambda x: struct.calcsize(x),
    "subprocess": lambda x: subprocess.Popen([x]),
    "subprocess arg": lambda x: subprocess.Popen(["/nowhere/a", x]),
    "subprocess cwd": lambda x: subprocess.Popen(["/bin/true"], cwd=x),
    "subprocess env": lambda x: subprocess.Popen(["/bin/true"], env={"a": x}),
    "int": lambda x: int(x),
    "float": lambda x: float("1" + x),
    "complex": lambda x: complex("1" + x),
    "compile": lambda x: compile("1", x, "exec").co_filename[:9],
    "compile source": lambda x: compile("1" + x, "f", "exec"),
    "eval": lambda x: eval("1" + x),
    "compile mode": lambda x: compile("1", "f", x),
    "sys.intern": lambda x: len(sys.intern(x)),
    "sys.audit": lambda x: sys.audit(x),
    "type name": lambda x: type(x, (), {}).__name__[:4],
    "type.__name__": lambda x: setattr(type("A", (), {}), "__name__", x),
    "getattr": lambda x: getattr(1, x),
    "format": lambda x: format(1, x),
    "format float": lambda x: format(1.5, x),
    "%": lambda x: ("%" + x) % 1,
    "float.fromhex": lambda x: float.fromhex(x),
    "float.__getformat__": lambda x: float.__getformat__(x),
    "bytes.fromhex": lambda x: bytes.fromhex(x),
}


def attempt(call, arg):
    try:
        r = call(arg)
    except BaseException as e:
        text = str(e)
        if len(text) > 150:
            text = text[:70] + "..." + text[-50:]
        return f"{type(e).__name__}: {text}".encode("ascii", "backslashreplace").decode()
    return ascii(r)


for name, call in CALLS.items():
    for label, arg in ("NUL", NUL), ("lone", LONE), ("long", LONG):
        if label != "NUL" and name.startswith("socket.") and "inet" not in name:
            continue  # the resolver and the idna codec would have a word
        print(f"{name} {label}:", attempt(call, arg))


# bytes that C would cut, and str subclasses
class S(str):
    pass


class Any:
    pass


def host(how, name):
    with socket.socket() as s:
        return getattr(s, how)((name, 1))


thing = Any()
setattr(thing, S("a\0b"), 1)
print(vars(thing), getattr(thing, S("a\0b")))
BYTES = {
    "environb key": lambda: os.environb.__setitem__(b"a\0b", b"1"),
    "environb value": lambda: os.environb.__setitem__(b"a", b"1\0b"),
    "execv": lambda: os.execv(b"/nowhere\0x", [b"a"]),
    "execv argv": lambda: os.execv(b"/nowhere", [b"a\0b"]),
    "stat": lambda: os.stat(b"/\0x"),
    "open": lambda: open(b"/dev/null\0x"),
    "system": lambda: os.system(b"true\0x"),
    "memfd_create": lambda: os.memfd_create(b"x\0x"),
    "open mode": lambda: open("/dev/null", "r\0w"),
    "open newline": lambda: open("/dev/null", newline="\n\0"),
    "time.strftime": lambda: __import__("time").strftime("%Y\0%m"),
    **{f"{how} {name!r}": (lambda how=how, name=name: host(how, name)) for how in ("connect", "bind")
       for name in ("127.0.0.1\0evil", b"127.0.0.1\0evil", bytearray(b"127.0.0.1\0evil"), 5, None)},
    **{f"gethostbyname {name!r}": (lambda name=name: socket.gethostbyname(name))
       for name in ("127.0.0.1\0evil", b"127.0.0.1\0evil", bytearray(b"\0"), 5)},
}
for name, call in BYTES.items():
    print(name, attempt(lambda _: call(), None))
