#!/usr/bin/python3.11
"""Modules in C that stand on minipy.h alone: found along sys.path, refused with the reason, reloaded, in
several vms, and built in by a host.  tests/extensions/run.py [--minipy BINARY] [WORD...]
And modules of the library whose devices are not here, on a stand-in for them, beside python3.11 (devices.c, devices.py).
LIBDIR=folder of the libraries (default: the repository), KINDS=a, CFLAGS: for the host, as tests/embed/run.sh has them.

Each test is a program below, or in a file of tests/extensions, with what it must print. The modules are built
once, against include/minipy.h; the last line counts.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from itertools import zip_longest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import suite  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
HERE = "tests/extensions"
LIBDIR = os.path.realpath(os.environ.get("LIBDIR", ROOT))
KINDS = os.environ.get("KINDS", "a so").split()
SUFFIX = ".minipy-3.11-x86_64.so"
CC = os.environ.get("CC", "gcc").split()
FLAGS = ["-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", "-Iinclude"]


def build(source, target, *flags):
    subprocess.run([*CC, *FLAGS, *flags, "-o", target, source], cwd=ROOT, check=True)


def make_modules(folder):
    """counter, and what is like it but wrong in one way each."""
    def place(name):
        return os.path.join(folder, name + SUFFIX)
    counter = f"{HERE}/counter.c"
    build(counter, place("counter"))
    os.mkdir(os.path.join(folder, "package"))
    build(counter, place("package/counter"))
    os.mkdir(os.path.join(folder, "whole"))
    build(counter, place("whole/__init__"), "-Dminipy_module_counter=minipy_module_whole")
    build(counter, place("other_abi"), "-Dminipy_module_counter=minipy_module_other_abi", "-DABI=999")
    build(counter, place("newer"), "-Dminipy_module_counter=minipy_module_newer", "-DSIZE=8")
    build(counter, place("nameless"))
    build(counter, place("unresolved"), "-Dminipy_module_counter=minipy_module_unresolved", "-DUNRESOLVED")
    for how in ("FAILS", "SILENT", "LEFT"):
        build(counter, place(how.lower()), f"-Dminipy_module_counter=minipy_module_{how.lower()}", f"-D{how}")
    build(counter, os.path.join(folder, "libz.so.7"), "-Wl,-soname,libz.so.7")
    build(counter, place("libraryless"), "-Dminipy_module_counter=minipy_module_libraryless",
          "-Wl,--no-as-needed", os.path.join(folder, "libz.so.7"))
    os.remove(os.path.join(folder, "libz.so.7"))
    with open(place("text"), "w") as f:
        f.write("no library\n")
    for name in ("counter.py", "whole.py"):
        with open(os.path.join(folder, name), "w") as f:
            f.write("raise RuntimeError('the extension comes first')\n")


# ---- programs -----------------------------------------------------------------------------------------

REFUSED = """
try:
    import {0}
except ImportError as e:
    print(type(e).__name__, e.name, str(e.path).replace(FOLDER, "F"), str(e).replace(FOLDER, "F"), sep="|")
import sys
print({0!r} in sys.modules)
"""


def refused(name, text, path=True):
    file = f"F/{name}{SUFFIX}" if path else "None"
    return REFUSED.format(name), f"ImportError|{name}|{file}|{text}\nFalse\n"


FILE = "F/{0}" + SUFFIX
PROGRAMS = {
    "what a module is": ("""
import counter, inspect, sys
s = counter.__spec__
print(counter.next(), counter.next(), counter.__doc__, counter.__name__, counter.__package__ == "")
print(repr(counter).replace(FOLDER, "F"))
print(type(s.loader).__name__, s.origin.replace(FOLDER, "F"), s.has_location, s.cached, s.submodule_search_locations)
print(s.loader.get_source("counter"), s.loader.get_code("counter"), s.loader.is_package("counter"), s.loader is counter.__loader__)
print(counter.__file__ == s.origin, hasattr(counter, "__cached__"), inspect.getsourcefile is not None)
print("counter" in sys.builtin_module_names)
""", f"""1 2 Counts. counter True
<module 'counter' from '{FILE.format("counter")}'>
ExtensionFileLoader {FILE.format("counter")} True None None
None None False True
True False True
False
"""),
    "in a package, and as one": ("""
import package.counter, whole
print(package.counter.__name__, package.counter.next(), package.counter.__package__)
print(whole.__path__[0].replace(FOLDER, "F"), whole.__spec__.parent, whole.__loader__.is_package("whole"), whole.next())
""", "package.counter 1 package\nF/whole whole True 1\n"),
    "reload does nothing, a new import makes another": ("""
import counter, importlib, sys
first = counter
counter.next(); counter.mark = 1
print(importlib.reload(counter) is first, counter.next(), counter.mark)
del sys.modules["counter"]
import counter
print(counter is first, counter.next(), hasattr(counter, "mark"))
""", "True 2 1\nFalse 1 False\n"),
    "importlib's names": ("""
import importlib.machinery as m, importlib.util, _imp, pkgutil, inspect
print(m.EXTENSION_SUFFIXES, _imp.extension_suffixes(), m.all_suffixes())
spec = importlib.util.find_spec("counter")
print(type(spec.loader).__name__, spec == m.PathFinder.find_spec("counter"))
module = importlib.util.module_from_spec(spec)
print(hasattr(module, "next"), module.__file__ == spec.origin)
spec.loader.exec_module(module)
print(module.next(), _imp.exec_dynamic(module), _imp.exec_dynamic(3), module.next())
print(inspect.getmodulename(spec.origin), [i.name for i in pkgutil.iter_modules([FOLDER]) if i.name in ("counter", "whole")])
loader = m.ExtensionFileLoader("counter", spec.origin)
print(loader == m.ExtensionFileLoader("counter", spec.origin), loader == spec.loader, loader.get_filename("counter") == spec.origin)
""", f"""['{SUFFIX}', '.abi3.so'] ['{SUFFIX}'] ['.py', '.pyc', '{SUFFIX}', '.abi3.so']
ExtensionFileLoader True
False True
1 0 0 2
counter ['counter', 'whole']
True True True
"""),
    "the audit event has the file": ("""
import sys
events = []
sys.addaudithook(lambda name, args: name == "import" and events.append(args))
import counter
print([(a[0], a[1] and a[1].replace(FOLDER, "F"), a[2] is None) for a in events if a[0] == "counter"])
""", f"[('counter', None, False), ('counter', '{FILE.format('counter')}', True)]\n"),
    "a hook may refuse the file": ("""
import sys
def hook(name, args):
    if name == "import" and args[1]:
        raise PermissionError("no libraries")
sys.addaudithook(hook)
try:
    import counter
except PermissionError as e:
    print(e, "counter" in sys.modules)
""", "no libraries False\n"),
    "the module is there while it is filled": ("""
import sys
class Watch(dict):
    pass
try:
    import fails
except ValueError as e:
    print(e, "fails" in sys.modules)
""", "in sys.modules: 1 False\n"),
    "exec without an exception": ("""
try:
    import silent
except SystemError as e:
    print(e)
""", "execution of module silent failed without setting an exception\n"),
    "exec with one too many": ("""
try:
    import left
except SystemError as e:
    print(e, repr(e.__cause__))
""", "execution of module left raised unreported exception KeyError('left')\n"),
    "another ABI": refused("other_abi", "other_abi cannot be imported (ABI 999, this minipy has 1): it was built for another ABI "
                           "of minipy: build it anew with this one's minipy.h"),
    "a newer header": refused("newer", "newer cannot be imported (ABI 1, this minipy has 1): it was built with the minipy.h of a "
                              "newer version and asks for what this one does not know"),
    "no entry": refused("nameless", "dynamic module does not define module export function (minipy_module_nameless)"),
    "no library": refused("text", f"{FILE.format('text')}: file too short"),
    "a library that is missing": refused("libraryless", "libz.so.7: cannot open shared object file: No such file or directory "
                                         "(install the package zlib1g)"),
    "a function that is missing": refused(
        "unresolved", f"{FILE.format('unresolved')}: undefined symbol: minipy_of_tomorrow (this minipy is older than the module, or "
        "the program that holds it does not export minipy_*: link it with -Wl,--export-dynamic-symbol='minipy_*')"),
}


def run(minipy, folder, program):
    text = f"import sys; FOLDER = {folder!r}; sys.path[:0] = [FOLDER]\n{program}"
    done = subprocess.run([minipy, "-c", text], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


def host_program(folder, library):
    """A program in C with the module built in, against the archive or the shared library."""
    binary = os.path.join(folder, "host-" + library)
    flags = ["-Wall", "-Wextra", "-Werror", *os.environ.get("CFLAGS", "").split()]
    subprocess.run([*CC, *flags, "-Iinclude", "-o", binary, f"{HERE}/host.c", f"{HERE}/counter.c", os.path.join(LIBDIR, library),
                    f"-Wl,-rpath,{LIBDIR}", "-lgmp", "-lm", "-lpthread"], cwd=ROOT, check=True)
    done = subprocess.run([binary, folder], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def on_devices(minipy, folder):
    """What python3.11 and minipy say of sound and yellow pages, which devices.c has: the lines that differ, and that it came to its end."""
    library = os.path.join(folder, "devices.so")
    build(f"{HERE}/devices.c", library, "-fvisibility=default")
    environment = {**os.environ, "LD_PRELOAD": " ".join(filter(None, [os.environ.get("PRELOAD_BEFORE"), library]))}
    theirs, ours = [subprocess.run([binary, f"{HERE}/devices.py"], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, timeout=60,
                                   capture_output=True, text=True) for binary in ("/usr/bin/python3.11", minipy)]
    wanted, got = [(p.stdout + p.stderr).splitlines() for p in (theirs, ours)]
    pairs = [(a, b) for a, b in zip_longest(wanted, got) if a != b]
    return [a for a, _ in pairs] + [len(wanted) > 200, 0], [b for _, b in pairs] + [len(got) > 200, ours.returncode]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    suite.begin()
    passed = failed = 0

    def judge(name, got, wanted):
        nonlocal passed, failed
        passed, failed = passed + (got == wanted), failed + (got != wanted)
        if got != wanted:
            print(f"FAIL {name}:\n  wanted: {wanted!r}\n  got:    {got!r}")

    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        make_modules(folder)
        for name, (program, wanted) in PROGRAMS.items():
            if all(word in name for word in args.words):
                judge(name, run(os.path.realpath(args.minipy), folder, program), wanted)
        if not args.words or "devices" in args.words:
            wanted, got = on_devices(os.path.realpath(args.minipy), folder)
            judge("devices", got, wanted)
        if not args.words:
            judge("tools/new_extension", made_by_tool(folder), ("42 1 2 2 1\n", 1, 2))
            judge("modules are built anew for the public header alone", rebuilds(), (0, True))
            for kind in KINDS:
                judge(f"built in, libminipy.{kind}", host_program(folder, f"libminipy.{kind}"), (0, HOST))
    return suite.finish(passed, failed)


def made_by_tool(folder):
    """What tools/new_extension makes: built without a warning, imported, used; and it overwrites nothing."""
    there = os.path.join(folder, "spam")
    subprocess.run(["tools/new_extension", "spam", there], cwd=ROOT, check=True, capture_output=True)
    done = subprocess.run(["make", "-s", "CFLAGS=-Werror", "test"], cwd=there, capture_output=True, text=True, timeout=60)
    again = subprocess.run([f"{ROOT}/tools/new_extension", "spam", there], capture_output=True, text=True)
    bad = subprocess.run([f"{ROOT}/tools/new_extension", "not-a-name"], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr, again.returncode, bad.returncode


def rebuilds():
    """What make would do about the modules that come with minipy if a header of its internals changed: nothing; if its
    public header did: build them."""
    def wanted(changed):
        return subprocess.run(["make", "-n", "-W", changed, "modules"], cwd=ROOT, capture_output=True, text=True).stdout.count(" -o ")
    return wanted("vm/core/value.h"), wanted("include/minipy.h") > 0


HOST = """<module 'counter' (built-in)> True built-in
1 2
1
refused: ImportError: a built-in module cannot be added: it was built for another ABI of minipy: build it anew with this one's minipy.h
not imported: SystemError: minipy_module_state: the module was not imported
"""

sys.exit(main())
