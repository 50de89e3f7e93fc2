#!/usr/bin/python3.11
"""What each kind of --trace costs: the time of programs with it, divided by the time without.

    /usr/bin/python3.11 tests/observe/costs.py [--minipy BINARY] [--rounds N] [KIND...]

Processor time of all the process's threads, start-up left out. In each of N=5 rounds both run TURNS times in turns on one
processor (another in the next round), and the least times are divided: a core that somebody else uses, too, makes a program
1.6 times as slow for seconds at a time. The median of the rounds is printed. The table of docs/OBSERVING.md is what this
printed. The last line is cProfile's own factor, of python3.11 against itself.
"""
import argparse
import itertools
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TURNS = 5
KINDS = ("profile", "profile:builtins=no", "profile:times=sampled", "sample", "flame", "timeline", "coverage", "coverage:branches=no", "coverage:counts=yes", "line_counts",
         "function_counts", "function_latency", "calls", "lines", "gc_log", "exception_log", "metrics:exceptions=no", "metrics",
         "metrics:calls=total", "metrics:calls=functions", "otlp", "allocations")
PROGRAMS = {
    "calls": "def leaf(a):\n    return a\ndef run():\n    for i in range(700000): leaf(i); leaf(i)\n",
    "fib": "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\ndef run(): fib(27)\n",
    "json": "import json\nd = {f'k{i}': [i, str(i), {'x': 1.5 * i}] for i in range(300)}\n"
            "def run():\n    for i in range(40): json.loads(json.dumps(d, indent=1))\n",
    "sorting": "class P:\n    def __init__(self, n): self.n = n\n    def __lt__(self, other): return self.n < other.n\n"
               "def run():\n    for turn in range(6): sorted([P(i * 7919 % 10007) for i in range(7000)])\n",
}
TIMED = "import time\nrun()\nt = time.process_time()\nrun()\nprint(time.process_time() - t)\n"


def seconds(command, script):
    done = subprocess.run([*command, script], capture_output=True, text=True, check=True)
    return float(done.stdout)


def factor(plain, traced, script, rounds):
    factors = []
    for processor in itertools.islice(itertools.cycle(os.sched_getaffinity(0)), rounds):
        here = ["taskset", "-c", str(processor)]
        pairs = [(seconds(here + plain, script), seconds(here + traced, script)) for _ in range(TURNS)]
        factors.append(min(b for _, b in pairs) / min(a for a, _ in pairs))
    return statistics.median(factors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("kinds", nargs="*")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        scripts = []
        for name, text in PROGRAMS.items():
            scripts.append(os.path.join(folder, f"cost_{name}.py"))
            with open(scripts[-1], "w", encoding="ascii") as file:
                file.write(text + TIMED)
        out = os.path.join(folder, "out")
        print(f"{'| kind':24}| " + " | ".join(PROGRAMS) + " |\n|---" + "|---" * len(PROGRAMS) + "|", flush=True)
        rows = [(kind, [args.minipy], [args.minipy, "--trace=" + kind, "-o", out]) for kind in args.kinds or KINDS]
        for name, plain in (("-X tracemalloc", args.minipy), ("that of python3.11", "/usr/bin/python3.11")):
            rows.append((name, [plain], [plain, "-X", "tracemalloc"]))
        rows.append(("cProfile of python3.11", ["/usr/bin/python3.11"],
                     ["/usr/bin/python3.11", "-m", "cProfile", "-o", out]))
        for kind, plain, traced in rows:
            print(f"| {kind:22}| " + " | ".join(f"{factor(plain, traced, s, args.rounds):.2f}" for s in scripts) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
