"""What must be timed: a process of the interpreter that obeys (inside.py), and who listens to it meanwhile."""
import os
import select
import subprocess
import tempfile
import time

from .base import ENV, Broken, how_it_ended
from .exact import INSIDE

LIMIT = 60  # seconds that one answer may take


class Subject:
    """with Subject(binary, workload) as s: s.ask("run 3"). Killed if it does not answer in time."""

    def __init__(self, command, workload, limit=None):
        self.limit = limit or LIMIT
        self.what = f"{' '.join(map(os.path.basename, command))} {workload.name}"
        # --trace writes there: more than a pipe that nobody reads would take.
        self.errors = subprocess.DEVNULL if command[1:] else tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [*command, INSIDE, *workload.words, "serve", *workload.arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=ENV)

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        self.process.kill()
        self.process.communicate()
        if self.errors is not subprocess.DEVNULL:
            self.errors.close()

    def ask(self, words):
        self.say(words)
        return self.answer()

    def say(self, words):
        try:
            self.process.stdin.write((words + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            self.failed()

    def answer(self):
        text, end = b"", time.monotonic() + self.limit
        while not text.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 1 << 16) if ready else None
            if part is None:
                self.process.kill()
                raise Broken(f"{self.what}: no answer after {self.limit} s")
            if not part:
                self.failed()
            text += part
        return text.decode().strip()

    def failed(self):
        """It closed its pipes, so it has ended, or is about to."""
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
        said = b""
        if self.errors is not subprocess.DEVNULL:
            self.errors.seek(0)
            said = self.errors.read()[-500:]
        raise Broken(f"{self.what} {how_it_ended(self.process.wait())}: {said.decode(errors='replace').strip()}")

    def runs(self, count):
        """[(moment of the end, time by the clock, CPU time)] in nanoseconds, of so many runs."""
        return [tuple(map(int, row.split())) for row in self.ask(f"run {count}").split(",")]


def best(runs):
    """[time, CPU time] of the run that took the least CPU: what disturbs a run makes it longer, never shorter."""
    _, wall, cpu = min(runs, key=lambda row: row[2])
    return [wall, cpu]


def processor_of(turn):
    """All that is compared in a round runs on one processor: another may be slower, where somebody else (another machine,
    perhaps, that this one cannot see) uses the same core: by 1.6 times, for seconds."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[turn % len(allowed)]


def idle_sample(command, workload, count, part=1, processor=None):
    """One process, warmed up by a run."""
    with Subject(command, workload) as subject:
        if processor is not None:
            os.sched_setaffinity(subject.process.pid, {processor})
        if part != 1:
            subject.ask(f"size {part}")
        subject.runs(1)
        return {"best": best(subject.runs(count)), "load": os.getloadavg()[0]}


def events(command, workload, part=1):
    """[calls, lines, returns] of one run of 1/part of the workload, by sys.settrace."""
    with Subject(command, workload) as subject:
        subject.ask(f"size {part}")
        subject.runs(1)  # what is imported on first use is no part of it
        return list(map(int, subject.ask("events").split()))


def listened_sample(state, binary, workload, count, part, folder):
    """The same process without and with a listener: times of both, and what the listener counted."""
    with Subject([*state.command(binary), *state.options], workload) as subject:
        subject.ask(f"size {part}")
        subject.runs(1)
        # What takes the place of the interpreter listens from the start: the plain one is timed beside it.
        alone = best(subject.runs(count)) if not state.always else idle_sample([binary], workload, count, part)["best"]
        if state.asks:
            subject.ask("listen " + state.asks)
        with state.attach(binary, subject.process.pid, folder) as listener:
            runs = subject.runs(count)
        return {"alone": alone, "best": best(runs), "runs": count, "seen": listener.count, "lost": listener.lost,
                "load": os.getloadavg()[0]}


def timeline(state, binary, workload, part, folder, seconds=1.0):
    """Runs one after the other while a tracer comes and goes: [(moment, duration)], and the two moments."""
    with Subject([binary], workload) as subject:
        subject.ask(f"size {part}")
        each = best(subject.runs(3))[1] / 1e9
        subject.say(f"run {int(6 * seconds / each) + 1}")
        start = time.perf_counter_ns()
        time.sleep(seconds)
        with state.attach(binary, subject.process.pid, folder):
            came = time.perf_counter_ns()
            time.sleep(seconds)
            left = time.perf_counter_ns()
        gone = time.perf_counter_ns()
        rows = [tuple(map(int, row.split())) for row in subject.answer().split(",")]
        return {"rows": [(end - start, wall) for end, wall, _ in rows], "came": came - start, "asked": left - start,
                "gone": gone - start}
