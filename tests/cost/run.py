#!/usr/bin/python3.11
"""The promise of the gate: idle probes cost nothing. Counted, not timed.

    /usr/bin/python3.11 tests/cost/run.py [--minipy BINARY]

Builds minipy with PROBES=none, and counts with callgrind the instructions that it and BINARY (./minipy,
PROBES=gate) execute on two workloads of bench/, without start-up. BINARY may execute 0.01 % more. And what a
call and its lines cost while they are traced, without what the kernel does (TRACED). ./minipy's
counts on half of the workloads, the other half the next day, are compared with bench/baseline.json, too (bench/check.py,
which has them all). And what a start touches of the command lies side by side (tools/lay_out_start.py).
The last line is `N passed, N failed, N skipped`.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "bench"), os.path.join(ROOT, "tools")]

import check  # noqa: E402
import lay_out_start  # noqa: E402
import suite  # noqa: E402
from lab import designs, exact, workloads  # noqa: E402
from lab.base import Broken  # noqa: E402

WORKLOADS = ("calls", "generators")
MOST = 1.0001


def instructions(binary, name):
    return exact.count(binary, workloads.by_name(name), simulate=False)["counts"]["instructions"]


def side_by_side(function, rows):
    """[function(*row)], as many at a time as there are processors: counts do not mind."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(lambda row: function(*row), rows))


def promise(minipy):
    """(passed, failed)"""
    without = designs.build(designs.by_name("none"))
    passed = 0
    counts = side_by_side(instructions, [(binary, name) for name in WORKLOADS for binary in (without, minipy)])
    for name, base, gate in zip(WORKLOADS, counts[::2], counts[1::2]):
        print(f"{name}: {base:,.0f} instructions without probes, {gate:,.0f} with idle ones ({100 * (gate / base - 1):+.4f} %)")
        if base > 1_000_000 and gate <= base * MOST:
            passed += 1
        else:
            print(f"FAIL {name}: idle probes cost more than {100 * (MOST - 1):.2f} %, or too little was counted")
    return passed, len(WORKLOADS) - passed


# The most instructions that a call of f(), and the loop around it, may execute more while the marker is traced. The
# program itself does what the kernel does then: it puts another nop in the marker's place and raises the semaphore.
TRACED = {"function__return": 560, "line": 1760}
PROGRAM = """\
import os, sys
def put(where, data):
    fd = os.open("/proc/self/mem", os.O_RDWR)
    os.lseek(fd, where, 0)
    os.write(fd, data)
    os.close(fd)
def f(a):
    return a
count, *places = [int(word, 0) for word in sys.argv[1:]]
if places:
    put(places[0], b"\\x66\\x66\\x66\\x66\\x90")
    put(places[1], b"\\1\\0")
for i in range(count):
    f(i)
"""


def places_of(minipy, marker):
    """Where the nop and the semaphore of a marker lie, by its note."""
    notes = subprocess.run(["readelf", "-nW", minipy], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(rf"Name: {marker}\n +Location: (0x\w+), .*Semaphore: (0x\w+)", notes)
    if not found:
        raise Broken(f"{minipy} has no marker {marker}")
    return found[1], found[2]


def of_a_round(minipy, *places):
    def count(rounds):
        made = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", minipy, "-S", "-c", PROGRAM,
                               str(rounds), *places], stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONHASHSEED": "0"}, check=False)
        found = re.search(r"Collected : (\d+)", made.stderr)
        if made.returncode or not found:
            raise Broken(f"callgrind: exit {made.returncode}: {made.stderr[-300:]}")
        return int(found[1])
    return (count(11_000) - count(1_000)) / 10_000


def traced(minipy):
    """(passed, failed)"""
    passed = 0
    plain, *rounds = side_by_side(of_a_round, [(minipy,), *((minipy, *places_of(minipy, marker)) for marker in TRACED)])
    for (marker, most), count in zip(TRACED.items(), rounds):
        more = count - plain
        print(f"{marker}: {more:,.0f} instructions more for a call and its loop while it is traced")
        if 50 < more <= most:
            passed += 1
        else:
            print(f"FAIL {marker}: more than {most}, or it was not traced")
    return passed, len(TRACED) - passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("FAIL find valgrind: not installed (sh tools/install.sh test)")
    try:
        passed, failed = (sum(pair) for pair in zip(promise(options.minipy), traced(options.minipy)))
        start = lay_out_start.check(options.minipy)
        more = check.check(options.minipy, quick=True) if os.path.realpath(options.minipy) == os.path.join(ROOT, "minipy") else (0, 0, 1)
    except Broken as problem:
        sys.exit(f"FAIL cost: {problem}")
    return suite.finish(passed + start[0] + more[0], failed + start[1] + more[1], start[2] + more[2])


if __name__ == "__main__":
    sys.exit(main())
