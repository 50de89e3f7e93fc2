#!/usr/bin/python3.11
"""What an event costs with a D script inside the process, and with the same script of bpftrace.

    /usr/bin/python3.11 bench/dscript_cost.py [--rounds N] [--only WORD]

Three copies of ./minipy take turns in random order, round by round: one untraced, one with --dscript, one that a bpftrace
process traces. A figure is the user and system time of a run, less the median of the untraced runs, for each event:
medians, with the bootstrap's 95 %. Needs root for bpftrace; without it the D scripts are measured alone.
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
from lab.base import ROOT, Broken, run  # noqa: E402
from marker_cost import CALLS, cost  # noqa: E402

import tracer  # noqa: E402  (tools/tracer.py)

CALLED = 200_000
ENTRY, RETURN, LINE = "python$target:::function-entry", "python$target:::function-return", "python$target:::line"
# name: (D script, the same for bpftrace with PROBE(marker), events of a call)
SCRIPTS = {
    "counting": (ENTRY + " { @ = count(); }", "PROBE(function__entry) { @ = count(); }", 1),
    "counting by function": (ENTRY + " { @[copyinstr(arg1)] = count(); }",
                             "PROBE(function__entry) { @[str(arg1)] = count(); }", 1),
    "counting by file, function, line": (ENTRY + " { @[copyinstr(arg0), copyinstr(arg1), arg2] = count(); }",
                                         "PROBE(function__entry) { @[str(arg0), str(arg1), arg2] = count(); }", 1),
    "a predicate that is false": (ENTRY + " /copyinstr(arg1) == \"other\"/ { @ = count(); }",
                                  "PROBE(function__entry) /str(arg1) == \"other\"/ { @ = count(); }", 1),
    "times by function": (ENTRY + " { self->t = timestamp; } " + RETURN + " /self->t/ { @[copyinstr(arg1)] = quantize(timestamp"
                          " - self->t); self->t = 0; }",
                          "PROBE(function__entry) { @t[tid] = nsecs; } PROBE(function__return) /@t[tid]/ "
                          "{ @[str(arg1)] = hist(nsecs - @t[tid]); delete(@t[tid]); }", 2),
    "counting lines": (LINE + " { @[copyinstr(arg0), arg2] = count(); }", "PROBE(line) { @[str(arg0), arg2] = count(); }", 3),
    "a line of text": (ENTRY + " { printf(\"%d %s:%d\\n\", timestamp, copyinstr(arg1), arg2); }",
                       "PROBE(function__entry) { printf(\"%ld %s:%d\\n\", nsecs, str(arg1), arg2); }", 1),
}


def cpu_time(command):
    """Seconds of user and system time of a run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rounds_of(commands, count):
    """{way: times} of so many rounds, in random order within each."""
    times = {way: [] for way in commands}
    for _ in range(count):
        for way in random.sample(list(commands), len(commands)):
            times[way].append(cpu_time(commands[way]))
    return times


def measure(plain, traced, name, rounds):
    """{way: nanoseconds of an event} of the ways `inside` and `bpftrace` (traced: None without it)."""
    script, clauses, events = SCRIPTS[name]
    program = ["-S", "-c", CALLS % CALLED]
    commands = {"untraced": [plain, *program], "inside": [plain, "--dscript", "-q", "-o", "/dev/null", "-n", script, *program]}
    with tempfile.TemporaryDirectory() as folder:
        session = None
        if traced:
            commands["bpftrace"] = [traced, *program]
            ready = "\ninterval:ms:100 /!@ready/ { @ready = 1; printf(\"ready\\n\"); }"
            text = re.sub(r"PROBE\((\w+)\)", rf"usdt:{traced}:python:\1", clauses)
            session = tracer.Bpftrace(["-e", text + ready], os.path.join(folder, "out"), {"BPFTRACE_STRLEN": "64"})
        try:
            if session and not session.wait_for("ready"):
                raise Broken("bpftrace did not attach: " + session.text()[-300:])
            times = rounds_of(commands, rounds)
        finally:
            if session:
                session.kill()
    base = stats.median(times["untraced"])
    return {way: [(time - base) / (CALLED * events) * 1e9 for time in times[way]] for way in times if way != "untraced"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", metavar="WORD", help="scripts whose name has this word")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    possible = os.geteuid() == 0 and shutil.which("bpftrace")
    print("| script | --dscript, ns an event | bpftrace, ns an event | bpftrace / --dscript |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        plain, traced = (shutil.copy(os.path.join(ROOT, "minipy"), os.path.join(folder, name)) for name in ("plain", "traced"))
        for name in SCRIPTS:
            if options.only not in name:
                continue
            try:
                made = measure(plain, traced if possible else None, name, options.rounds)
            except Broken as problem:
                sys.exit(f"dscript_cost: {problem}")
            theirs = made.get("bpftrace")
            ratio = f"{stats.median(theirs) / stats.median(made['inside']):.1f}" if theirs else ""
            print(f"| {name} | {cost(made['inside'])} | {cost(theirs) if theirs else 'not possible here'} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
