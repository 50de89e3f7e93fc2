#!/usr/bin/python3.11
"""Time of minipy against /usr/bin/python3.11 on the workloads of bench/workloads.

    /usr/bin/python3.11 bench/compare.py [--minipy BINARY] [--rounds N] [WORKLOAD ...]

Each round runs both, one after the other; the figures are medians of user + system seconds
of whole processes, start-up included. ratio > 1: minipy is faster. Then start-up and memory
of `-c pass`. Outputs must agree.
"""
import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import ORACLE, ROOT, geometric_mean, median, progress, run, run_time, script, table, workloads


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
    """A tiny program that starts another: Python's own size would count as the child's peak."""
    path = os.path.join(ROOT, "build", "rss")
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        run(["gcc", "-O1", "-static", "-x", "c", "-", "-o", path], input=RSS_TOOL, text=True, check=True)
    return path


def startup(binary, rounds=21):
    import time
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run([binary, "-c", "pass"], check=True)
        times.append(time.perf_counter() - start)
    done = run([rss_tool(), binary, "-c", "pass"], text=True)
    return median(times) * 1000, int(done.stdout) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("workloads", nargs="*")
    args = parser.parse_args()
    rows, ratios = [], []
    for name in workloads(args.workloads):
        ours, theirs = [], []
        for i in range(args.rounds):
            progress(f"{name} {i + 1}/{args.rounds}")
            a, out_a = run_time([args.minipy, script(name)])
            b, out_b = run_time([ORACLE, script(name)])
            if out_a != out_b:
                sys.exit(f"{name}: outputs differ: {out_a!r}, {out_b!r}")
            ours.append(a)
            theirs.append(b)
        ratio = median(theirs) / median(ours)
        ratios.append(ratio)
        rows.append([name, f"{median(ours):.3f}", f"{median(theirs):.3f}", f"{ratio:.2f}"])
    progress("")
    print(table(["workload", "minipy s", "python3.11 s", "ratio"], rows))
    print(f"geometric mean {geometric_mean(ratios):.2f}, lowest {min(ratios):.2f}, highest {max(ratios):.2f}")
    if not args.workloads:
        (t1, m1), (t2, m2) = startup(args.minipy), startup(ORACLE)
        print(f"-c pass: {t1:.2f} ms against {t2:.2f} ms ({t1 / t2:.2f}); "
              f"{m1:.1f} MiB against {m2:.1f} MiB ({m1 / m2:.2f})")


main()
