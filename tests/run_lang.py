#!/usr/bin/python3.11
"""Run the golden programs: tests/lang/**/*.py, each with the oracle's output beside it.

    /usr/bin/python3.11 tests/run_lang.py [--golden] [--minipy BINARY] [--jobs N] [WORD ...]

NAME.out is what the program prints on standard output, NAME.err what it prints on standard
error (an uncaught exception's traceback) with the exit status as the last line; no NAME.err
means an empty standard error and status 0. Programs run in their own directory with
PYTHONHASHSEED=0. --golden makes the files again with /usr/bin/python3.11. Where minipy
differs on purpose NAME.minipy replaces NAME.out; its first line gives the reason.
WORDs select the programs whose path contains one of them.
"""
import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "lang")
ORACLE = "/usr/bin/python3.11"
TIMEOUT = int(os.environ.get("TEST_TIMEOUT", "60"))
# What the builds that always or never specialise cannot show: CPython's own specialised calls count a level of recursion less.
SPECIALISED = {"levels_of_recursion": ("hostile-spec-off", "hostile-spec-eager")}


def run(binary, path):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env.update(PYTHONHASHSEED="0", LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1")
    try:
        p = subprocess.run([binary, os.path.basename(path)], cwd=os.path.dirname(path),
                           stdin=subprocess.DEVNULL, capture_output=True, env=env,
                           timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return b"", b"timed out\n", "timeout"
    folder = os.path.dirname(path).encode() + b"/"  # a script's absolute name would tie goldens to a place
    return p.stdout.replace(folder, b""), p.stderr.replace(folder, b""), p.returncode


def err_text(stderr, status):
    if not stderr and status == 0:
        return b""
    return stderr + b"status %s\n" % str(status).encode()


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return b""


def write(path, data):
    if data or path.endswith(".out"):
        with open(path, "wb") as f:
            f.write(data)
    elif os.path.exists(path):
        os.remove(path)


def golden(path):
    out, err, status = run(ORACLE, path)
    write(path[:-3] + ".out", out)
    write(path[:-3] + ".err", err_text(err, status))


def first_difference(want, got):
    a, b = want.decode(errors="replace").splitlines(), got.decode(errors="replace").splitlines()
    for i in range(max(len(a), len(b))):
        x = a[i] if i < len(a) else "(nothing)"
        y = b[i] if i < len(b) else "(nothing)"
        if x != y:
            return f"line {i + 1}: expected {x[:160]!r}, got {y[:160]!r}"
    return "line ends differ"


def check(binary, path):
    out, err, status = run(binary, path)
    stem = path[:-3]
    want_out = read(stem + ".minipy").split(b"\n", 1)[-1] or read(stem + ".out")
    want_err = read(stem + ".err")
    if not os.path.exists(stem + ".out"):
        return "no golden: run make golden"
    if out != want_out:
        return "stdout " + first_difference(want_out, out)
    got_err = err_text(err, status)
    if got_err != want_err:
        return "stderr " + first_difference(want_err, got_err)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--golden", action="store_true")
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    paths = list(suite.programs("lang", words=args.words))
    suite.begin()
    with ThreadPoolExecutor(args.jobs) as pool:
        if args.golden:
            list(pool.map(golden, paths))
            print(f"{len(paths)} goldens made")
            return
        binary = os.path.abspath(args.minipy)
        every, build = len(paths), os.path.basename(os.path.dirname(binary))
        paths = [p for p in paths if build not in SPECIALISED.get(os.path.basename(p)[:-3], ())]
        results = list(pool.map(lambda p: check(binary, p), paths))
    failed = [(p, r) for p, r in zip(paths, results) if r]
    for path, reason in failed:
        print(f"FAIL {os.path.relpath(path, HERE)}: {reason}")
    sys.exit(suite.finish(len(paths) - len(failed), len(failed), every - len(paths)))


main()
