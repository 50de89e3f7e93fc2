"""Run one of CPython's own test files and count its methods.

    INTERPRETER run_one.py NAME [LIST]      e.g.  ./minipy run_one.py test_grammar

NAME is a module of the package `test` (Debian: libpython3.11-testsuite). Uses the library's
own unittest and test.support; what is marked as CPython's own runs all the same. The modules in C
that only serve CPython's tests are those of this folder if INTERPRETER has them (make test-modules);
a test that uses what they lack, or what is stood in for where there are none, is skipped. LIST is a file to which `ok ID`, `fail ID what` and `skip ID` are
written at once, one a line, so that a crash loses nothing. The last line of the output is
`NAME: N passed, N failed, N skipped`.
"""
import os
import sys
import unittest


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


def stand_in():
    from test import support
    for name in ("_testcapi", "_testinternalcapi"):
        try:
            module = __import__(name)
        except ImportError:
            sys.modules[name] = Absent(name)
        else:
            if sys.implementation.name != "cpython":
                module.__getattr__ = Absent(name).__getattr__
    support.cpython_only = lambda test: test
    support.check_impl_detail = as_cpython
    support.verbose = 0


class Recorder(unittest.TestResult):
    def __init__(self, out):
        super().__init__()
        self.out = out
        self.counts = {"ok": 0, "fail": 0, "skip": 0}
        self.sub_failed = set()

    def note(self, word, test, text=""):
        name = test.id() if hasattr(test, "id") else str(test)
        self.counts[word] += 1
        self.out.write(f"{word} {name} {text}".rstrip() + "\n")
        self.out.flush()

    def why(self, err):
        return f"{err[0].__name__}: {err[1]}".replace("\n", " ")[:200] if err else ""

    def startTest(self, test):
        Thing.testing = True

    def stopTest(self, test):
        Thing.testing = False

    def addSuccess(self, test):
        if test.id() not in self.sub_failed:
            self.note("ok", test)

    def addFailure(self, test, err):
        self.note("fail", test, self.why(err))

    addError = addFailure

    def addSubTest(self, test, sub, err):
        if err is not None and test.id() not in self.sub_failed:
            self.sub_failed.add(test.id())
            self.note("fail", test, self.why(err))

    def addSkip(self, test, reason):
        self.note("skip", test, reason.replace("\n", " ")[:80])

    def addExpectedFailure(self, test, err):
        self.note("ok", test)

    def addUnexpectedSuccess(self, test):
        self.note("fail", test, "unexpected success")


def main(name, path):
    stand_in()
    out = open(path, "w", encoding="utf-8", errors="backslashreplace") if path else sys.stdout
    recorder = Recorder(out)
    try:
        module = __import__("test." + name, None, None, ["*"])
        suite = unittest.defaultTestLoader.loadTestsFromModule(module)
        suite.run(recorder)
    except unittest.SkipTest as e:
        out.write(f"skip {name} {e}\n")
        recorder.counts["skip"] += 1
    c = recorder.counts
    print(f"{name}: {c['ok']} passed, {c['fail']} failed, {c['skip']} skipped")
    out.flush()
    sys.stdout.flush()
    os._exit(1 if c["fail"] else 0)


main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
