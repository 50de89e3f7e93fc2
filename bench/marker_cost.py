#!/usr/bin/python3.11
"""What a traced event costs, marker by marker, in minipy and in CPython 3.11.

    /usr/bin/python3.11 bench/marker_cost.py [--rounds N] [--binary FILE ...] [--only WORD]

One bpftrace process traces the marker in all of them with the same clause; round by round they take turns in random
order. A figure is the user and system time of a run, less the median of untraced runs, for each event that bpftrace
counted: medians, with the bootstrap's 95 % (bench/lab/stats.py), of ratios over the rounds. All are copies, so that no
other process on the machine is traced. `count` only counts events; `read` takes the arguments, too, text as text.
--binary: besides ./minipy, such as one with SITE_NOP=1. Needs root.
"""
import argparse
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lab import stats  # noqa: E402
from lab.base import ORACLE, ROOT, Broken, run  # noqa: E402

import tracer  # noqa: E402  (tools/tracer.py)

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
    """Seconds of user and system time of a run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run([binary, "-S", "-c", program])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rounds_of(binaries, program, count):
    """Each binary's times of so many rounds, in random order within each."""
    times = {binary: [] for binary in binaries}
    for _ in range(count):
        for binary in random.sample(binaries, len(binaries)):
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
                raise Broken("bpftrace did not attach: " + session.text()[-300:])
            times = rounds_of(binaries, program, count)
            if not session.end():
                raise Broken("bpftrace had to be killed")
        finally:
            session.kill()
        events = {int(i): int(number) for i, number in re.findall(r"^@n(\d+): (\d+)$", session.text(), re.M)}
    return times, {binary: events.get(i, 0) / count for i, binary in enumerate(binaries)}


def measure(binaries, marker, read, rounds):
    """{binary: nanoseconds of an event, for each traced run}; None: it has no such events."""
    text, size, _ = MARKERS[marker]
    program = text % size
    plain = rounds_of(binaries, program, rounds)
    traced, events = traced_rounds(binaries, marker, read, program, rounds)
    return {binary: [(time - stats.median(plain[binary])) / events[binary] * 1e9 for time in traced[binary]]
            if events[binary] > size / 2 else None for binary in binaries}


def cost(values):
    if values is None:
        return "silent"
    return "{:.0f} ({:.0f} to {:.0f})".format(*stats.interval(values, stats.median))


def compared(ours, theirs):
    if ours is None or theirs is None:
        return ""
    return "{:.2f} ({:.2f} to {:.2f})".format(*stats.ratio(list(zip(ours, theirs))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--binary", action="append", default=[], metavar="FILE")
    parser.add_argument("--only", default="", metavar="WORD", help="markers whose name has this word")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if os.geteuid() != 0 or not shutil.which("bpftrace"):
        sys.exit("SKIP marker_cost: needs root and bpftrace")
    files = [os.path.join(ROOT, "minipy"), *options.binary]
    names = [os.path.relpath(file, ROOT) for file in files]
    with tempfile.TemporaryDirectory() as folder:
        *ours, cpython = [shutil.copy(file, os.path.join(folder, f"python{i}")) for i, file in enumerate([*files, ORACLE])]
        try:
            show(names, ours, cpython, options)
        except Broken as problem:
            sys.exit(f"marker_cost: {problem}")


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
