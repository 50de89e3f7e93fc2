#!/usr/bin/python3.11
"""The promise of the gate: idle probes cost nothing. Counted, not timed.

    /usr/bin/python3.11 tests/cost/run.py [--minipy BINARY]

Builds minipy with PROBES=none, and counts with callgrind the instructions that it and BINARY (./minipy,
PROBES=gate) execute on two workloads of bench/, in two sizes each: the difference of the two is that of the
workload, without start-up. BINARY may execute 0.01 % more. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

WORKLOADS = {"calls": (15, 22), "generators": (1000, 60000)}  # sizes: those of bench/workloads
MOST = 1.0001
LIMIT = 1800  # seconds; what takes longer hangs
ENVIRONMENT = {**os.environ, "PYTHONHASHSEED": "0"}


def build_without():
    """The path of a minipy that has no probes, with this machine's optimisation and compiler."""
    folder = os.path.join(ROOT, "build", "without-probes")
    os.makedirs(folder, exist_ok=True)
    made = subprocess.run(["make", "-s", "-C", ROOT, "-j2", "PROBES=none", "OUT=" + folder], timeout=LIMIT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if made.returncode:
        sys.exit(f"FAIL build PROBES=none: {made.stdout[-600:]}")
    return os.path.join(folder, "minipy")


class Counting:
    """One run under callgrind, in the background."""

    def __init__(self, binary, name, size):
        script = os.path.join(ROOT, "bench", "workloads", name + ".py")
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, script, str(size)],
            env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def instructions(self):
        said = self.process.communicate(timeout=LIMIT)[1]
        found = re.search(r"Collected : (\d+)", said)
        if self.process.returncode or not found:
            sys.exit(f"FAIL callgrind: {said[-600:]}")
        return int(found.group(1))


def of_the_workload(binary, name):
    """Instructions between the two sizes."""
    small, large = [Counting(binary, name, size) for size in WORKLOADS[name]]
    return large.instructions() - small.instructions()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("FAIL find valgrind: not installed (sh tools/install.sh test)")
    without = build_without()
    passed = failed = 0
    for name in WORKLOADS:
        base, gate = of_the_workload(without, name), of_the_workload(options.minipy, name)
        print(f"{name}: {base:,} instructions without probes, {gate:,} with idle ones ({100 * (gate / base - 1):+.4f} %)")
        if base > 10_000_000 and gate <= base * MOST:
            passed += 1
        else:
            failed += 1
            print(f"FAIL {name}: idle probes cost more than {100 * (MOST - 1):.2f} %, or too little was counted")
    return suite.finish(passed, failed, 0)


if __name__ == "__main__":
    sys.exit(main())
