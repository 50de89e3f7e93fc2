#!/usr/bin/python3.11
"""Let every allocation fail in turn: the interpreter must end with MemoryError, never crash.

    /usr/bin/python3.11 tests/run_fail_alloc.py --minipy BINARY [--all] [WORD ...]

BINARY is the build of `make fail-alloc`, in which -X fail_after=N makes the N-th request for
memory fail. Each golden (one in five without --all) runs with N = 1, 2, 4, 7, ... up to what it
needs; programs may catch the MemoryError, so that any ordinary end is right and a signal, a
time-out or a SystemError is wrong. Then starting itself runs out of memory, by memory_limit.
"""
import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "lang")
EXEMPT = {"fault_handler.py": "ends by a signal of its own"}


def programs(words, every):
    paths = []
    for folder, dirs, files in os.walk(ROOT):
        dirs[:] = sorted(d for d in dirs if d not in ("__pycache__", "support"))
        paths += [os.path.join(folder, n) for n in sorted(files) if n.endswith(".py") and n not in EXEMPT]
    if words:
        return [p for p in paths if any(w in p for w in words)]
    return paths[::every]


def steps(limit):
    """1, 2, 4, 7, 11, ...: dense at the start, where the short paths are."""
    n, gap = 1, 1
    while n < limit:
        yield n
        n, gap = n + gap, gap + 1


def run(binary, options, path):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env.update(PYTHONHASHSEED="0", LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
    try:
        p = subprocess.run([binary, *options, os.path.basename(path)], cwd=os.path.dirname(path), env=env,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "timed out", b""
    if p.returncode < 0:
        return f"signal {-p.returncode}", p.stderr
    if (b"SystemError" in p.stderr and b"builtin codecs" not in p.stderr) or b"Sanitizer" in p.stderr:
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


def check_start(binary):
    path = os.path.join(ROOT, "expressions", "walrus.py")
    for limit in range(1000, 1_500_000, 13_000):
        wrong, stderr = run(binary, ["-X", f"memory_limit={limit}"], path)
        if wrong:
            return f"memory_limit={limit}: {wrong} {stderr[-200:]!r}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--limit", type=int, default=20000)
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    paths = programs(args.words, 1 if args.all else 5)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        start = pool.submit(check_start, binary)
        results = list(pool.map(lambda p: check(binary, p, args.limit), paths))
    failed = 0
    for name, result in [("starting", start.result())] + list(zip(paths, results)):
        if result:
            failed += 1
            print(f"FAIL {os.path.relpath(name, ROOT) if '/' in name else name}: {result}")
    print(f"{len(paths) + 1 - failed} passed, {failed} failed, 0 skipped")
    sys.exit(bool(failed))


main()
