#!/usr/bin/python3.11
"""CPython's own test files under minipy, with python3.11's figure beside each.

    /usr/bin/python3.11 tests/run_cpython.py [--minipy BINARY] [--test-modules BINARY] [--only NAME]...
                                             [--failures] [--jobs N]

The files are run by the interpreter that `make test-modules` links of the same objects as minipy and
of the modules in C that CPython's tests import (tests/cpython_support/*.c): --test-modules, or the
one found in the build directory beside --minipy. Without one, or if it is older than minipy, minipy
itself runs them, and a Python stand-in skips the tests of those modules. The output says which.

Prints for each file the methods passed, failed and skipped by both, and at the end how many of
the methods that pass under /usr/bin/python3.11 pass under minipy. --failures also names each
method that passes there and not here, with the reason. The package libpython3.11-testsuite
has the files; what python3.11 makes of them is kept in build/cpython-oracle.
"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
LIB = "/usr/lib/python3.11/test"
RUNNER = os.path.join(HERE, "cpython_support", "run_one.py")
CACHE = os.path.join(HERE, "..", "build", "cpython-oracle")
TIMEOUT = int(os.environ.get("TEST_TIMEOUT", "120"))
FILES = """grammar syntax scope augassign unpack unpack_ex decorators class with generators generator_stop
coroutines asyncgen descr super metaclass subclassinit property dict dictviews dictcomps listcomps setcomps
genexps list tuple set range slice iter enumerate int long float complex bool string_literals bytes format
fstring exceptions baseexception exception_group except_star exception_hierarchy raise patma
named_expressions positional_only_arg keywordonlyarg extcall call funcattrs global builtin compare richcmp
contains binop unary pow opcodes compile code frame sys_settrace sys_setprofile traceback types typechecks
isinstance index hash print opcache""".split()


def run(binary, name, path):
    """{method: (word, reason)} and what went wrong with the run as a whole, if anything."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MINIPY"))}
    env.update(PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8")
    trouble = ""
    with tempfile.TemporaryDirectory(prefix="minipy-cpython-") as folder:
        try:
            p = subprocess.run([binary, RUNNER, name, path], env=env, cwd=folder, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=TIMEOUT)
            if f"{name}: ".encode() not in p.stdout:
                last = p.stderr.decode(errors="replace").strip().split("\n")[-1]
                trouble = f"status {p.returncode}: {last[:150]}"
        except subprocess.TimeoutExpired:
            trouble = f"timed out after {TIMEOUT} s"
    methods = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            for line in f:
                word, _, rest = line.rstrip("\n").partition(" ")
                method, _, reason = rest.partition(" ")
                methods[method] = (word, reason)
    return methods, trouble


def oracle(name):
    os.makedirs(CACHE, exist_ok=True)
    path = os.path.join(CACHE, name + ".txt")
    if not os.path.exists(path):
        run(ORACLE, name, path + ".new")
        if os.path.exists(path + ".new"):
            os.replace(path + ".new", path)
    methods = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            for line in f:
                word, _, rest = line.rstrip("\n").partition(" ")
                methods[rest.partition(" ")[0]] = (word, "")
    return methods


def with_test_modules(minipy):
    """The interpreter with test modules that was built with minipy: (path, why none)."""
    folder = os.path.dirname(minipy)
    found = [p for pattern in ("minipy-testmodules", "*/minipy-testmodules", "objects/gate/minipy-testmodules", "build/objects/gate/minipy-testmodules")
             for p in glob.glob(os.path.join(folder, pattern))]
    if not found:
        return None, "there is no interpreter with the test modules: make test-modules"
    newest = max(found, key=os.path.getmtime)
    if os.path.getmtime(newest) < os.path.getmtime(minipy):
        return None, f"{newest} is older than minipy: make test-modules"
    return newest, ""


def both(binary, name):
    want = oracle(name)
    with tempfile.TemporaryDirectory(prefix="minipy-cpython-") as folder:
        got, trouble = run(binary, name, os.path.join(folder, "list"))
    return name, want, got, trouble


def tally(methods):
    words = [w for w, _ in methods.values()]
    return tuple(words.count(w) for w in ("ok", "fail", "skip"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--test-modules")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    minipy = os.path.realpath(args.minipy)
    modules, why = (os.path.realpath(args.test_modules), "") if args.test_modules else with_test_modules(minipy)
    binary = modules or minipy
    names = args.only or FILES
    names = [n if n.startswith("test_") else "test_" + n for n in names]
    if not os.path.exists(os.path.join(LIB, "test_grammar.py")):
        sys.exit("package libpython3.11-testsuite is missing")
    print(f"interpreter: {binary}" + (f"\n{why}; a Python stand-in skips the tests of those modules" if why else ""))
    print(f"{'file':28}{'minipy':>20}{'python3.11':>20}   (passed, failed, skipped)")
    reached = goal = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, want, got, trouble in pool.map(lambda n: both(binary, n), names):
            passing = [m for m, (w, _) in want.items() if w == "ok"]
            here = [m for m in passing if got.get(m, ("",))[0] == "ok"]
            reached, goal = reached + len(here), goal + len(passing)
            print(f"{name:28}{'%d %d %d' % tally(got):>20}{'%d %d %d' % tally(want):>20}   {trouble}", flush=True)
            if args.failures:
                for m in passing:
                    word, reason = got.get(m, ("not run", ""))
                    if word != "ok":
                        print(f"    {word:8}{m.removeprefix('test.' + name + '.')}: {reason}")
    if not goal:
        sys.exit("no test method was run")
    print(f"{reached} of {goal} methods that pass under python3.11 pass under minipy "
          f"({100 * reached / max(goal, 1):.1f} %)")


main()
