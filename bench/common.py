"""What the bench commands share: the workloads, builds, and one table for the terminal."""
import math
import os
import resource
import statistics
import subprocess
import sys
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
WORKLOADS = os.path.join(ROOT, "bench", "workloads")
ORACLE = "/usr/bin/python3.11"
ENV = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {"PYTHONHASHSEED": "0"}


def workloads(words=()):
    names = sorted(f[:-3] for f in os.listdir(WORKLOADS) if f.endswith(".py"))
    return [n for n in names if not words or any(w in n for w in words)]


def script(name):
    return os.path.join(WORKLOADS, name + ".py")


def progress(text):
    if sys.stderr.isatty():
        print("\r\x1b[K" + text, end="", file=sys.stderr, flush=True)


def build(probes):
    """The path of minipy built with that probe strategy."""
    out = os.path.join(ROOT, "build", "bench-" + probes)
    os.makedirs(out, exist_ok=True)
    progress(f"building PROBES={probes} ...")
    done = subprocess.run(["make", "-s", "-j2", "-C", ROOT, "PROBES=" + probes, "OUT=" + out],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"make PROBES={probes} failed:\n{done.stderr[-2000:]}")
    return os.path.join(out, "minipy")


def run_time(command):
    """User and system seconds of one run, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, env=ENV)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-500:].decode()}")
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime), done.stdout


def median(values):
    return statistics.median(values)


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(math.log(v) for v in values) / len(values))


def table(head, rows):
    widths = [max(len(str(r[i])) for r in [head] + rows) for i in range(len(head))]
    lines = []
    for r in [head] + rows:
        cells = [str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(r, widths))]
        lines.append("  ".join(cells).rstrip())
        if r is head:
            lines.append("  ".join("-" * w for w in widths))
    return "\n".join(lines)


def now():
    return time.strftime("%Y-%m-%d %H:%M")
