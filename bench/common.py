"""What the bench commands share: the workloads, builds, and one table for the terminal."""
import math
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(ROOT, "tools"))

import tracer  # noqa: E402

WORKLOADS = os.path.join(ROOT, "bench", "workloads")
ORACLE = "/usr/bin/python3.11"
LIMIT = 600  # seconds; a run that takes longer hangs
BUILD_LIMIT = 3600
ENV = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {"PYTHONHASHSEED": "0"}


def workloads(words=()):
    names = sorted(f[:-3] for f in os.listdir(WORKLOADS) if f.endswith(".py"))
    return [n for n in names if not words or any(w in n for w in words)]


def script(name):
    return os.path.join(WORKLOADS, name + ".py")


def progress(text):
    if sys.stderr.isatty():
        print("\r\x1b[K" + text, end="", file=sys.stderr, flush=True)


def run(command, limit=LIMIT, **options):
    """subprocess.run() that keeps the output and never waits for ever."""
    try:
        return subprocess.run(command, capture_output=True, env=ENV, timeout=limit, **options)
    except subprocess.TimeoutExpired:
        sys.exit(f"{' '.join(command[:4])}: no end after {limit} s")


def build(probes, site_nop=1):
    """The path of minipy built with that probe strategy, and nops of that length at the sites."""
    out = os.path.join(ROOT, "build", "bench-" + probes + ("" if site_nop == 1 else f"-nop{site_nop}"))
    os.makedirs(out, exist_ok=True)
    progress(f"building PROBES={probes} SITE_NOP={site_nop} ...")
    done = run(["make", "-s", "-j2", "-C", ROOT, f"PROBES={probes}", f"SITE_NOP={site_nop}", "OUT=" + out],
               BUILD_LIMIT, text=True)
    if done.returncode:
        sys.exit(f"make PROBES={probes} failed:\n{done.stderr[-2000:]}")
    return os.path.join(out, "minipy")


def run_time(command):
    """User and system seconds of one run, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-500:].decode()}")
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime), done.stdout


def can_trace():
    """Why bpftrace cannot run here, or None."""
    if os.geteuid() != 0 or not shutil.which("bpftrace"):
        return "needs root and bpftrace"
    done = run(["timeout", "-k", "1", "20", "bpftrace", "-e", "BEGIN { exit(); }"], text=True)
    return None if done.returncode == 0 else "bpftrace does not run here: " + done.stderr.strip()[-100:]


class Counting:
    """with Counting(binary, markers) as tracer: bpftrace counts these events meanwhile, in tracer.count."""

    def __init__(self, binary, markers):
        self.markers = markers
        clauses = " ".join(f"usdt:{binary}:python:{m} {{ @ = count(); }}" for m in markers)
        self.script = f'BEGIN {{ printf("ready\\n"); }} {clauses}'
        self.count = 0

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.session = tracer.Bpftrace(["-e", self.script], os.path.join(self.folder.name, "out"))
        if not self.session.wait_for("ready"):
            self.session.kill()
            sys.exit("bpftrace did not attach: " + self.session.text()[-300:])
        time.sleep(0.2)
        return self

    def __exit__(self, kind, *rest):
        ended = self.session.end(signal.SIGTERM)
        found = re.search(r"@: (\d+)", self.session.text())
        self.folder.cleanup()
        if kind is None and not ended:
            sys.exit("bpftrace had to be killed: it did not end when asked")
        if kind is None and (not found or found[1] == "0"):
            sys.exit(f"bpftrace counted no events of {', '.join(self.markers)}")
        self.count = int(found[1]) if found else 0


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
