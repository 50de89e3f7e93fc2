"""minipy-observe PID top: what runs, as a table that goes on.

Each round is a trace of samples; meanwhile a second connection counts calls in a part of the round, since counting
each call would cost the program more than all samples, and asks for the threads and the collector."""
import os
import re
import shutil
import sys
import time

from .errors import Ended
from .meeting import meet

HEAD = f"{'own %':>6} {'total %':>8} {'calls/s':>10}  function"
CLEAR = "\x1b[H\x1b[J"
COUNTING = 0.05  # seconds of each round, at most
SAMPLE = re.compile(r"^\s*([\d.]+)\s+[\d.]+\s+([\d.]+)\s+[\d.]+\s+(\S.*)$", re.M)
COUNT = re.compile(r"^  (\S.*?)\s+(\d+)$", re.M)
THREAD = re.compile(r"^thread (.*): (running|waiting)\n(  .*)", re.M)
COLLECTIONS = re.compile(r"^[0-2] .*", re.M)


class Round:
    """What one round has seen, in words."""

    def __init__(self, process, seconds, samples, counts, counted, figures):
        self.process, self.seconds = process, seconds
        self.rows = [(float(own), float(total), name) for own, total, name in SAMPLE.findall(samples)]
        self.calls = {name: int(count) / counted for name, count in COUNT.findall(counts)}
        self.samples = samples.split(" samples", 1)[0].strip() or "0"
        self.figures = figures

    def collections(self):
        """Collections of each generation so far."""
        return [int(line.split()[4]) for line in COLLECTIONS.findall(self.figures["gc"])]

    def threads(self):
        for name, state, frame in THREAD.findall(self.figures["stack"]):
            yield f"{state:8} {name:32.32} {frame.strip()}"

    def lines(self, before, most):
        """The table, with what has changed since the round before."""
        yield f"process {self.process.pid}: {self.process.command_line()}"
        yield (f"{self.samples} samples, {100 * self.figures['cpu']:.0f} % of a processor, "
               f"{sum(self.calls.values()):.0f} calls/s, {self.figures['resident']} resident, "
               f"collections {self.rate(before)}")
        yield from self.threads()
        yield HEAD
        for own, total, name in self.rows[:most]:
            yield f"{own:6.1f} {total:8.1f} {self.calls.get(name, 0):10.0f}  {name}"
        if not self.rows:
            yield "  (nothing ran but for calls that go on: see the threads above)"

    def rate(self, before):
        now, then = self.collections(), before.collections() if before else None
        if then is None:
            return "/".join(map(str, now)) + " in all"
        return "/".join(f"{(a - b) / self.seconds:.1f}" for a, b in zip(now, then)) + " a second"


def counted_calls(wire, seconds):
    """What function_counts says of so long a time, and how long that was."""
    begun = time.monotonic()
    wire.begin("function_counts")
    for _ in wire.follow(seconds):
        pass
    text = b"".join(wire.end())
    return text.decode("utf-8", "replace"), max(time.monotonic() - begun, 1e-6)


def one_round(process, sampling, asking, options):
    """A trace of samples, and what is asked meanwhile."""
    begun, ticks = time.monotonic(), process.cpu_ticks()
    sampling.begin(f"sample:top={options.rows}")
    counts, counted = ("", 1.0)
    if options.calls:
        counts, counted = counted_calls(asking, min(COUNTING, options.interval / 4))
    figures = {"gc": asking.ask("gc").decode(), "stack": asking.ask("stack").decode("utf-8", "replace"),
               "resident": process.status().get("VmRSS", "?")}
    for _ in sampling.follow(max(0.0, begun + options.interval - time.monotonic())):
        pass
    samples = b"".join(sampling.end()).decode("utf-8", "replace")
    seconds = time.monotonic() - begun
    figures["cpu"] = (process.cpu_ticks() - ticks) / os.sysconf("SC_CLK_TCK") / seconds
    return Round(process, seconds, samples, counts, counted, figures)


def show(lines):
    """Draws the table anew on a terminal; elsewhere prints it below the last one."""
    if sys.stdout.isatty():
        width, height = shutil.get_terminal_size()
        sys.stdout.write(CLEAR + "\n".join(line[:width] for line in list(lines)[:height - 1]) + "\n")
    else:
        sys.stdout.write("\n".join(lines) + "\n\n")
    sys.stdout.flush()


def run(process, wire, options):
    asking = meet(process, options.timeout, wire.tell)
    asking.patience, asking.tell = wire.patience, wire.tell
    before, left = None, options.times
    try:
        while left is None or left > 0:
            this = one_round(process, wire, asking, options)
            show(this.lines(before, options.rows))
            before, left = this, left and left - 1
            if wire.over:
                raise Ended(f"process {process.pid} has ended")
    finally:
        asking.close()
