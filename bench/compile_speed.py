#!/usr/bin/python3.11
"""Bytes per second of compile() in minipy and in python3.11 over CPython's library.

    /usr/bin/python3.11 bench/compile_speed.py [--minipy BINARY] [--files N]

Both read the same files (those that python3.11 compiles), and time compile() alone, three
rounds interleaved; the figures are medians.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lab.base import ORACLE, ROOT, run  # noqa: E402
from lab.stats import median  # noqa: E402

PROGRAM = r"""
import sys, time
total = size = 0
for path in open(sys.argv[1]).read().split("\n"):
    if not path:
        continue
    data = open(path, "rb").read()
    start = time.perf_counter()
    compile(data, path, "exec")
    total += time.perf_counter() - start
    size += len(data)
print(size, total)
"""


def library():
    for folder, dirs, files in os.walk("/usr/lib/python3.11"):
        dirs[:] = sorted(d for d in dirs if d not in ("__pycache__", "lib2to3"))
        for name in sorted(files):
            if name.endswith(".py") and not name.startswith(("bad", "test_lib2to3")):
                yield os.path.join(folder, name)


def compiles(path):
    import warnings
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with open(path, "rb") as f:
                compile(f.read(), path, "exec")
        return True
    except (SyntaxError, ValueError):
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--files", type=int, default=10 ** 9)
    args = parser.parse_args()
    files = [p for p in list(library())[:args.files] if compiles(p)]
    listing = os.path.join(ROOT, "build", "compile-files.txt")
    with open(listing, "w") as f:
        f.write("\n".join(files))
    speeds = {args.minipy: [], ORACLE: []}
    for _ in range(3):
        for binary in speeds:
            done = run([binary, "-W", "ignore", "-c", PROGRAM, listing])
            size, seconds = done.stdout.split()
            speeds[binary].append(int(size) / float(seconds) / 1e6)
    ours, theirs = median(speeds[args.minipy]), median(speeds[ORACLE])
    print(f"{len(files)} files: minipy {ours:.1f} MB/s, python3.11 {theirs:.1f} MB/s, ratio {ours / theirs:.2f}")


main()
