"""Runs a program with an audit hook that writes every event and its arguments to a file.

    INTERPRETER record.py FILE ABSENT PROGRAM [ARGUMENT ...]

ABSENT names the C modules, by commas, that the interpreter is to do without. What both
interpreters print is compared by tests/run_audit.py; so nothing is written that differs by
nature: no addresses, no ids, of an object its class alone. The hook is added after what
CPython's start imports, and stays to the end of the process. Children write nothing.
"""
import sys


def describer(folder, pid):
    """A function from an argument to text. It asks no object for anything: that would be seen."""
    name_of = type.__dict__["__name__"].__get__
    tag = type

    def shorten(text):
        return text if len(text) <= 100 else f"{text[:80]}...({len(text)})...{text[-8:]}"

    def describe(value, depth=0):
        kind = tag(value)
        if value is None or kind in (bool, float, complex):
            return repr(value)
        if kind is int:
            return "PID" if value == pid else "LARGE" if abs(value) > 1 << 31 else repr(value)
        if kind is str:
            return shorten(repr(value.replace(folder, "HOME")))
        if kind is bytes:
            return shorten(repr(value))
        if kind in (tuple, list, dict):
            if depth > 3:
                return "..."
            if kind is dict:
                parts = [f"{describe(k, depth + 1)}: {describe(value[k], depth + 1)}" for k in value]
            else:
                parts = [describe(v, depth + 1) for v in value]
            return f"{name_of(kind)}({', '.join(parts[:12])}{', ...' * (len(parts) > 12)})"
        if issubclass(kind, type):
            return f"<class {name_of(value)}>"
        if hasattr(kind, "co_name"):
            return f"<code {value.co_name} of {describe(value.co_filename)}>"
        return f"<{name_of(kind)}>"

    return describe


def recorder(path, folder, os=__import__("os"), tag=type):
    """The hook. All that it needs it holds itself: modules are emptied before the last event."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    fd, first = os.dup2(fd, 900, False), os.close(fd)
    pid, getpid, write = os.getpid(), os.getpid, os.write
    describe = describer(folder, pid)

    def hook(event, args):
        if getpid() != pid:
            return
        if event == "import" and args[2:] != (None, None, None):
            args = (*args[:2], *map(tag, args[2:]))
        elif event == "builtins.id":
            args = ()
        try:
            line = f"{event} {', '.join([describe(a) for a in args])}\n"
            write(fd, line.encode("utf-8", "backslashreplace"))
        except OSError:  # the program has closed it
            pass

    return hook


def main():
    import codecs, encodings.aliases, encodings.utf_8, io, abc, _abc, os, stat, _stat  # noqa: E401
    import _collections_abc, genericpath, posixpath, _sitebuiltins, site, zipimport  # noqa: E401
    import _codecs, _io, _imp, _signal, _thread, _warnings, _weakref, marshal, posix, time  # noqa: E401
    import importlib.util
    path, absent, program = sys.argv[1:4]
    loaded = set(sys.modules)
    folder = os.path.dirname(program)
    sys.path[:] = [folder, *(p for p in sys.path if p.startswith("/usr/lib/python3.11"))]
    sys.modules.update(dict.fromkeys(filter(None, absent.split(","))))
    sys.addaudithook(lambda *event: None)
    importlib.util.find_spec("no_such_module")  # the path entries are listed before, not again
    for name in ("importlib", "importlib.util", "importlib._abc", "importlib.machinery", "contextlib",
                 "collections", "functools", "types", "warnings"):
        if name not in loaded or name.startswith("importlib"):
            sys.modules.pop(name, None)
    sys.argv[:] = sys.argv[3:]
    with open(program, "rb") as file:
        source = file.read()
    names = sys.modules["__main__"].__dict__
    hook, add = recorder(path, folder), sys.addaudithook
    for name in [n for n in names if not n.startswith("__")]:
        del names[name]
    names["__file__"] = program
    add(hook)
    exec(compile(source, program, "exec", dont_inherit=True), names)


main()
