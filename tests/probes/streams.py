"""Event streams seen by tracers of the kernel, compared with the oracle's.

One session of a tracer serves all programs: it is attached to the file, a sentinel
process shows by its semaphores when it is in place, and the events are told apart by the
thread that made them; a program's children are known by when they ran. Each marker is
traced alone, then all together.
"""
import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from common import ROOT, Failure, Skip, run
from notes import read_notes

sys.path.insert(0, os.path.join(ROOT, "tools"))

import tracer as tracers  # noqa: E402
from tracer import WAIT  # noqa: E402

TRACEFS = "/sys/kernel/tracing"


def find_base(target, process):
    """Where the marked file's address 0 lies; the loader may take a moment to map it."""
    is_fixed = "EXEC" in run(["readelf", "-hW", target.marked]).stdout
    end = time.monotonic() + WAIT
    while time.monotonic() < end and process.poll() is None:
        with open(f"/proc/{process.pid}/maps") as maps:
            for row in maps:
                fields = row.split()
                if fields[-1] == target.marked and int(fields[2], 16) == 0:
                    return 0 if is_fixed else int(fields[0].split("-")[0], 16)
        time.sleep(0.01)
    raise Failure(f"{target.binary} ended at once: exit {process.returncode}")


class Semaphores:
    """The semaphores of a running process of the target."""

    def __init__(self, target, process):
        self.process = process
        self.base = find_base(target, process)
        self.places = {name: note["semaphore"]
                       for name, note in read_notes(target.marked).items()}

    def read(self, name):
        with open(f"/proc/{self.process.pid}/mem", "rb", buffering=0) as memory:
            memory.seek(self.base + self.places[name])
            return int.from_bytes(memory.read(2), "little")

    def raised(self):
        return {name for name in self.places if self.read(name) != 0}

    def counts(self):
        """{place: how many markers were raised there}"""
        values = {place: self.read(name) for name, place in self.places.items()}
        return {place: value for place, value in values.items() if value}

    def wait_until(self, names, tracer=None):
        """Waits until just these markers are raised, each by one tracer: of those that share
        a semaphore all, which it counts. True if they came to be. The tracer, if any, must
        not end before."""
        end = time.monotonic() + WAIT
        wanted = collections.Counter(self.places[name] for name in names)
        while self.counts() != wanted:
            if time.monotonic() > end or (tracer and tracer.poll() is not None):
                return False
            time.sleep(0.02)
        return True


class Sentinel(Semaphores):
    """A process of the target that waits, so that its semaphores can be read."""

    def __init__(self, target):
        super().__init__(target, subprocess.Popen(
            [target.binary, "-S", "-c", "input()"], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Run:
    """A program that ran: its process, and from when till when (nanoseconds)."""

    def __init__(self, program, command):
        self.program = program
        self.start = time.monotonic_ns()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.output, errors = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            raise Failure(f"{program.name}: no end after 60 s under the tracer")
        self.pid = child.pid
        self.end = time.monotonic_ns()
        if child.returncode != 0:
            raise Failure(f"{program.name}: exit {child.returncode}: {errors[-300:]}")

    def streams(self, seen):
        """Of the events of all processes, those of this program: a list for each thread."""
        made = collections.defaultdict(list)
        for moment, tid, event in seen:
            if tid == self.pid or (self.program.has_children
                                   and self.start <= moment <= self.end):
                made[tid].append(event)
        return made.values()


def run_programs(target):
    """Runs every program on one processor, which keeps the events in order."""
    made = []
    for program in target.programs:
        if target.is_driver() and program.has_children:
            continue
        made.append(Run(program, ["taskset", "-c", "0", *target.command(program)]))
        if not target.is_driver() and made[-1].output != program.output:
            raise Failure(f"{program.name}: other output than CPython's when traced: "
                          + made[-1].output[-300:])
    return made


def compare_all(made, kinds, seen):
    """`seen` is [(time, tid, event)]. All programs are compared before a failure is
    raised."""
    failures = []
    for one in made:
        try:
            one.program.compare(kinds, one.streams(seen))
        except Failure as failure:
            failures.append(str(failure))
    if failures:
        raise Failure("\n".join(failures))


class Bpftrace:
    """Prints every event: @TIME, thread, kind, arguments."""

    name = "bpftrace"

    def __init__(self, target):
        self.target = target
        self.session = None

    def script(self, markers):
        parts = []
        for marker in markers:
            values, form = [], []
            for i, (kind, _) in enumerate(marker.args):
                form.append({"STR": "%s", "PTR": "%lx"}.get(kind, "%ld"))
                values.append({"STR": f"str(arg{i})", "INT": f"(int32)arg{i}",
                               "LONG": f"(int64)arg{i}"}.get(kind, f"arg{i}"))
            action = 'printf("@%ld\\t%d\\t{}\\t{}\\n", nsecs, tid, {});'.format(
                marker.kind, "\\t".join(form), ", ".join(values))
            parts.append(f"usdt:{self.target.marked}:{marker.provider}:{marker.name} {{ {action} }}")
        return "\n".join(parts)

    @staticmethod
    def longest(markers):
        """Bytes that a string may have: those of one event lie on BPF's stack of 512 bytes together."""
        strings = max(sum(kind == "STR" for kind, _ in marker.args) for marker in markers)
        return 128 if strings < 3 else 80

    def start(self, markers, *arguments, **options):
        if not shutil.which("bpftrace"):
            raise Skip("find bpftrace", "not installed")
        self.session = tracers.Bpftrace(
            ["-e", self.script(markers), *arguments],
            os.path.join(self.target.folder, "bpftrace.out"),
            {"BPFTRACE_STRLEN": str(self.longest(markers)), **tracers.NOTHING_LOST}, **options)

    def poll(self):
        return self.session.process.poll()

    def why(self):
        """What it says of itself, when it did not attach."""
        return self.session.text().strip()[-300:]

    def stop(self, how=signal.SIGINT):
        if not self.session.end(how):
            raise Failure("bpftrace did not end")

    def clean(self):
        if self.session is not None and self.poll() is None:
            self.session.kill()

    def rows(self):
        """[(time, tid, kind, values)]"""
        found = []
        for line in self.session.text().split("\n"):
            if "Lost " in line:
                raise Failure(line.strip())
            if line.startswith("@"):
                moment, tid, kind, *values = line[1:].split("\t")
                found.append((int(moment), int(tid), kind, values))
        return found

    def events(self, markers):
        """[(time, tid, event)]; pointers are checked here and left out."""
        args = {marker.kind: marker.args for marker in markers}
        seen = []
        for moment, tid, kind, values in self.rows():
            keep = [kind]
            for (form, name), value in zip(args[kind], values, strict=True):
                if form != "PTR":
                    keep.append(value)
                elif int(value, 16) == 0:
                    raise Failure(f"{kind}: {name} is NULL")
            seen.append((moment, tid, tuple(keep)))
        return seen


class RawUprobes:
    """Uprobes through tracefs itself, in an instance and a group of our own."""

    name = "tracefs"

    def __init__(self, target):
        self.target = target
        self.group = f"minipy_{os.getpid()}"
        self.instance = f"{TRACEFS}/instances/{self.group}"
        self.markers = ()

    def start(self, markers):
        self.markers = markers
        if not os.path.exists(TRACEFS + "/uprobe_events"):
            raise Skip("find tracefs", "no uprobe_events (not root, or not in the kernel)")
        script = os.path.join(ROOT, "probes", "scripts", "raw-uprobe")
        os.mkdir(self.instance)
        # where run_programs() runs them
        with open(f"{self.instance}/per_cpu/cpu0/buffer_size_kb", "w") as file:
            file.write("32768")
        with open(f"{self.instance}/trace_clock", "w") as file:
            file.write("mono")
        for marker in markers:
            self.append(run([script, self.target.marked, marker.name, self.group]).stdout)
        for marker in markers:
            with open(f"{self.instance}/events/{self.group}/{marker.name}/enable",
                      "w") as file:
                file.write("1")

    def poll(self):
        return None

    def why(self):
        return ""

    def append(self, text):
        # not open(..., "a"): that looks for the file's end, which tracefs refuses
        events = os.open(f"{TRACEFS}/uprobe_events", os.O_WRONLY | os.O_APPEND)
        try:
            os.write(events, (text.strip() + "\n").encode())
        except OSError as error:
            raise Failure(f"uprobe_events: {error}: {text}")
        finally:
            os.close(events)

    def stop(self, how=None):
        with open(f"{self.instance}/trace", errors="replace") as file:
            self.text = file.read()
        self.clean()

    def clean(self):
        """Takes away what start() made, however far it came."""
        if not os.path.isdir(self.instance):
            return
        for marker in self.markers:
            path = f"{self.instance}/events/{self.group}/{marker.name}/enable"
            if os.path.exists(path):
                with open(path, "w") as file:
                    file.write("0")
        os.rmdir(self.instance)
        for marker in self.markers:
            if os.path.exists(f"{TRACEFS}/events/{self.group}/{marker.name}"):
                self.append(f"-:{self.group}/{marker.name}")

    def events(self, markers):
        """[(time, tid, event)]"""
        by_name = {marker.name: marker for marker in markers}
        seen = []
        head = re.search(r"entries-in-buffer/entries-written: (\d+)/(\d+)", self.text)
        if head and head[1] != head[2]:
            raise Failure(f"tracefs lost events: {head[0]}")
        for row in self.text.splitlines():
            match = re.match(
                r".*-(\d+)\s+\[\d+\] \S+ +(\d+)\.(\d{6}): (\w+): \(\S+\) (.*)", row)
            if row.startswith("#") or match is None:
                continue
            tid, seconds, micros, name, fields = match.groups()
            marker = by_name[name]
            pattern = " ".join(
                name + ('="(.*)"' if form == "STR" else "=(\\S+)")
                for form, name in marker.args)
            values = re.fullmatch(pattern, fields)
            if values is None:
                raise Failure(f"tracefs: cannot read {row.strip()}")
            keep = [value for (form, _), value in zip(marker.args, values.groups())
                    if form != "PTR"]
            seen.append((int(seconds + micros) * 1000, int(tid), (marker.kind, *keep)))
        return seen


def check_stream(target, sentinel, tracer, markers):
    names = {marker.name for marker in markers}
    if not sentinel.wait_until(set()):
        raise Failure(f"untraced, but raised: {sorted(sentinel.raised())}")
    try:
        tracer.start(markers)
        if not sentinel.wait_until(names, tracer):
            if "permitted" in tracer.why() or "denied" in tracer.why():
                raise Skip("attach", tracer.why())
            raise Failure(f"raised: {sorted(sentinel.raised())}, wanted {sorted(names)} "
                          + tracer.why())
        made = run_programs(target)
        tracer.stop()
    finally:
        tracer.clean()
    if not sentinel.wait_until(set()):
        raise Failure(f"after the tracer's end, raised: {sorted(sentinel.raised())}")
    compare_all(made, {marker.kind for marker in markers}, tracer.events(markers))


def check_killed(target, sentinel):
    """The semaphores fall when a tracer is killed, too."""
    tracer = Bpftrace(target)
    tracer.start(target.markers)
    came = sentinel.wait_until({marker.name for marker in target.markers}, tracer)
    tracer.stop(signal.SIGKILL)
    if not came:
        raise Failure("bpftrace did not raise all semaphores")
    if not sentinel.wait_until(set()):
        raise Failure(f"still raised: {sorted(sentinel.raised())}")


def check_attach_late(target):
    """Frames are paired: what a return leaves is what was entered last (all events)."""
    tracer = Bpftrace(target)
    markers = [marker for marker in target.markers if marker.kind in ("entry", "return")]
    sentinel = Sentinel(target)
    try:
        tracer.start(markers)
        if not sentinel.wait_until({marker.name for marker in markers}, tracer):
            raise Failure("not attached")
        made = {one.pid: one.program for one in run_programs(target)}
        tracer.stop()
    finally:
        tracer.clean()
        sentinel.end()
    stacks = collections.defaultdict(list)
    for _, tid, kind, rest in tracer.rows():
        if tid not in made:
            continue
        function = rest[1], rest[3]
        if kind == "entry":
            stacks[tid].append(function)
        elif not stacks[tid] or stacks[tid].pop() != function:
            raise Failure(f"{made[tid].name}: return of {rest[1]}:{rest[2]} has no "
                          "entry of the same frame before it")
    open_frames = {made[tid].name: stack for tid, stack in stacks.items() if stack}
    if open_frames:
        raise Failure(f"never left: {open_frames}")


# Runs until SIGTERM; the loops have a call, and nothing but a jump back.
BUSY = """
import signal

def tick():
    return 1

def spin(n):
    while n:
        n -= 1

def end(number, frame):
    global going
    going = False

going = True
signal.signal(signal.SIGTERM, end)
print("goes", flush=True)
while going:
    tick()
    spin(1000)
print("ended")
"""


def check_running(target, marker):
    """A tracer that comes while a program runs is noticed, and so is its leaving."""
    child = subprocess.Popen([target.binary, "-S", "-c", BUSY], stdout=subprocess.PIPE, text=True)
    try:
        child.stdout.readline()
        made = run(["bpftrace", "-p", str(child.pid), "-e",
                    f"usdt:{target.marked}:python:{marker.name} {{ @ = count(); }} "
                    "interval:ms:500 { exit(); }"], check=False, timeout=WAIT)
        raised = Semaphores(target, child).read(marker.name)
        child.terminate()
        output, _ = child.communicate(timeout=WAIT)
    finally:
        child.kill()
        child.wait()
    count = re.search(r"@: (\d+)", made.stdout)
    if count is None or int(count[1]) < 100:
        raise Failure(f"seen: {count and count[1]}; {made.stdout[-200:]}")
    if raised or (child.returncode, output) != (0, "ended\n"):
        raise Failure(f"semaphore {raised}, exit {child.returncode}, output {output!r}")


def run_checks(target, report, prefix="", each=True):
    """With each: every marker alone, too, and what is about programs that run."""
    try:
        if os.geteuid() != 0:
            raise Skip("attach", "not root")
        sentinel = Sentinel(target)
    except (Skip, Failure) as problem:
        report.check(f"{prefix}streams: sentinel", reraise, problem)
        return
    try:
        for tracer in (Bpftrace(target), RawUprobes(target)):
            for marker in target.markers if each else ():
                report.check(f"{prefix}{tracer.name}: {marker.name} alone", check_stream,
                             target, sentinel, tracer, [marker])
            report.check(f"{prefix}{tracer.name}: all together", check_stream, target,
                         sentinel, tracer, target.markers)
        if each:
            report.check("bpftrace: killed, the semaphores fall", check_killed, target,
                         sentinel)
    finally:
        sentinel.end()
    if not each:
        return
    if not target.is_driver():
        for marker in target.markers:
            if marker.place != "OWN":
                report.check(f"bpftrace -p: {marker.name} of a running program",
                             check_running, target, marker)
    report.check("bpftrace: entries and returns are paired", check_attach_late, target)


def reraise(problem):
    raise problem
