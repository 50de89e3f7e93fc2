#!/usr/bin/python3.11
"""Let every allocation fail in turn: the interpreter must end with MemoryError, never crash.

    /usr/bin/python3.11 tests/run_fail_alloc.py --minipy BINARY [--all] [WORD ...]

BINARY is the build of `make fail-alloc`, in which -X fail_after=N makes the N-th request for
memory fail. Each golden (one in five without --all) runs with N = 1, 2, 4, 7, ... up to what it
needs; programs may catch the MemoryError, so that any ordinary end is right and a signal, a
time-out or a SystemError is wrong. Then starting itself runs out of memory, by memory_limit,
and compiling at each N.

    /usr/bin/python3.11 tests/run_fail_alloc.py --recover --minipy BINARY [--all] [WORD ...]

runs each program twice in one process (a fork for each N, failures/recover.py): the first time the N-th request
fails, the second time none does, and what it prints must be right. So what is made at its first
use (dictionaries of types, caches, imported helpers, specialised code) is not left half made, and
nothing is left over when the vm ends.

A long run goes in parts (--shard 1/4) and goes on where it was broken off (--resume FILE).
"""
import argparse
import itertools
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "lang")
EXEMPT = {"fault_handler.py": "ends by a signal of its own"}
# As CPython's print_exception() and ignore_source_errors(): no causes without memory for those that were seen, no line of the
# source without memory for that. Without any for the text, its class's name goes to descriptor 2, which recover.py does not hear.
PRINTED_LESS = "an error that is printed while memory runs out is printed less of"
# With --recover: what a first run left may be seen by the second.
UNREPEATABLE = {"mro_uses_unfinished_class.py": "prints __subclasses__(), garbage included",
                "importers_and_other_open_types_changed.py": "it changes built-in types",
                "exception_group_changed.py": "it changes a built-in type",
                "daemons_at_exit.py": "daemons go on into the next run",
                "context_variables.py": "what it sets stays in the context"}
# With --recover: a MemoryError is forgotten there, as in CPython; all else that is asked of a recovery is.
FORGETFUL = {"marshal_load_piece_by_piece.py": "marshal.load says EOFError, whatever went wrong",
             "for_loop_return_traced.py": "at a loop's end an error of the trace function is forgotten",
             "syntax_error_carets.py": PRINTED_LESS, "hooks_of_sys.py": PRINTED_LESS, "hooks_of_sys_called_directly.py": PRINTED_LESS, "hook_given_no_exception.py": PRINTED_LESS, "errors_printed_at_random.py": PRINTED_LESS,
             "error_printing_by_attributes.py": PRINTED_LESS,
             "signal_wakeup_errors.py": PRINTED_LESS, "suggestions_by_what_is_there.py": PRINTED_LESS,
             "escapes_and_handlers.py": PRINTED_LESS, "subscript_errors.py": PRINTED_LESS, "seldom_called_of_the_runtime.py": PRINTED_LESS,
             "unclosed_file_warning.py": "a ResourceWarning that there is no memory for is not given"}
RAISED_SYSTEM_ERROR = re.compile(rb"^(\w+ )*SystemError\b", re.M)  # not a line of a source that names it
LAST = {}  # what a program printed


def programs(words, every):
    paths = [path for path in suite.programs("lang", words=words) if os.path.basename(path) not in EXEMPT]
    return paths if words else paths[::every]


def steps(limit):
    """1, 2, 4, 7, 11, ...: dense at the start, where the short paths are."""
    n, gap = 1, 1
    while n < limit:
        yield n
        n, gap = n + gap, gap + 1


def run(binary, options, path, more=()):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env.update(PYTHONHASHSEED="0", LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
    if os.path.basename(path) in FORGETFUL:
        env["FORGETFUL"] = "1"
    try:
        p = subprocess.run([binary, *options, os.path.basename(path), *more], cwd=os.path.dirname(path), env=env,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=3600)
    except subprocess.TimeoutExpired:
        return "timed out", b""
    LAST[path] = p.stdout
    if p.returncode < 0:
        return f"signal {-p.returncode}", p.stderr
    if (RAISED_SYSTEM_ERROR.search(p.stderr) and b"builtin codecs" not in p.stderr) or b"Sanitizer" in p.stderr:
        return "SystemError", p.stderr
    return None, p.stderr


def check(binary, path, limit):
    quiet = 0
    for n in steps(limit):
        wrong, stderr = run(binary, ["-X", f"fail_after={n}"], path)
        if wrong:
            return f"fail_after={n}: {wrong} {stderr[-200:]!r}"
        quiet = 0 if b"MemoryError" in stderr else quiet + 1
        if quiet > 12 and n > 500:
            break  # it needs no more requests than these
    return None


def points(args):
    """The N that fail: each, or one out of each gap of steps(), chosen by the seed."""
    if args.dense:
        return list(range(1, args.limit))
    chance = random.Random(args.seed)
    return [chance.randint(n, m - 1) if args.seed else n for n, m in itertools.pairwise(steps(args.limit))]


def recover(binary, path, args):
    numbers = [str(n) for n in points(args)]
    wrong, stderr = run(binary, [os.path.join(HERE, "failures", "recover.py")], path, numbers)
    if wrong:
        return wrong
    lines = LAST.pop(path, b"").decode(errors="replace").splitlines()
    bad = [line for line in lines if line.startswith("wrong")]
    if bad:
        return f"{len(bad)} of {len(numbers)}: {bad[0][:300]}"
    if lines[-1:] != ["done"]:
        return f"no answer: {lines[-1:]} {stderr[-200:]!r}"
    return lines[0] if lines[0].startswith("not repeatable") else None


def check_start(binary):
    path = os.path.join(ROOT, "expressions", "walrus.py")
    for limit in range(1000, 1_500_000, 13_000):
        wrong, stderr = run(binary, ["-X", f"memory_limit={limit}"], path)
        if wrong:
            return f"memory_limit={limit}: {wrong} {stderr[-200:]!r}"
    return None


COMPILING = """
import sys
for source, dense in (sys.argv[1], True), ("f(x for x in y, 1)", False), ("if x = 1: pass", False):
    n = gap = 1
    while True:
        sys._fail_after(n)
        try:
            compile(source, "x", "exec")
        except MemoryError:
            left = True
        except SyntaxError:
            left = False
        else:
            left = False
        sys._fail_after(0)
        if not left:
            break
        n, gap = n + gap, gap if dense else gap + 1
print("done")
"""
NESTED = """
def f(a, b=1, *c, d: int = 2, **e):
    class A(object, metaclass=type):
        x: int = 1
        def g(self): return __class__, a
        @property
        def h(self): return [lambda y, z=i: y + z + b for i in range(3) if i]
    async def co():
        async with e as q: await q
        return [i async for i in q]
    match a:
        case [1, *r] | {'x': [*r]}: pass
        case A(x=3): pass
    try:
        with open(a) as k, open(b): yield from k
    except* ValueError as v: del v
    finally: del a
    while q < 1 < 3:
        def n():
            def o(): return (x for x in {y: y for y in [f"{a!r:>{b}}"]})
            return o
        continue
    else: return
"""


# Calls that make several objects, each of which fails in turn: what comes behind a failure may not touch what is gone. And an
# exception that is caught has its whole traceback, or is a MemoryError.
MAKING = r"""
import array, collections, copy, csv, functools, io, itertools, operator, pickle, re, struct, sys, time
big = 1 << 70
getter = operator.itemgetter(0, 1, 2)
class Learned:
    def __init__(self): self.n = 1
Learned()
heirs = [type("Heir", (Learned,), {}) for _ in range(60)]
def inherit():
    made = heirs.pop()()
    made.m, made.k = 2, 3
    return vars(made)
calls = [lambda: struct.unpack("2Q2d3s", b"\xff" * 35), lambda: next(struct.iter_unpack("3Q", b"\xff" * 24)),
         lambda: re.match("(a+)(b+)?(c+)", "aabbcc").groups("x" * 3), lambda: re.match("(a+)(b+)", "aabb").group(1, 2, 0),
         lambda: getter([[], {}, ()]), lambda: next(zip((big,), map(str, (big,)), ({},))),
         lambda: next(itertools.zip_longest(map(str, (big,)), (), fillvalue=big)), lambda: list(itertools.combinations("abc", 2)),
         lambda: "a,b c;d".split(","), lambda: b"a,b c;d".rsplit(None, 1), lambda: "a\nb\r\nc".splitlines(),
         lambda: bytearray(b"a=b").partition(b"="), lambda: "abc".rpartition("x"), lambda: divmod(big, -3),
         lambda: {"a": [big], "b": {1: 2}}.copy(), lambda: compile("a[b:c] = f(*d, **e)", "x", "exec", 0x400),
         lambda: functools.partial(max, big, key=str)(1), inherit]
class Endless:
    def __getitem__(self, i): return i
far = iter(Endless())
far.__setstate__(sys.maxsize - 1)
wide = range(1 - sys.maxsize, sys.maxsize, 3)
calls += [iter([1]).__reduce__, far.__reduce__, iter(wide).__reduce__, reversed([1]).__reduce__, itertools.repeat(1, sys.maxsize).__reduce__,
          itertools.islice("a", sys.maxsize - 2, sys.maxsize - 1, sys.maxsize).__reduce__]
class Ignored:
    def __del__(self): 1 / 0
def ignore():
    told, sys.stderr = sys.stderr, io.StringIO()
    try:
        Ignored()
    finally:
        said, sys.stderr = sys.stderr, told
    assert "audit hook" not in said.getvalue(), "there is none"
calls += [time.localtime, time.gmtime, ignore]
def code_of(f, code): f.__code__ = code
calls += [lambda: code_of(code_of, code_of.__code__.replace(co_name="renamed")), lambda: "%d|%-5d|%s" % (1, 2, "x" * 60), lambda: b"%d|%s" % (1, b"x" * 60)]
def written(row, **how):
    text = io.StringIO()
    csv.writer(text, **how).writerow(row)
    return text.getvalue()
calls += [lambda: written(["a", 1, 2.5, 'q"u', None], quoting=csv.QUOTE_NONE, escapechar="\\"), lambda: written(["", "x,y"]),
          lambda: list(csv.reader(['a,"b, c","d""e",,1\n', "plain,fields\n"])), lambda: array.array("i", [1]).fromlist([2, 3]),
          lambda: pickle.loads(pickle.dumps([Learned(), Learned(), big, "x" * 300, collections.OrderedDict(a=1)], 4)),
          lambda: copy.deepcopy(Learned()), lambda: "a\u20acb".translate({97: "zz"}), lambda: bytearray(map(int, "123"))]
class Table(dict):
    def __getitem__(self, key):
        if key == 100: raise ValueError(key)
        return dict.__getitem__(self, key)
class Refuses(type):
    def mro(cls):
        if second in cls.__bases__: raise ValueError(cls)
        return super().mro()
first, second = type("First", (), {}), type("Second", (), {})
class Moved(first): pass
class Under(Moved): pass
class Held(first, metaclass=Refuses): pass
def move(moved, *bases):
    try:
        moved.__bases__ = bases
    finally:
        assert (moved.__mro__[1], moved.__base__) == (moved.__bases__[0],) * 2 and moved.__mro__ == Under.__mro__[1:] or moved is Held
def pass_by(call):
    try:
        call()
    except ValueError:
        pass
def with_attributes(o):
    o.a = 1
    return o.__reduce__()
calls += [lambda: pass_by(lambda: "abcd".translate(Table({97: 120}))), lambda: pass_by(lambda: move(Held, second)),
          lambda: (move(Moved, second), move(Moved, first)), lambda: with_attributes(KeyError(1)), lambda: with_attributes(ImportError(1)),
          lambda: with_attributes(functools.partial(int)), lambda: with_attributes(OSError(1, "a", "b"))]
def imported_anew(name):
    sys.modules.pop(name, None)
    __import__(name)
import codecs, ctypes, os, unicodedata
length_of = ctypes.CDLL(None).wcslen
length_of.argtypes = ctypes.c_void_p,
def measured():
    try:
        assert length_of("four") == 4
    except ctypes.ArgumentError as e:
        assert "MemoryError" in str(e)
codecs.register(lambda name: (int, int, int, int) if name == "found" else None)
codecs.register(lambda name: None)
def looked_up():
    codecs.register(sorted), codecs.unregister(sorted)  # which empties the cache
    codecs.lookup("found")
def forked():
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
sys.unraisablehook = lambda u: None
os.register_at_fork(before=int, after_in_parent=int, after_in_child=int)
calls += [lambda: imported_anew("unicodedata"), measured, forked, looked_up]
try:
    import pyexpat
    calls.append(lambda: pyexpat.ParserCreate().Parse(b"<?xml version='1.0' encoding='cp1251'?><a/>", True))
except ImportError:
    pass
for call in calls:
    call()
    for n in range(1, 60):
        sys._fail_after(n)
        try:
            call()
        except MemoryError:
            pass
        sys._fail_after(0)
def dive(): [][1]
for n in range(1, 40):
    sys._fail_after(n)
    try:
        dive()
    except MemoryError:
        pass
    except IndexError as e:
        sys._fail_after(0)
        assert e.__traceback__.tb_next, "a place in it was lost, and none is told"
    sys._fail_after(0)
print("done")
"""


# The first import that a hook hears of fails: the next one tells of no folder that had been listed before.
LISTENING = """
import os, sys
told = []
sys.path[1:1] = ["/nowhere/" + "x" * 60, "/nowhere/" + "y" * 60]
sys.addaudithook(lambda event, args: told.append(args[0]) if event == "os.listdir" else None)
def look():
    try:
        import nothing_there
    except (MemoryError, ModuleNotFoundError) as e:
        return type(e).__name__
def listed(n):
    r, w = os.pipe()
    if not os.fork():
        sys._fail_after(n)
        ended = look()
        sys._fail_after(0)
        look()
        os.write(w, f"{ended} {sorted(set(told))}".encode())
        os._exit(0)
    os.wait(), os.close(w)
    with open(r) as file:
        return file.read().partition(" ")
wanted = listed(0)
for n in [*range(1, 50), *range(50, 3000, 37)]:
    ended, _, got = listed(n)
    if got != wanted[2]:
        print(n, ended, got, "instead of", wanted[2])
    if ended != "MemoryError" and n > 400:
        break
print("done")
"""


def check_listening(binary):
    path = os.path.join(ROOT, "-l")
    wrong, stderr = run(binary, ["-c", LISTENING], path)
    return f"{wrong} {LAST[path][:300]!r} {stderr[-200:]!r}" if wrong or LAST[path] != b"done\n" else None


# The dictionary of a type is filled when it is first asked for, and filled again at once if there was no memory for it. Where there
# is none then, either, its attributes are absent; but only as long as that lasts.
ABSENT = r"""
import _thread, array, collections, contextvars, functools, io, itertools, select, struct, sys
asked = [lambda: _thread.allocate_lock().acquire, lambda: _thread.RLock().release, lambda: itertools.count().__next__,
         lambda: array.array("i").append, lambda: collections.deque().rotate, lambda: functools.partial(int).func,
         lambda: io.BytesIO().getbuffer, lambda: struct.Struct("i").unpack, lambda: select.poll().register,
         lambda: contextvars.Context().run, lambda: iter(b"").__length_hint__, lambda: (x for x in ()).gi_frame,
         lambda: memoryview(b"").tolist, lambda: slice(1).indices, lambda: {}.keys().isdisjoint, lambda: frozenset().union]
lost = 0
for ask in asked:
    failed = True
    while failed:
        sys._fail_after(-1)  # each request that comes from new functions, not one alone
        try:
            ask()
        except MemoryError:
            pass
        except AttributeError:
            lost += 1
        failed = sys._fail_after(0) < -1
    ask()
print("done" if lost else "nothing was ever absent")
"""


# The same, where an instruction is about to remember what it finds in the class: it must not take that for another class's.
READING = r"""
import os, sys
kinds = [type(getattr(sys, name)) for name in ("version_info", "flags", "float_info", "int_info", "hash_info", "thread_info")]
def read(n):
    got = []
    sys._fail_after(n)
    try:
        for cls in [BaseException] * 40 + kinds:
            got.append(cls.__basicsize__ if cls is BaseException else cls.n_fields)
    except MemoryError:
        pass
    sys._fail_after(0)
    return got[40:]
def in_child(n):
    r, w = os.pipe()
    if not os.fork():
        os.write(w, repr(read(n)).encode())
        os._exit(0)
    os.wait(), os.close(w)
    with open(r) as file:
        return eval(file.read())
wanted = in_child(0)
for n in range(1, 200):
    got = in_child(n)
    assert got == wanted[:len(got)], (n, got, wanted)
print("done")
"""


def check_reading(binary):
    wrong, stderr = run(binary, ["-c", READING], os.path.join(ROOT, "-r"))
    return f"{wrong} {stderr[-200:]!r}" if wrong or LAST[os.path.join(ROOT, "-r")] != b"done\n" else None


def check_absent(binary):
    wrong, stderr = run(binary, ["-c", ABSENT], os.path.join(ROOT, "-a"))
    return f"{wrong} {stderr[-200:]!r}" if wrong or LAST[os.path.join(ROOT, "-a")] != b"done\n" else None


def check_making(binary):
    """What is ignored without memory for more words than its name is told on descriptor 2, and may be."""
    wrong, stderr = run(binary, ["-c", MAKING], os.path.join(ROOT, "-m"))
    return f"{wrong} {stderr[-200:]!r}" if wrong or b"Error" in stderr.replace(b"Exception ignored: ZeroDivisionError\n", b"") else None


def check_compile(binary):
    """Each request of the compiler, whose arena has small chunks in this build."""
    path = os.path.join(ROOT, "-c")
    wrong, stderr = run(binary, ["-c", COMPILING, NESTED], path)
    if wrong or LAST[path] != b"done\n":
        return f"{wrong} {stderr[-200:]!r}"
    return None


class Kept:
    """Results of programs that are not looked at again (--resume): a line each in a file, those that passed or were skipped."""

    def __init__(self, path, mode):
        self.path, self.mode, self.found = path, mode, {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                rows = [line.rstrip("\n").split("\t") for line in file]
            self.found = {name: result for row_mode, name, result in rows if row_mode == mode}

    def look(self, name, judge):
        if name in self.found:
            return self.found[name] or None
        result = judge()
        if self.path and (not result or result.startswith("not repeatable")):
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(f"{self.mode}\t{name}\t{(result or '').strip()}\n")
        if result:
            print(f"{'SKIP' if result.startswith('not repeatable') else 'FAIL'} {name}: {result}", flush=True)
        return result


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--limit", type=int, default=20000)
    parser.add_argument("--recover", action="store_true")
    parser.add_argument("--dense", action="store_true", help="with --recover: each N up to the limit")
    parser.add_argument("--seed", type=int, default=0, help="with --recover: other N, at random between those")
    parser.add_argument("--shard", default="1/1", help="the first of four quarters: 1/4")
    parser.add_argument("--resume", metavar="FILE", help="pass by what FILE says was right, and add to it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("words", nargs="*")
    return parser.parse_args()


def main():
    args = options()
    binary = os.path.realpath(args.minipy)
    shard, _, shards = args.shard.partition("/")
    paths = programs(args.words, 1 if args.all else 5)[int(shard) - 1::int(shards)]
    looks = [] if args.recover else [("starting", check_start), ("compiling", check_compile), ("making", check_making), ("listening", check_listening),
                                          ("absent", check_absent), ("reading", check_reading)]
    jobs = [(name, lambda look=look: look(binary)) for name, look in looks]
    if args.recover:
        paths = [path for path in paths if os.path.basename(path) not in UNREPEATABLE]
        jobs += [(os.path.relpath(path, ROOT), lambda path=path: recover(binary, path, args)) for path in paths]
    else:
        jobs += [(os.path.relpath(path, ROOT), lambda path=path: check(binary, path, args.limit)) for path in paths]
    if not paths:
        sys.exit("no program has such a name")
    kept = Kept(args.resume, f"{'recover' if args.recover else 'end'} {args.limit} {args.seed} {args.dense}")
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda job: kept.look(*job), jobs))
    skipped = sum(bool(r) and r.startswith("not repeatable") for r in results)
    failed = sum(map(bool, results)) - skipped
    sys.exit(suite.finish(len(jobs) - failed - skipped, failed, skipped))


main()
