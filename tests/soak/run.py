#!/usr/bin/python3.11
"""A program of servers, threads, imports, exec and garbage (work.py) runs for long, and observers come and go.

    /usr/bin/python3.11 tests/soak/run.py MINUTES [--minipy BINARY] [--seed N]

Observers of minipy-observe's kinds attach, listen, ask, and leave: as asked, in the midst of a message, or by not
reading on. One in three takes the audit log, in which no beat of the program's may be missing. It fails if the program
ends or says something on standard error, if an observer is answered wrongly, if a beat is lost, or if memory,
descriptors or threads grow: what they are in the last quarter of the time beside what they were in the second.
The last line is `N passed, N failed, N skipped`.
"""
import argparse
import ast
import collections
import contextlib
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(TOP, "probes", "scripts")]
import suite  # noqa: E402
from minipy_observe import meeting  # noqa: E402
from minipy_observe.process import Process  # noqa: E402

ASKED = ["stack", "stack locals", "gc", "memory"]
TRACES = """calls:f gc,imports lines profile sample flame:hz=200 folded timeline:budget=1000 coverage line_counts:names=work function_counts
    gc_log allocations metrics import_times exception_log audit_log:rate=0.5 function_latency:names=check""".split()
MARKERS = "function__entry function__return line gc__start gc__done import__find__load__start".split()
MORE = 1.08  # how much greater a median may be
MORE_RSS = 6 << 20


class Wrong(Exception):
    pass


class Observers:
    def __init__(self, pid, rng):
        self.process, self.rng, self.done, self.beats = Process(pid), rng, collections.Counter(), 0

    def one(self):
        wire = meeting.meet(self.process, 60, lambda text: None)
        wire.patience = 60.0
        try:
            self.rng.choice((self.ask, self.trace, self.count_beats))(wire)
        finally:
            wire.close()

    def ask(self, wire):
        command = self.rng.choice(ASKED)
        if not wire.ask(command):
            raise Wrong(f"no answer to {command}")
        self.done[command] += 1

    def trace(self, wire):
        spec, way = self.rng.choice(TRACES), self.rng.choice(("end", "end", "go", "freeze"))
        wire.begin(spec)
        self.done[f"{spec}, {way}"] += 1
        if way == "freeze":
            time.sleep(self.rng.random())
            return
        for _ in wire.follow(self.rng.random()):
            pass
        if way == "end":
            collections.deque(wire.end(), 0)

    def count_beats(self, wire):
        wire.tell = self.is_told
        wire.begin("audit_log")
        data = b"".join(wire.follow(0.2 + self.rng.random())) + b"".join(wire.end())
        rows = [json.loads(line) for line in data.splitlines()]
        seen = [ast.literal_eval(row["args"])[0] for row in rows if row["event"] == "soak.beat"]
        if not seen or seen != list(range(seen[0], seen[0] + len(seen))):
            raise Wrong(f"beats are missing: {seen}")
        self.beats += len(seen)
        self.done["audit_log, beats counted"] += 1

    def is_told(self, text):
        if "missing" in text:
            raise Wrong(text)


class Tracers:
    """bpftrace, attached to markers of the process: the kernel moves their semaphores while the program runs."""

    def __init__(self, pid, binary, rng):
        self.pid, self.binary, self.rng, self.done = pid, binary, rng, collections.Counter()
        self.there = os.geteuid() == 0 and shutil.which("bpftrace") is not None

    def script(self, seconds):
        more = "".join(f"usdt:{self.binary}:python:{marker} {{ @others = count(); }} " for marker in self.rng.sample(MARKERS, 2))
        return (f'usdt:{self.binary}:python:audit /str(arg0) == "soak.beat"/ {{ @beats = count(); }} {more}'
                f'BEGIN {{ printf("begun\\n"); }} interval:ms:{int(seconds * 1000)} {{ exit(); }}')

    def one(self):
        """A tracer that ends by itself or by an interrupt has heard beats, if nothing else."""
        way, seconds = self.rng.choice(("end", "end", "interrupt", "kill")), 0.3 + self.rng.random()
        tracer = subprocess.Popen(["bpftrace", "-p", str(self.pid), "-e", self.script(seconds if way == "end" else 60)],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            said = next((line for line in tracer.stdout if line == b"begun\n"), b"")
            if way != "end":
                time.sleep(seconds)
                tracer.send_signal(signal.SIGKILL if way == "kill" else signal.SIGINT)
            said += tracer.communicate(timeout=120)[0]
        finally:
            tracer.kill()
            tracer.wait()
        if way != "kill" and not re.search(rb"@beats: [1-9]", said):
            raise Wrong(f"the kernel's tracer heard no beat: {said[-500:]}")
        self.done[f"bpftrace, {way}"] += 1


class Sizes:
    """Memory, descriptors and threads of the process, from time to time."""

    def __init__(self, pid):
        self.pid, self.rows = pid, []

    def look(self):
        with open(f"/proc/{self.pid}/status") as file:
            status = dict(line.split(":\t", 1) for line in file if ":\t" in line)
        self.rows.append((int(status["VmRSS"].split()[0]) << 10, len(os.listdir(f"/proc/{self.pid}/fd")), int(status["Threads"])))

    def medians(self, first, last):
        part = self.rows[int(len(self.rows) * first):int(len(self.rows) * last)]
        return [statistics.median(column) for column in zip(*part)]

    def grown(self):
        """What has grown, in words; and what it is."""
        early, late = self.medians(0.25, 0.5), self.medians(0.75, 1)
        words = [f"{name} {a:.0f} -> {b:.0f}" for name, a, b in zip(("RSS", "descriptors", "threads"), early, late)]
        rooms = (early[0] * (MORE - 1) + MORE_RSS, 4, 4)
        return [w for w, a, b, room in zip(words, early, late, rooms) if b > a + room], words


def observe(program, seconds, rng):
    """Observers until the time is over: (Observers, Sizes)."""
    end = time.monotonic() + seconds
    observers, sizes = Observers(program.pid, rng), Sizes(program.pid)
    tracers = Tracers(program.pid, program.args[0], rng)
    while time.monotonic() < end:
        if tracers.there and not rng.randrange(12):
            tracers.one()
            observers.done.update(tracers.done)
            tracers.done.clear()
        observers.one()
        time.sleep(rng.random() * 0.5)
        if program.poll() is not None:
            raise Wrong(f"the program has ended, status {program.returncode}")
        sizes.look()
    return observers, sizes


def soak(binary, seconds, seed, folder):
    environment = {**os.environ, "XDG_RUNTIME_DIR": folder, "PYTHONDONTWRITEBYTECODE": "1"}
    with open(os.path.join(folder, "errors"), "w+b") as errors:
        program = subprocess.Popen([binary, os.path.join(HERE, "work.py"), str(seed), folder], env=environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        try:
            if program.stdout.readline() != b"ready\n":
                raise Wrong("the program does not begin")
            observers, sizes = observe(program, seconds, random.Random(seed))
            said = program.communicate(timeout=120)[0]
            if program.returncode:
                raise Wrong(f"status {program.returncode}")
        finally:
            program.kill()
            program.wait()
            errors.seek(0)
            with contextlib.suppress(UnicodeDecodeError):
                print(errors.read().decode()[-3000:], end="")
        return observers, sizes, json.loads(said), errors.tell()


def main():
    suite.begin()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--minipy", default=os.path.join(TOP, "minipy"))
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    failures = []
    print(f"seed {args.seed}")
    with tempfile.TemporaryDirectory(prefix="minipy-soak", ignore_cleanup_errors=True) as folder:
        try:
            observers, sizes, jobs, said = soak(os.path.realpath(args.minipy), args.minutes * 60, args.seed, folder)
        except Exception as e:
            print(f"FAIL seed {args.seed}: {type(e).__name__}: {e}")
            return suite.finish(0, 1)
    grown, words = sizes.grown()
    failures += [f"grows: {w}" for w in grown] + ["it complained on standard error"] * bool(said)
    for failure in failures:
        print(f"FAIL seed {args.seed}: {failure}")
    print(f"{sum(jobs.values())} jobs, {sum(observers.done.values())} observers, {observers.beats} beats; medians of the second and the last "
          f"quarter: {', '.join(words)}")
    print(", ".join(f"{name} {count}" for name, count in sorted({**jobs, **observers.done}.items())))
    return suite.finish(4 - len(failures), len(failures))


if __name__ == "__main__":
    sys.exit(main())
