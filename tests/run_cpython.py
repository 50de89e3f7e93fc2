#!/usr/bin/python3.11
"""CPython's own test files under minipy, method for method beside python3.11.

    /usr/bin/python3.11 tests/run_cpython.py [--all | --sample | --only NAME...] [--failures] [--jobs N]
                              [--shard I/N] [--resume] [--minipy BINARY] [--test-modules BINARY]

--all takes every file of the package libpython3.11-testsuite, --sample all but those that
tests/cpython_support/slow.txt names, --only single ones, and nothing the files about the language.

The files are run by the interpreter that `make test-modules` links of the same objects as minipy and
of the modules in C that CPython's tests import (tests/cpython_support/*.c): --test-modules, or the
one found in the build directory beside --minipy. Without one, or if it is older than minipy, minipy
itself runs them, and a Python stand-in skips the tests of those modules. The output says which.

A table says for each file how many methods pass under python3.11, how many of those pass under minipy,
and the first that do not; --failures names all, with what they raised. Methods that CPython marks as its own
implementation's detail run all the same and are counted apart, in brackets. A method in which the process dies,
or nothing happens for TEST_TIMEOUT seconds, has failed; the file goes on behind it.
tests/cpython_support/known.txt has the methods that are known to differ, with reasons. What differs and is
not there is run a second time, as clocks and ports are in play; if it differs again --sample fails and --all
names it. Lines of known.txt of which nothing differs any more are named as stale.

What python3.11 does with a file is kept in build/cpython-suite/python3.11, and made anew when the file
or the runner changes; what minipy did is in build/cpython-suite/minipy, which --resume does not do again.
"""
import argparse
import fnmatch
import glob
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
LIB = "/usr/lib/python3.11/test"
SUPPORT = os.path.join(HERE, "cpython_support")
RUNNER = os.path.join(SUPPORT, "run_one.py")
RESULTS = os.path.join(HERE, "..", "build", "cpython-suite")
PATIENCE = int(os.environ.get("TEST_TIMEOUT", "120"))
RESTARTS = 12  # a file whose process dies more often is given up
LANGUAGE = """grammar syntax scope augassign unpack unpack_ex decorators class with generators generator_stop
coroutines asyncgen descr super metaclass subclassinit property dict dictviews dictcomps listcomps setcomps
genexps list tuple set range slice iter enumerate int long float complex bool string_literals bytes format
fstring exceptions baseexception exception_group except_star exception_hierarchy raise patma
named_expressions positional_only_arg keywordonlyarg extcall call funcattrs global builtin compare richcmp
contains binop unary pow opcodes compile code frame sys_settrace sys_setprofile traceback types typechecks
isinstance index hash print opcache""".split()


class Result:
    """What a list of run_one.py says: methods {ID: (word, own, seconds, what)}, the method that was
    running when it broke off, and whether it came to its end."""

    def __init__(self, path):
        self.methods, self.running, self.ended = {}, None, False
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as f:
                for line in f:
                    self.take(line.rstrip("\n").split("\t"))

    def take(self, fields):
        if fields[0] == "start":
            self.running = fields[1]
        elif fields[0] == "end":
            self.running, self.ended = None, True
        elif len(fields) == 5:
            word, mark, method, seconds, what = fields
            self.methods.setdefault(method, (word, mark == "own", float(seconds), what))
            self.running = None

    def passing(self, own):
        return [m for m, (word, is_own, *_) in self.methods.items() if word == "ok" and is_own == own]

    def seconds(self):
        return sum(m[2] for m in self.methods.values())


def wait_for(process, path):
    """The status of a run; None if its list did not grow for PATIENCE seconds."""
    size, since = -1, time.monotonic()
    while process.poll() is None:
        try:
            process.wait(0.5)
        except subprocess.TimeoutExpired:
            now = os.path.getsize(path) if os.path.exists(path) else 0
            if now != size:
                size, since = now, time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                return None
    return process.returncode


def run_once(binary, name, path):
    """One process on what the list at path has not got yet. What went wrong, or ""."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MINIPY"))}
    env.update(PYTHONHASHSEED="0", LC_ALL="C.UTF-8")
    with tempfile.TemporaryDirectory(prefix="minipy-cpython-", ignore_cleanup_errors=True) as folder, \
            tempfile.TemporaryFile() as text:
        p = subprocess.Popen([binary, RUNNER, name, path], env=env, cwd=folder, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=text, start_new_session=True)
        try:
            status = wait_for(p, path)
        finally:
            try:
                os.killpg(p.pid, signal.SIGKILL)  # what the tests left running
            except ProcessLookupError:
                pass
            p.wait()
        if status is None:
            return f"nothing happened for {PATIENCE} s"
        text.seek(0)
        last = text.read().decode(errors="replace").strip().split("\n")[-1]
        return f"status {status}: {last[:150]}"


def run(binary, name, path):
    """Runs a file to its end, again and again if its process dies: the Result, and the trouble there was."""
    if os.path.exists(path):
        os.unlink(path)
    trouble = ""
    for _ in range(RESTARTS):
        trouble = run_once(binary, name, path)
        result = Result(path)
        if result.ended:
            return result, ""
        if not result.running:
            break
        with open(path, "a", encoding="utf-8") as f:
            f.write(f"fail\t-\t{result.running}\t0\t{trouble}\n")
    return Result(path), trouble


def source_time(name):
    """When the file, or the newest of the folder of that name, or the runner was changed."""
    path = os.path.join(LIB, name)
    files = glob.glob(path + "/**/*.py", recursive=True) if os.path.isdir(path) else [path + ".py"]
    return max(os.path.getmtime(p) for p in files + [RUNNER])


def kept_or_run(binary, name, path, newest):
    """The Result at path if it ended and is newer than all that it depends on, else that of a run."""
    if os.path.exists(path) and os.path.getmtime(path) > newest:
        result = Result(path)
        if result.ended:
            return result, ""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return run(binary, name, path)


def lost_methods(want, got):
    """The methods that pass under python3.11 and not here, first those that CPython does not mark."""
    return [m for own in (False, True) for m in want.passing(own) if got.methods.get(m, ("",))[0] != "ok"]


def second_try(binary, name, want, got):
    """Runs the file again; what passed there has passed."""
    again, _ = run(binary, name, os.path.join(RESULTS, "minipy", name + ".again"))
    for m in lost_methods(want, got):
        if again.methods.get(m, ("",))[0] == "ok":
            got.methods[m] = again.methods[m]


def both(binary, name, resume, known):
    want, trouble = kept_or_run(ORACLE, name, os.path.join(RESULTS, "python3.11", name), source_time(name))
    if trouble:
        trouble = "python3.11: " + trouble
    newest = max(source_time(name), os.path.getmtime(binary) if resume != "any" else 0)
    got, ours = kept_or_run(binary, name, os.path.join(RESULTS, "minipy", name), newest if resume else time.time())
    if not all(known.covers(m) for m in lost_methods(want, got)):
        second_try(binary, name, want, got)
    return name, want, got, trouble + ours


def with_test_modules(minipy):
    """The interpreter with test modules that was built with minipy: (path, why none)."""
    folder = os.path.dirname(minipy)
    found = [p for p in (os.path.join(folder, "minipy-testmodules"), os.path.join(folder, "build", "testmodules", "minipy-testmodules"))
             if os.path.exists(p)]
    if not found:
        return None, "there is no interpreter with the test modules: make test-modules"
    if os.path.getmtime(found[0]) < os.path.getmtime(minipy):
        return None, f"{found[0]} is older than minipy: make test-modules"
    return found[0], ""


def every_file():
    """Names of all test files and packages, as regrtest finds them."""
    found = []
    for entry in sorted(os.listdir(LIB)):
        name, suffix = os.path.splitext(entry)
        if name.startswith("test_") and (suffix == ".py" or os.path.exists(os.path.join(LIB, entry, "__init__.py"))):
            found.append(name)
    return found


def rows(name):
    with open(os.path.join(SUPPORT, name), encoding="utf-8") as f:
        return [line.strip() for line in f if line.strip() and not line.startswith("#")]


class Known:
    """The patterns of methods that are known to differ, by files, and what was found of them."""

    def __init__(self):
        self.patterns = {}
        for line in rows("known.txt"):
            pattern = line.split(None, 1)[0]
            self.patterns.setdefault(pattern.split(".")[0], []).append(pattern)
        self.differ, self.pass_ = set(), set()

    def hits(self, method):
        name = method.removeprefix("test.")
        return [p for p in self.patterns.get(name.split(".")[0], ()) if fnmatch.fnmatchcase(name, p)]

    def covers(self, method):
        return bool(self.hits(method))

    def see(self, passing, lost):
        for m in passing:
            (self.differ if m in lost else self.pass_).update(self.hits(m))

    def stale(self):
        """Patterns of which every method that was run passes."""
        return sorted(self.pass_ - self.differ)


def chosen(args):
    if not os.path.exists(os.path.join(LIB, "test_grammar.py")):
        sys.exit("package libpython3.11-testsuite is missing")
    slow = {line.split()[0] for line in rows("slow.txt")} if args.sample else ()
    names = args.only or ([n for n in every_file() if n not in slow] if args.all or args.sample else LANGUAGE)
    names = [n if n.startswith("test_") else "test_" + n for n in names]
    i, _, n = args.shard.partition("/")
    return names[int(i) - 1::int(n)]


class Table:
    """The lines for each file, and what they come to."""

    def __init__(self, args, known):
        self.args, self.known = args, known
        self.reached = self.goal = self.reached_own = self.goal_own = 0
        self.unknown = []
        print(f"{'file':34}{'python3.11':>11}{'minipy':>8}{'':>8}{'s':>6}  the first that differ")

    def add(self, name, want, got, trouble):
        goal, own, all_lost = want.passing(False), want.passing(True), lost_methods(want, got)
        self.known.see(goal + own, set(all_lost))
        lost, lost_own = (sorted(set(all_lost) & set(l), key=l.index) for l in (goal, own))
        self.goal, self.goal_own = self.goal + len(goal), self.goal_own + len(own)
        self.reached += len(goal) - len(lost)
        self.reached_own += len(own) - len(lost_own)
        self.unknown += [(m, self.why(got, m)) for m in lost + lost_own if not self.known.covers(m)]
        first = ", ".join(self.short(name, m) for m in lost[:3]) + (", ..." if len(lost) > 3 else "")
        aside = f"[{len(own) - len(lost_own)}/{len(own)}]" if own else ""
        print(f"{name:34}{len(goal):>11}{len(goal) - len(lost):>8}{aside:>8}{got.seconds():>6.0f}  {trouble} {first}".rstrip(), flush=True)
        if self.args.failures:
            self.reasons(name, got, lost + lost_own)

    def reasons(self, name, got, lost):
        """What each lost method raised; why the file as a whole did not run, if it did not."""
        if name in got.methods:
            print(f"    {name}: {self.why(got, name)}")
        for m in lost:
            if m in got.methods:
                print(f"    {self.short(name, m)}: {self.why(got, m)}")
        absent = [m for m in lost if m not in got.methods]
        if absent:
            print(f"    not run: {len(absent)}, of them {self.short(name, absent[0])}")

    def short(self, name, method):
        return method.removeprefix(f"test.{name}.")

    def why(self, got, method):
        word, _, _, what = got.methods.get(method, ("not run", 0, 0, ""))
        return f"{word} {what}"

    def finish(self):
        """Prints what differs and nobody knew, and the total; the status, or for the sample the suite's verdict."""
        if not self.goal:
            sys.exit("no test method was run")
        stale = self.known.stale()
        if self.args.all or self.args.sample:
            for method, why in self.unknown:
                print(f"FAIL {method}: {why}")
            for pattern in stale:
                print(f"stale in known.txt: {pattern}: nothing that it names differs")
        print(f"{self.reached} of {self.goal} methods that pass under python3.11 pass under minipy "
              f"({100 * self.reached / self.goal:.2f} %); of those that CPython marks as its own {self.reached_own} of {self.goal_own}")
        if self.args.sample:
            return suite.finish(self.reached + self.reached_own, len(self.unknown))
        return 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--test-modules")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--resume", nargs="?", const="same", choices=["same", "any"],
                        help="keep what this minipy (any: whatever minipy) did already")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    args = arguments()
    minipy = os.path.realpath(args.minipy)
    modules, why = (os.path.realpath(args.test_modules), "") if args.test_modules else with_test_modules(minipy)
    binary = modules or minipy
    names = chosen(args)
    suite.begin()
    print(f"interpreter: {binary}" + (f"\n{why}; a Python stand-in skips the tests of those modules" if why else ""))
    known = Known()
    table = Table(args, known)
    with ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(lambda n: both(binary, n, args.resume, known), names):
            table.add(*found)
    return table.finish()


if __name__ == "__main__":
    sys.exit(main())
