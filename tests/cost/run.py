#!/usr/bin/python3.11
"""The promise of the gate: idle probes cost nothing. Counted, not timed.

    /usr/bin/python3.11 tests/cost/run.py [--minipy BINARY]

Builds minipy with PROBES=none, and counts with callgrind the instructions that it and BINARY (./minipy,
PROBES=gate) execute on two workloads of bench/, without start-up. BINARY may execute 0.01 % more. ./minipy's
counts on all workloads are compared with bench/baseline.json, too (bench/check.py, which says more).
The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "bench")]

import check  # noqa: E402
import suite  # noqa: E402
from lab import designs, exact, workloads  # noqa: E402
from lab.base import Broken  # noqa: E402

WORKLOADS = ("calls", "generators")
MOST = 1.0001


def instructions(binary, name):
    return exact.count(binary, workloads.by_name(name), simulate=False)["counts"]["instructions"]


def promise(minipy):
    """(passed, failed)"""
    without = designs.build(designs.by_name("none"))
    passed = 0
    for name in WORKLOADS:
        base, gate = instructions(without, name), instructions(minipy, name)
        print(f"{name}: {base:,.0f} instructions without probes, {gate:,.0f} with idle ones ({100 * (gate / base - 1):+.4f} %)")
        if base > 1_000_000 and gate <= base * MOST:
            passed += 1
        else:
            print(f"FAIL {name}: idle probes cost more than {100 * (MOST - 1):.2f} %, or too little was counted")
    return passed, len(WORKLOADS) - passed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("FAIL find valgrind: not installed (sh tools/install.sh test)")
    try:
        passed, failed = promise(options.minipy)
        more = check.check(options.minipy) if os.path.realpath(options.minipy) == os.path.join(ROOT, "minipy") else (0, 0, 1)
    except Broken as problem:
        sys.exit(f"FAIL cost: {problem}")
    return suite.finish(passed + more[0], failed + more[1], more[2])


if __name__ == "__main__":
    sys.exit(main())
