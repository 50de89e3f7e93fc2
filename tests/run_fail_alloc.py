#!/usr/bin/python3.11
"""Let every allocation fail in turn: the interpreter must end with MemoryError, never crash.

    /usr/bin/python3.11 tests/run_fail_alloc.py --minipy BINARY [--all] [WORD ...]

BINARY is the build of `make fail-alloc`, in which -X fail_after=N makes the N-th request for
memory fail. Each golden (one in five without --all) runs with N = 1, 2, 4, 7, ... up to what it
needs; programs may catch the MemoryError, so that any ordinary end is right and a signal, a
time-out or a SystemError is wrong. Then starting itself runs out of memory, by memory_limit,
and compiling at each N.

    /usr/bin/python3.11 tests/run_fail_alloc.py --recover --minipy BINARY [--all] [WORD ...]

runs each program twice in one process (a fork for each N): the first time the N-th request
fails, the second time none does, and what it prints must be right. So what is made at its first
use (dictionaries of types, caches, imported helpers, specialised code) is not left half made.
"""
import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "lang")
EXEMPT = {"fault_handler.py": "ends by a signal of its own"}
# With --recover: what a first run left may be seen by the second.
UNREPEATABLE = {"mro_uses_unfinished_class.py": "prints __subclasses__(), garbage included"}
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
    try:
        p = subprocess.run([binary, *options, os.path.basename(path), *more], cwd=os.path.dirname(path), env=env,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
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


# Runs inside minipy: argv[1] are the N, argv[2] is the program. What a program prints without a
# failure, the first and the second time, are the right answers; a program that fits neither of
# its own second times is not one for this test.
RECOVER = r"""
import _io, os, sys
numbers, path, strict = [int(n) for n in sys.argv[1].split()], sys.argv[2], len(sys.argv) > 3
sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
sys.argv[1:] = []
with open(path, "rb") as f:
    code = compile(f.read(), path, "exec")
class Out:
    def __init__(self): self.parts = []
    def write(self, text): self.parts.append(text); return len(text)
    def flush(self): pass
    def isatty(self): return False
    def fileno(self): raise OSError("none")
    encoding, errors = "utf-8", "strict"
ended = [None]
def run():
    ended[0] = None
    limit = sys.getrecursionlimit()
    out = Out()
    sys.stdout = sys.stderr = out
    ns = {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__}
    try:
        exec(code, ns)
    except SystemExit:
        pass
    except BaseException as e:
        sys._fail_after(0)
        ended[0] = type(e).__name__
        out.parts.append(ended[0])
    sys._fail_after(0)
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    sys.settrace(None), sys.setprofile(None)
    sys.setrecursionlimit(limit)
    return "".join(out.parts)
def forked(f):
    # What f returns in a child, or how the child died.
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(r)
        try:
            text = f().encode("utf-8", "surrogatepass")
            while text:
                text = text[os.write(w, text):]
        finally:
            os._exit(0)
    os.close(w)
    parts = []
    while part := os.read(r, 65536):
        parts.append(part)
    os.close(r)
    status = os.waitpid(pid, 0)[1]
    return b"".join(parts) if status == 0 else b"status %d" % status
def plain(): return run()
def twice(): run(); return run()
def is_honest(got, end, wanted):
    # Is this the normal output, or one up to where it says MemoryError?
    if got == wanted or end == "MemoryError":
        return True
    pairs = zip(got.splitlines(), wanted.splitlines() + [""])
    return "MemoryError" in next((a for a, b in pairs if a != b), "")
def is_healthy():
    # All that built-in types have is there.
    return healthy() == before
def healthy():
    import builtins
    types = sorted((t for t in vars(builtins).values() if isinstance(t, type)), key=lambda t: t.__name__)
    return hash(tuple((t.__name__, len(vars(t)), len(dir(t)), t.__doc__) for t in types)), [1, *range(3)], {**{"a": 1}}, "%s %r" % (1, "x")
def after(n):
    def f():
        sys._fail_after(n)
        try:
            first = run()
        except BaseException as e:
            first = ended[0] = type(e).__name__
        sys._fail_after(0)
        odd = strict and not is_honest(first, ended[0], plainly)
        if odd:
            return "dishonest: %s: %s" % (ended[0], first[-300:])
        if strict and not is_healthy():
            return "types are damaged"
        return run()
    return f
right = {forked(plain)}
plainly = next(iter(right)).decode("utf-8", "surrogatepass")
before = healthy()
again = forked(twice)
if again not in right or forked(plain) not in right:
    print("not repeatable")
else:
    for n in numbers:
        got = forked(after(n))
        if got not in right:
            if got.startswith((b"dishonest", b"types are")):
                print("wrong", n, got)
                continue
            want = next(iter(right)).splitlines()
            lines = got.splitlines()
            at = next((i for i, (a, b) in enumerate(zip(want, lines)) if a != b), min(len(want), len(lines)))
            print("wrong", n, want[at:at + 1], lines[at:at + 1])
print("done")
"""


def recover(binary, path, args):
    numbers = list(range(1, args.limit)) if args.dense else list(steps(args.limit))
    wrong, _ = run(binary, ["-c", RECOVER, " ".join(map(str, numbers))], path, ["strict"] * args.strict)
    if wrong:
        return wrong
    lines = LAST.pop(path, b"").decode(errors="replace").splitlines()
    bad = [line for line in lines if line.startswith("wrong")]
    if bad:
        return f"{len(bad)} of {len(numbers)}: {bad[0][:300]}"
    if lines == ["not repeatable", "done"]:
        return "not repeatable"
    return None if lines[-1:] == ["done"] else f"no answer: {lines[-1:]}"


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


# Calls that make several objects, each of which fails in turn: what comes behind a failure may not touch what is gone.
MAKING = r"""
import functools, itertools, operator, re, struct, sys
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
def recode(f=lambda: 1, g=lambda: 2):
    f.__code__, g.__code__ = g.__code__, f.__code__
calls = [lambda: struct.unpack("2Q2d3s", b"\xff" * 35), lambda: next(struct.iter_unpack("3Q", b"\xff" * 24)),
         lambda: re.match("(a+)(b+)?(c+)", "aabbcc").groups("x" * 3), lambda: re.match("(a+)(b+)", "aabb").group(1, 2, 0),
         lambda: getter([[], {}, ()]), lambda: next(zip((big,), map(str, (big,)), ({},))),
         lambda: next(itertools.zip_longest(map(str, (big,)), (), fillvalue=big)), lambda: list(itertools.combinations("abc", 2)),
         lambda: "a,b c;d".split(","), lambda: b"a,b c;d".rsplit(None, 1), lambda: "a\nb\r\nc".splitlines(),
         lambda: bytearray(b"a=b").partition(b"="), lambda: "abc".rpartition("x"), lambda: divmod(big, -3),
         lambda: {"a": [big], "b": {1: 2}}.copy(), lambda: compile("a[b:c] = f(*d, **e)", "x", "exec", 0x400),
         lambda: functools.partial(max, big, key=str)(1), inherit, recode]
for call in calls:
    call()
    for n in range(1, 60):
        sys._fail_after(n)
        try:
            call()
        except MemoryError:
            pass
        sys._fail_after(0)
print("done")
"""


def check_making(binary):
    wrong, stderr = run(binary, ["-c", MAKING], os.path.join(ROOT, "-m"))
    return f"{wrong} {stderr[-200:]!r}" if wrong or b"Error" in stderr else None


def check_compile(binary):
    """Each request of the compiler, whose arena has small chunks in this build."""
    path = os.path.join(ROOT, "-c")
    wrong, stderr = run(binary, ["-c", COMPILING, NESTED], path)
    if wrong or LAST[path] != b"done\n":
        return f"{wrong} {stderr[-200:]!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--limit", type=int, default=20000)
    parser.add_argument("--recover", action="store_true")
    parser.add_argument("--strict", action="store_true", help="with --recover: the first run prints the normal output, or up to a MemoryError")
    parser.add_argument("--dense", action="store_true", help="with --recover: each N up to the limit")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    paths = [p for p in programs(args.words, 1 if args.all else 5)
             if not args.recover or os.path.basename(p) not in UNREPEATABLE]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        start = pool.submit(check_start if not args.recover else lambda binary: None, binary)
        compiling = pool.submit(check_compile if not args.recover else lambda binary: None, binary)
        making = pool.submit(check_making if not args.recover else lambda binary: None, binary)
        one = (lambda p: recover(binary, p, args)) if args.recover else (lambda p: check(binary, p, args.limit))
        results = list(pool.map(one, paths))
    failed = skipped = 0
    for name, result in [("starting", start.result()), ("compiling", compiling.result()), ("making", making.result())] + list(zip(paths, results)):
        if result == "not repeatable":
            skipped += 1
            print(f"SKIP {os.path.relpath(name, ROOT)}: its second run prints something else")
        elif result:
            failed += 1
            print(f"FAIL {os.path.relpath(name, ROOT) if '/' in name else name}: {result}")
    if not paths:
        sys.exit("no program has such a name")
    sys.exit(suite.finish(len(paths) + 3 - failed - skipped, failed, skipped))


main()
