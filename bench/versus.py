#!/usr/bin/python3.11
"""Speed of minipy against /usr/bin/python3.11: `make bench-compare`.

    /usr/bin/python3.11 bench/versus.py [--minipy BINARY] [--rounds N] [WORKLOAD ...]

Every loop of bench/workloads and every program of bench/programs: CPU time by the clock inside the process,
after a warm-up run, the two interpreters in random order, with the bootstrap's 95 % interval of each ratio.
ratio > 1: minipy is faster. Results must agree. Start-up and memory (`-c pass`) stand apart.
A run of all leaves its data in bench/figures/compare.json; `make bench-docs` makes the table of docs/BENCH.md of them.
"""
import argparse
import json
import os
import random
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "tests")]
import suite  # noqa: E402
from lab import machine, stats, timing, workloads  # noqa: E402
from lab.base import BENCH, ORACLE, ROOT, Broken, run  # noqa: E402
from lab.exact import INSIDE  # noqa: E402

TURNS = 5  # runs of each interpreter in a round
# A tiny program that starts another: Python's own size would count as the child's peak.
RSS_TOOL = r"""
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct rusage use;
    int status;
    if (argc > 1 && fork() == 0)
        return execv(argv[1], argv + 1);
    wait4(-1, &status, 0, &use);
    printf("%ld\n", use.ru_maxrss);
}
"""


def rss_tool():
    path = os.path.join(ROOT, "build", "rss")
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        run(["gcc", "-O1", "-static", "-x", "c", "-", "-o", path], input=RSS_TOOL, stdin=None)
    return path


def startup(binaries, rounds=31):
    """[(milliseconds, MiB)] of `-c pass`, the interpreters in turns, both without packages: what .pth files run is the machine's."""
    times = {binary: [] for binary in binaries}
    for _ in range(rounds):
        for binary in random.sample(binaries, len(binaries)):
            start = time.perf_counter()
            run([binary, "-c", "pass"])
            times[binary].append(time.perf_counter() - start)
    return [(stats.median(times[b]) * 1000, int(run([rss_tool(), b, "-c", "pass"]).stdout) / 1024) for b in binaries]


def result(binary, workload):
    return run([binary, INSIDE, *workload.words, "exact", "1"]).stdout


def compare(binaries, workload, rounds):
    """[(python3.11's nanoseconds, minipy's)] of each round."""
    said = [result(binary, workload) for binary in binaries]
    if said[0] != said[1]:
        raise Broken(f"{workload.name}: results differ: {said[0]!r}, {said[1]!r}")
    with timing.Subject([binaries[0]], workload) as one, timing.Subject([binaries[1]], workload) as other:
        both = {binaries[0]: one, binaries[1]: other}
        for subject in both.values():
            subject.runs(1)
        return [least(both, binaries, timing.processor_of(turn)) for turn in range(rounds)]


def least(both, binaries, processor):
    """(python3.11's, minipy's) least nanoseconds of TURNS runs each, in turns: where the processor is slow for some seconds,
    one interpreter's figure would be of such seconds, the other's not."""
    for subject in both.values():
        os.sched_setaffinity(subject.process.pid, {processor})
    took = {binary: [] for binary in binaries}
    for _ in range(TURNS):
        for binary in random.sample(binaries, 2):
            took[binary].append(timing.best(both[binary].runs(1))[1])
    return min(took[binaries[1]]), min(took[binaries[0]])


def show(name, kind, pairs):
    figure, low, high = stats.ratio_in_turns(pairs)
    ours, theirs = (min(p[i] for p in pairs) / 1e6 for i in (1, 0))
    print(f"{name:16} {kind:8} {ours:9.2f} {theirs:12.2f} {figure:7.2f}  {low:5.2f} to {high:5.2f}  "
          f"{stats.verdict(low, high, 'faster', 'slower')}", flush=True)
    return figure


def keep(about, measured, start):
    """For docs/BENCH.md."""
    with open(os.path.join(BENCH, "figures", "compare.json"), "w") as file:
        file.write('{"about": %s,\n "start": %s,\n "workloads": [\n' % (json.dumps(about), json.dumps(start))
                   + ",\n".join(json.dumps(row) for row in measured) + "\n]}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("workloads", nargs="*")
    args = parser.parse_args()
    binaries = [os.path.abspath(args.minipy), ORACLE]
    chosen = [w for w in workloads.WORKLOADS if w.name != "empty" and (not args.workloads or any(t in w.name for t in args.workloads))]
    about = machine.describe()
    print(f"{about['date']}, {about['commit']}{' and changes' if about['changed'] else ''}; {about['processor']}, load {about['load']:.1f}")
    print(f"{'workload':16} {'kind':8} {'minipy ms':>9} {'python3.11 ms':>12} {'ratio':>6}  95 %")
    ratios, kept = {"loop": [], "program": []}, []
    try:
        for workload in chosen:
            pairs = compare(binaries, workload, args.rounds)
            kept.append([workload.name, workload.kind, pairs])
            ratios[workload.kind].append(show(workload.name, workload.kind, pairs))
        for kind, figures in ratios.items():
            if figures:
                print(f"{len(figures)} {kind}s: geometric mean {stats.geometric_mean(figures):.2f}, lowest {min(figures):.2f}, "
                      f"highest {max(figures):.2f}")
        if not args.workloads:
            with tempfile.TemporaryDirectory(prefix="mpy") as folder:
                bare = [suite.without_packages(b, folder, f"bare{i}") for i, b in enumerate(binaries)]
                (t1, m1), (t2, m2) = startup(bare)
            start = (f"`-c pass`: {t1:.2f} ms against {t2:.2f} ms ({t1 / t2:.2f}); {m1:.1f} MiB against {m2:.1f} MiB ({m1 / m2:.2f})")
            print(start)
            keep(f"`make bench-compare` on {about['date']}, commit {about['commit']}, load {about['load']:.1f} when it began; "
                 f"{args.rounds} rounds.", kept, start)
    except Broken as problem:
        sys.exit(f"bench: {problem}")


if __name__ == "__main__":
    main()
