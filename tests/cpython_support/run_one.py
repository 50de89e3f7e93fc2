"""Run one of CPython's own test files and note what became of each method.

    INTERPRETER run_one.py NAME [LIST]      e.g.  ./minipy run_one.py test_grammar

NAME is a module of the package `test` (Debian: libpython3.11-testsuite). Uses the library's
own unittest and test.support; what is marked as CPython's own runs all the same and is noted as such.
The modules in C that only serve CPython's tests are those of this folder if INTERPRETER has them
(make test-modules); a test that uses what they lack, or what is stood in for where there are none, is skipped.

LIST is a file to which a line is added at once for each step, so that a crash loses nothing; the
fields are separated by tabs. `start ID` says that a method begins, `ok|fail|skip MARK ID SECONDS WHAT`
what became of it; MARK is `own` for one that CPython marks as its own, else `-`. The second method
of an ID has `#2` behind it, and so on. Methods that LIST has already are not run again. `end` is the last.
TEST_RESOURCES are the words of regrtest's -u; without it, all that need neither network, sound, screen
nor gigabytes. The last line of the output is `NAME: N passed, N failed, N skipped`.
"""
import importlib
import os
import sys
import time
import unittest
from collections import Counter

OWN = "__cpython_own__"


class AnyName(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return cls()


class Thing(metaclass=AnyName):
    """What a stood-in module has under any name; to use it in a test skips that test."""
    testing = False

    def __init__(self, *args, **kw):
        if Thing.testing:
            raise unittest.SkipTest("tests the C API")

    def use(self, *args, **kw):
        return Thing()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.use()

    def __iter__(self):
        return iter(())

    __call__ = __getitem__ = use


class Absent(type(sys)):
    """A module of CPython's C API tests."""
    INT_MAX, INT_MIN, UINT_MAX = 2**31 - 1, -2**31, 2**32 - 1
    LONG_MAX = LLONG_MAX = PY_SSIZE_T_MAX = 2**63 - 1
    LONG_MIN = LLONG_MIN = PY_SSIZE_T_MIN = -2**63
    ULONG_MAX = ULLONG_MAX = SIZE_MAX = 2**64 - 1
    USHRT_MAX, SHRT_MAX, SHRT_MIN = 2**16 - 1, 2**15 - 1, -2**15
    FLT_MAX, DBL_MAX = (2 - 2**-23) * 2.0**127, sys.float_info.max

    @staticmethod
    def exception_print(exc):
        """What the interpreter itself prints for an uncaught exception."""
        if isinstance(exc, BaseException):
            sys.__excepthook__(type(exc), exc, exc.__traceback__)
        else:
            sys.stderr.write("TypeError: print_exception(): Exception expected for value, "
                             f"{type(exc).__name__} found\n")

    @staticmethod
    def traceback_print(tb, file):
        """Its stack part: the same text without the exception's own line."""
        import io
        if tb is not None and not hasattr(tb, "tb_frame"):
            raise SystemError("bad argument to internal function")
        saved, sys.stderr = sys.stderr, io.StringIO()
        try:
            sys.__excepthook__(Exception, Exception().with_traceback(tb), tb)
            text = sys.stderr.getvalue()
        finally:
            sys.stderr = saved
        file.write("".join(text.splitlines(True)[:-1]))

    def __getattr__(self, name):
        if name.startswith("__") or name == "raise_SIGINT_then_send_None":
            raise AttributeError(name)
        return Thing if name[0].isupper() else Thing()


def as_cpython(**guards):
    """support.check_impl_detail as it answers in CPython."""
    from test import support
    guards, default = support._parse_guards(guards)
    return guards.get("cpython", default)


def as_another(**guards):
    """And as it answers in an implementation that no test knows."""
    from test import support
    return support._parse_guards(guards)[1]


def mark(msg=None, **guards):
    """support.impl_detail, which skips nothing that CPython runs but marks what no other would."""
    def decorate(test):
        if as_cpython(**guards) and not as_another(**guards):
            setattr(test, OWN, True)
        return test
    return decorate if as_cpython(**guards) else unittest.skip(msg or "not for CPython")


def stand_in():
    from test import support
    from test.libregrtest.cmdline import ALL_RESOURCES
    for name in ("_testcapi", "_testinternalcapi"):
        try:
            module = __import__(name)
        except ImportError:
            sys.modules[name] = Absent(name)
        else:
            if sys.implementation.name != "cpython":
                module.__getattr__ = Absent(name).__getattr__
    stand_in_for_ctypes_test()
    support.impl_detail = mark
    support.cpython_only = lambda test: mark(cpython=True)(test)
    support.check_impl_detail = as_cpython
    support.verbose = 0
    wanted = os.environ.get("TEST_RESOURCES")
    support.use_resources = (wanted.split(",") if wanted is not None else
                             [r for r in ALL_RESOURCES if r not in ("network", "urlfetch", "audio", "gui", "largefile")])


def stand_in_for_ctypes_test():
    """Where CPython's _ctypes_test cannot be loaded: its tests open the file of that module as a library, no more."""
    library = os.path.join(os.path.dirname(os.path.realpath(sys.executable)), "ctypes_functions.so")
    try:
        import _ctypes_test
    except ImportError:
        if os.path.exists(library):
            module = sys.modules["_ctypes_test"] = type(sys)("_ctypes_test")
            module.__file__ = library


class Recorder(unittest.TestResult):
    def __init__(self, out, done):
        super().__init__()
        self.out = out
        self.done = done
        self.seen = Counter()
        self.counts = {"ok": 0, "fail": 0, "skip": 0}
        self.sub_failed = False
        self.began = time.monotonic()

    def line(self, *fields):
        self.out.write("\t".join(f.replace("\t", " ").replace("\n", " ") for f in fields) + "\n")
        self.out.flush()

    def key(self, test):
        return getattr(test, "_cpython_key", None) or test.id()

    def note(self, word, test, text=""):
        self.counts[word] += 1
        method = getattr(test, getattr(test, "_testMethodName", "?"), None)
        own = getattr(method, OWN, False) or getattr(type(test), OWN, False)
        self.line(word, "own" if own else "-", self.key(test), f"{time.monotonic() - self.began:.2f}", text[:200])

    def why(self, err):
        return f"{err[0].__name__}: {err[1]}" if err else ""

    def select(self, suite):
        """Names the suite's methods and takes away those that are done."""
        left = []
        for test in suite:
            if isinstance(test, unittest.BaseTestSuite):
                self.select(test)
            else:
                name = test.id()
                self.seen[name] += 1
                test._cpython_key = name if self.seen[name] == 1 else f"{name}#{self.seen[name]}"
                if test._cpython_key in self.done:
                    continue
            left.append(test)
        suite._tests = left

    def run_suite(self, suite):
        self.select(suite)
        suite.run(self)

    def startTest(self, test):
        self.began = time.monotonic()
        self.sub_failed = False
        self.line("start", self.key(test))
        Thing.testing = True

    def stopTest(self, test):
        Thing.testing = False

    def addSuccess(self, test):
        if not self.sub_failed:
            self.note("ok", test)

    def addFailure(self, test, err):
        self.note("fail", test, self.why(err))

    addError = addFailure

    def addSubTest(self, test, sub, err):
        if err is not None and not self.sub_failed:
            self.sub_failed = True
            self.note("fail", test, self.why(err))

    def addSkip(self, test, reason):
        self.note("skip", test, reason)

    def addExpectedFailure(self, test, err):
        self.note("ok", test)

    def addUnexpectedSuccess(self, test):
        self.note("fail", test, "unexpected success")


def methods_done(path):
    if not path or not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8", errors="backslashreplace") as f:
        return {fields[2] for fields in (line.rstrip("\n").split("\t") for line in f) if len(fields) > 2}


def run_file(name, recorder):
    """As regrtest does: test_main() if the file has one, else what the loader finds."""
    from test import support
    support._run_suite = recorder.run_suite
    module = importlib.import_module("test." + name)
    main = getattr(module, "test_main", None)
    if main:
        main()
    else:
        recorder.run_suite(unittest.defaultTestLoader.loadTestsFromModule(module))


def main(name, path=None):
    del sys.path[0]
    stand_in()
    done = methods_done(path)
    out = open(path, "a", encoding="utf-8", errors="backslashreplace") if path else sys.stdout
    recorder = Recorder(out, done)
    try:
        run_file(name, recorder)
    except unittest.SkipTest as e:
        recorder.line("skip", "-", name, "0", str(e))
    except BaseException as e:
        recorder.line("fail", "-", name, "0", f"{type(e).__name__}: {e}")
        recorder.counts["fail"] += 1
    c = recorder.counts
    recorder.line("end")
    print(f"{name}: {c['ok']} passed, {c['fail']} failed, {c['skip']} skipped")
    sys.stdout.flush()
    os._exit(1 if c["fail"] else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
