#!/usr/bin/python3.11
"""What probes cost: instructions of the four builds when idle, time when traced.

    /usr/bin/python3.11 bench/probe_cost.py [--no-tracing] [WORKLOAD ...]

Builds PROBES=none, nop, semaphore and gate, counts the instructions that each executes on
each workload (callgrind: exact, the same from run to run), then, as root on a kernel with
uprobes, times the gate build while bpftrace traces function__entry, line, and all markers.
Prints one table, and writes build/probe_cost.png (gnuplot) and build/probe_cost.tsv.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import (Counting, ROOT, build, can_trace, geometric_mean, now, progress, run, run_time, script, table,
                    workloads)

BUILDS = ("none", "nop", "semaphore", "gate")
# Sizes for callgrind, which is some fifty times slower than the processor.
SMALL = {"calls": 23, "methods": 20000, "attributes": 6000, "closures": 15000, "int_loop": 1500, "float_loop": 30000,
         "list_sieve": 50000, "dict_words": 40000, "str_build": 8000, "generators": 3000, "exceptions": 15000,
         "allocation": 12, "comprehensions": 150, "nqueens": 6, "polymorphism": 5000}
MARKERS = tuple(row.split("|")[0] for row in subprocess.run(
    ["sh", os.path.join(ROOT, "probes", "markers.sh"), "spec"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines())
TRACED = {"entry": MARKERS[:1], "line": ("line",), "all": MARKERS}


def instructions(binary, name):
    """Instructions of a whole run, start-up included."""
    done = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, script(name), str(SMALL[name])],
               text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"callgrind of {name}: {done.stderr[-800:]}")
    return int(found.group(1))


def timed(binary, name, markers):
    """Wall seconds of a run, traced by one bpftrace process that only counts."""
    if markers:
        with Counting(binary, markers):
            return timed(binary, name, ())
    start = time.perf_counter()
    run_time([binary, script(name), str(SMALL[name])])
    return time.perf_counter() - start


def plot(rows):
    path = os.path.join(ROOT, "build", "probe_cost.tsv")
    with open(path, "w") as f:
        f.write("workload\tnop\tsemaphore\tgate\n")
        for name, base, counts in rows:
            f.write(name + "".join(f"\t{(counts[b] / base - 1) * 100:.4f}" for b in BUILDS[1:]) + "\n")
    png = os.path.join(ROOT, "build", "probe_cost.png")
    if not shutil.which("gnuplot"):
        return "no plot: gnuplot is not installed"
    commands = f"""set terminal pngcairo size 1000,480; set output '{png}'
set style data histograms; set style fill solid 0.8; set key top left
set title 'Instructions of idle probes, per cent more than a build without them'
set ylabel 'per cent'; set xtics rotate by -35; set grid ytics; set datafile separator '\\t'
plot for [i=2:4] '{path}' using i:xtic(1) title columnheader(i)"""
    run(["gnuplot", "-e", commands.replace("\n", "; ")])
    return png


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--no-tracing", action="store_true")
    parser.add_argument("workloads", nargs="*")
    args = parser.parse_args()
    started = time.time()
    binaries = {b: build(b) for b in BUILDS}
    names = workloads(args.workloads)
    jobs = [(n, b) for n in names for b in BUILDS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        def one(job):
            progress(f"counting {job[0]} {job[1]}")
            return instructions(binaries[job[1]], job[0])
        counted = dict(zip(jobs, pool.map(one, jobs)))
    reason = "--no-tracing" if args.no_tracing else can_trace()
    rows, plotted, worst = [], [], 0.0
    traced = {k: [] for k in TRACED}
    for name in names:
        base = counted[name, "none"]
        row = [name, f"{base / 1e6:.1f}"] + [f"{(counted[name, b] / base - 1) * 100:+.3f}" for b in BUILDS[1:]]
        worst = max(worst, (counted[name, "gate"] / base - 1) * 100)
        if not reason:
            plain = min(timed(binaries["gate"], name, ()) for _ in range(3))
            for kind, markers in TRACED.items():
                progress(f"tracing {name} {kind}")
                factor = timed(binaries["gate"], name, markers) / plain
                traced[kind].append(factor)
                row.append(f"{factor:.1f}x")
        rows.append(row)
        plotted.append((name, base, {b: counted[name, b] for b in BUILDS}))
    progress("")
    head = ["workload", "none M instr", "nop %", "semaphore %", "gate %"]
    if not reason:
        head += ["entry traced", "line traced", "all traced"]
    mean = ["mean", ""] + [f"{(geometric_mean(counted[n, b] / counted[n, 'none'] for n in names) - 1) * 100:+.3f}"
                           for b in BUILDS[1:]]
    if not reason:
        mean += [f"{geometric_mean(traced[k]):.1f}x" for k in TRACED]
    print(f"idle probes: per cent more instructions than PROBES=none; {now()}")
    print(table(head, rows + [mean]))
    if reason:
        print("SKIP times under bpftrace:", reason)
    print(f"gate: at most {worst:.3f} % more instructions than none (the promise: 0.1)")
    print(f"plot: {plot(plotted)}; {time.time() - started:.0f} s")
    sys.exit(worst > 0.1)


main()
