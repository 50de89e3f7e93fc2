"""Taking the stacks of a process again and again, and counting them."""
import collections
import time

from . import names
from .errors import BadRead, Gone, SpyError
from .stacks import TRIES, Spy
from .stopping import Stopped

FRAMES_MOST = 4096
# For the semicolons and line ends of the folded format.
PLAIN = str.maketrans(";\n\r", ",  ")


def look(process, spy, stop, use):
    """Calls use(threads, what the kernel says that they do) after one look. stop: for each vm by
    itself, which stands still until that has returned."""
    states = names.states(process)
    if stop:
        for vm in spy.begin():
            look_stopped(process, spy, vm, lambda threads: use(threads, states))
        return
    threads = spy.sample()
    names.number(process, spy, threads)
    use(threads, states)


def look_stopped(process, spy, vm, use):
    for last in [False] * (TRIES - 1) + [True]:
        wanted = names.running(process, spy, vm)
        with Stopped(process, wanted) as stopped:
            if names.running(process, spy, vm) == wanted or last:
                threads = spy.sample_vm(vm)
                names.number(process, spy, threads)
                for thread in threads:
                    if thread.tid == wanted:
                        spy.refine(thread, stopped.registers())
                return use(threads)


def attach(process, frames_most=None):
    """A Spy on it."""
    table = process.table()
    return Spy(process, table, frames_most) if frames_most else Spy(process, table)


class Sampler:
    """counts: stack (texts, the oldest first) -> samples; samples: how often it was looked."""

    def __init__(self, process, idle=False, lines=False, threads=False, stop=False):
        self.process, self.idle, self.lines, self.by_thread, self.stop = process, idle, lines, threads, stop
        self.spy = attach(process, FRAMES_MOST)
        self.shorten = names.Shortener(process)
        self.counts, self.texts = collections.Counter(), {}
        self.samples = self.failed = self.late = 0

    def text(self, frame):
        key = (frame.code.mark, frame.line if self.lines else None)
        if key not in self.texts:
            where = self.shorten(frame.code.filename)
            line = f":{frame.line}" if self.lines else f":{frame.code.firstlineno}"
            self.texts[key] = f"{frame.code.qualname} ({where}{line})".translate(PLAIN)
        return self.texts[key]

    def stack(self, thread):
        stack = [self.text(frame) for frame in reversed(thread.frames)]
        if self.by_thread:
            stack.insert(0, f"thread {thread.tid or thread.serial}")
        return tuple(stack)

    def sample(self):
        """Looks once. Raises Gone when the process has ended."""
        try:
            look(self.process, self.spy, self.stop, self.count)
            self.samples += 1
        except BadRead:
            if not self.process.begins_table(self.spy.table.address):
                raise Gone(f"process {self.process.pid} runs another program now") from None
            self.failed += 1

    def count(self, threads, states):
        for thread in threads:
            if thread.torn:
                self.failed += 1
            elif thread.frames and (self.idle or not names.is_idle(states, thread)):
                self.counts[self.stack(thread)] += 1

    def run(self, seconds, rate, every=None, first=None):
        """Looks `rate` times a second, for so many seconds (None: until the process ends).
        every() is called once a second, first() when there is a sample."""
        begin = next_look = time.monotonic()
        next_call = begin + 1
        try:
            while seconds is None or next_look < begin + seconds:
                self.sample()
                if first and self.samples:
                    first()
                    first = None
                next_look += 1 / rate
                now = time.monotonic()
                if every and now >= next_call:
                    every()
                    next_call += 1
                if next_look > now:
                    time.sleep(next_look - now)
                else:
                    missed = int((now - next_look) * rate)
                    self.late += missed
                    next_look += missed / rate
        except Gone:
            if not self.samples:
                raise
        except SpyError:
            if not self.samples or self.process.alive():
                raise
