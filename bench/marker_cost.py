#!/usr/bin/python3.11
"""What a traced event costs, marker by marker, in minipy and in CPython 3.11.

    /usr/bin/python3.11 bench/marker_cost.py [--rounds N] [--binary FILE ...] [--only WORD]

One bpftrace process traces the marker in all of them with the same clause, and they take turns. A figure is the user
and system time of a run, less the median of untraced runs, for each event that bpftrace counted: medians, with the
interval that holds the true one at 95 % (by order statistics; of the ratio, by resampling). All are copies, so that no
other process on the machine is traced. `count` only counts events; `read` takes the arguments, too, text as text. --binary: besides ./minipy, such as one with SITE_NOP=5.
Needs root.
"""
import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(ROOT, "tools"))

import tracer  # noqa: E402

CPYTHON = "/usr/bin/python3.11"
CALLS = "def f(a):\n    return a\nfor i in range(%d):\n    f(i)\n"
# marker: (program, its size, arguments that the clause reads)
MARKERS = {
    "function__entry": (CALLS, 100_000, "str(arg0), str(arg1), (int32)arg2"),
    "function__return": (CALLS, 100_000, "str(arg0), str(arg1), (int32)arg2"),
    "line": (CALLS, 60_000, "str(arg0), str(arg1), (int32)arg2"),
    "gc__start": ("import gc\nfor i in range(%d):\n    gc.collect(0)\n", 60_000, "(int32)arg0"),
    "gc__done": ("import gc\nfor i in range(%d):\n    gc.collect(0)\n", 60_000, "(int64)arg0"),
    "import__find__load__start": ("import sys\nsys.modules['none'] = None\nfor i in range(%d):\n    try: import none\n"
                                  "    except ImportError: pass\n", 20_000, "str(arg0)"),
    "import__find__load__done": ("import sys\nsys.modules['none'] = None\nfor i in range(%d):\n    try: import none\n"
                                 "    except ImportError: pass\n", 20_000, "str(arg0), (int32)arg1"),
    "audit": ("import sys\naudit = sys.audit\nfor i in range(%d):\n    audit('cost', i)\n", 100_000, "str(arg0)"),
}


def cpu_time(binary, program):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([binary, "-S", "-c", program], stdout=subprocess.DEVNULL, timeout=120)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{binary}: exit {done.returncode}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rounds_of(binaries, program, count):
    """Each binary's times of so many runs; they take turns, the first one, too."""
    times = {binary: [] for binary in binaries}
    for i in range(count):
        for binary in binaries[i % len(binaries):] + binaries[:i % len(binaries)]:
            times[binary].append(cpu_time(binary, program))
    return times


def traced_rounds(binaries, marker, read, program, count):
    """The same under bpftrace, and the events that it counted of one run of each."""
    arguments = MARKERS[marker][2] if read else ""
    clauses = "\n".join(f"usdt:{binary}:python:{marker} {{ @n{i} = count(); {f'@r{i} = ({arguments});' if read else ''} }}"
                        for i, binary in enumerate(binaries))
    with tempfile.TemporaryDirectory() as folder:
        session = tracer.Bpftrace(["-e", clauses + "\ninterval:ms:100 /!@ready/ { @ready = 1; printf(\"ready\\n\"); }"],
                                  os.path.join(folder, "out"), {"BPFTRACE_STRLEN": "64"})
        try:
            if not session.wait_for("ready"):
                sys.exit("bpftrace did not attach: " + session.text()[-300:])
            times = rounds_of(binaries, program, count)
            if not session.end():
                sys.exit("bpftrace had to be killed")
        finally:
            session.kill()
        events = {int(i): int(number) for i, number in re.findall(r"^@n(\d+): (\d+)$", session.text(), re.M)}
    return times, {binary: events.get(i, 0) / count for i, binary in enumerate(binaries)}


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def interval(values):
    """The median's, from the order of the values (95 %, by the normal limit of the binomial)."""
    values, spread = sorted(values), 0.98 * len(values) ** 0.5
    low = max(0, int(len(values) / 2 - spread))
    return values[low], values[len(values) - 1 - low]


def ratio_interval(ours, theirs):
    chance = random.Random(1)
    ratios = sorted(median(chance.choices(ours, k=len(ours))) / median(chance.choices(theirs, k=len(theirs)))
                    for _ in range(2000))
    return ratios[50], ratios[-51]


def measure(binaries, marker, read, rounds):
    """{binary: nanoseconds of an event, for each traced run}; None: it has no such events."""
    text, size, _ = MARKERS[marker]
    program = text % size
    plain = rounds_of(binaries, program, rounds)
    traced, events = traced_rounds(binaries, marker, read, program, rounds)
    return {binary: [(time - median(plain[binary])) / events[binary] * 1e9 for time in traced[binary]]
            if events[binary] > size / 2 else None for binary in binaries}


def cost(values):
    if values is None:
        return "silent"
    low, high = interval(values)
    return f"{median(values):.0f} ({low:.0f} to {high:.0f})"


def compared(ours, theirs):
    if ours is None or theirs is None:
        return ""
    low, high = ratio_interval(ours, theirs)
    return f"{median(ours) / median(theirs):.2f} ({low:.2f} to {high:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--binary", action="append", default=[], metavar="FILE")
    parser.add_argument("--only", default="", metavar="WORD", help="markers whose name has this word")
    options = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("bpftrace"):
        sys.exit("SKIP marker_cost: needs root and bpftrace")
    files = [os.path.join(ROOT, "minipy"), *options.binary]
    names = [os.path.relpath(file, ROOT) for file in files]
    with tempfile.TemporaryDirectory() as folder:
        *ours, cpython = [shutil.copy(file, os.path.join(folder, f"python{i}")) for i, file in enumerate([*files, CPYTHON])]
        show(names, ours, cpython, options)


def show(names, ours, cpython, options):
    print("| event of | bpftrace | " + " | ".join(f"{name}, ns an event" for name in [*names, "CPython 3.11"]) + " | "
          + " | ".join(f"{name} / CPython" for name in names) + " |\n" + "|---" * (3 + 2 * len(ours)) + "|")
    for marker in MARKERS:
        for read in (False, True) if options.only in marker else ():
            made = measure([*ours, cpython], marker, read, options.rounds)
            cells = [f"`{marker}`", "read" if read else "count", *(cost(made[file]) for file in [*ours, cpython]),
                     *(compared(made[file], made[cpython]) for file in ours)]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
