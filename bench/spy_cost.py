#!/usr/bin/python3.11
"""What sampling by minipy-spy costs the process that is looked at:  bench/spy_cost.py [MINIPY]

A loop of Python calls, 20 frames deep, is timed by itself (CPU time, and time on the clock) alone and under
`minipy-spy record` at some rates; the runs take turns, and the fastest of each counts.
"""
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SPY = os.path.join(ROOT, "probes", "scripts", "minipy-spy")
RUNS = 9
WAYS = {"alone": None, "100 a second": ["-r", "100"], "1000 a second": ["-r", "1000"],
        "100 a second, --stop": ["-r", "100", "--stop"]}
PROGRAM = """
import sys, time
def leaf(x): return x + 1
def work(n, depth=20):
    if depth: return work(n, depth - 1)
    for i in range(n): leaf(i)
print("up", flush=True); sys.stdin.readline()
cpu, clock = time.process_time(), time.perf_counter()
work(int(sys.argv[1]))
print(time.process_time() - cpu, time.perf_counter() - clock)
"""


def once(minipy, words):
    """CPU seconds and seconds of one run, and how often it was looked at."""
    with subprocess.Popen([minipy, "-c", PROGRAM, "60000000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as child:
        child.stdout.readline()
        spy = words and subprocess.Popen([SPY, "record", str(child.pid), "-o", "-", *words],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        child.stdin.write("\n")
        child.stdin.flush()
        times = [float(word) for word in child.stdout.readline().split()]
    return times, spy and spy.communicate()[1].strip()


def main():
    minipy = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "minipy"))
    best, said = {}, {}
    for _ in range(RUNS):
        for way, words in WAYS.items():
            times, said[way] = once(minipy, words)
            best[way] = [min(pair) for pair in zip(times, best.get(way, times))]
    alone = best["alone"][0]
    for way, (cpu, clock) in best.items():
        print(f"{way:22} {cpu:6.3f} s of CPU {100 * (cpu / alone - 1):+5.1f} %  {clock:6.3f} s  {said[way] or ''}")


if __name__ == "__main__":
    if sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(print(__doc__))
    main()
