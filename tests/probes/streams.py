"""Event streams seen by tracers of the kernel, compared with the oracle's.

One session of a tracer serves all programs: it is attached to the file, a sentinel
process shows by its semaphores when it is in place, and the events are told apart by the
process that made them. Each marker is traced alone, then all together.
"""
import collections
import os
import re
import shutil
import signal
import subprocess
import time

from common import ROOT, Failure, Skip, run
from notes import read_notes

TRACEFS = "/sys/kernel/tracing"
WAIT = 20.0  # seconds, for a tracer to attach or leave


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
                       for name, note in read_notes(target).items()}

    def read(self, name):
        with open(f"/proc/{self.process.pid}/mem", "rb", buffering=0) as memory:
            memory.seek(self.base + self.places[name])
            return int.from_bytes(memory.read(2), "little")

    def raised(self):
        return {name for name in self.places if self.read(name) != 0}

    def wait_until(self, names, tracer=None):
        """Waits until just these semaphores are raised; True if they came to be."""
        end = time.monotonic() + WAIT
        while self.raised() != names:
            if time.monotonic() > end or (tracer and tracer.poll() is not None):
                return False
            time.sleep(0.02)
        return True


class Sentinel(Semaphores):
    """A process of the target that waits, so that its semaphores can be read."""

    def __init__(self, target):
        super().__init__(target, subprocess.Popen(
            [target.binary, "-c", "input()"], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def run_programs(target):
    """Runs every program on one processor, which keeps the events in order: {pid: it}."""
    made = {}
    for program in target.programs:
        child = subprocess.Popen(["taskset", "-c", "0", *target.command(program)],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        try:
            output, errors = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            raise Failure(f"{program.name}: no end after 60 s under the tracer")
        if child.returncode != 0:
            raise Failure(f"{program.name}: exit {child.returncode}: {errors[-300:]}")
        if not target.is_driver() and output != program.output:
            raise Failure(f"{program.name}: other output than CPython's when traced")
        made[child.pid] = program
    return made


def compare_all(made, kinds, seen):
    """`seen` is {pid: [event]}. All programs are compared before a failure is raised."""
    failures = []
    for pid, program in made.items():
        try:
            program.compare(kinds, seen.get(pid, []))
        except Failure as failure:
            failures.append(str(failure))
    if failures:
        raise Failure("\n".join(failures))


class Bpftrace:
    name = "bpftrace"

    def __init__(self, target):
        self.target = target

    def script(self, markers):
        parts = []
        for marker in markers:
            values, form = [], []
            for i, (kind, _) in enumerate(marker.args):
                form.append({"STR": "%s", "PTR": "%lx"}.get(kind, "%ld"))
                values.append({"STR": f"str(arg{i})", "INT": f"(int32)arg{i}",
                               "LONG": f"(int64)arg{i}"}.get(kind, f"arg{i}"))
            action = 'printf("@%d\\t{}\\t{}\\n", pid, {});'.format(
                marker.kind, "\\t".join(form), ", ".join(values))
            parts.append(f"usdt:{self.target.marked}:python:{marker.name} {{ {action} }}")
        return "\n".join(parts)

    def start(self, markers):
        if not shutil.which("bpftrace"):
            raise Skip("find bpftrace", "not installed")
        self.output = open(os.path.join(self.target.folder, "bpftrace.out"), "w+")
        environment = {**os.environ, "BPFTRACE_STRLEN": "128",
                       "BPFTRACE_PERF_RB_PAGES": "2048"}
        self.process = subprocess.Popen(["bpftrace", "-e", self.script(markers)],
                                        stdin=subprocess.DEVNULL, stdout=self.output,
                                        stderr=subprocess.STDOUT, env=environment)
        return self.process

    def settle(self):
        """Waits until no more events are written."""
        size = -1
        while size != os.path.getsize(self.output.name):
            size = os.path.getsize(self.output.name)
            time.sleep(0.2)

    def stop(self, how=signal.SIGINT):
        """Ends bpftrace. A SIGINT that comes while bpftrace 0.17 prints is forgotten, and
        one that comes while it empties its buffers cuts that short: so wait, then ask,
        and ask again only when nothing moves."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            self.settle()
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=1)
                return
            except subprocess.TimeoutExpired:
                pass
        self.process.kill()
        raise Failure("bpftrace did not end")

    def events(self, markers):
        """{pid: [event]}; pointers are checked here and left out."""
        self.output.seek(0)
        args = {marker.kind: marker.args for marker in markers}
        seen = collections.defaultdict(list)
        for line in self.output:
            if "Lost " in line:
                raise Failure(line.strip())
            if not line.startswith("@"):
                continue
            pid, kind, *values = line[1:].rstrip("\n").split("\t")
            keep = [kind]
            for (form, name), value in zip(args[kind], values, strict=True):
                if form != "PTR":
                    keep.append(value)
                elif int(value, 16) == 0:
                    raise Failure(f"{kind}: {name} is NULL")
            seen[int(pid)].append(tuple(keep))
        self.output.close()
        return seen


class RawUprobes:
    """Uprobes through tracefs itself, in an instance and a group of our own."""

    name = "tracefs"

    def __init__(self, target):
        self.target = target
        self.group = f"minipy_{os.getpid()}"
        self.instance = f"{TRACEFS}/instances/{self.group}"

    def start(self, markers):
        if not os.path.exists(TRACEFS + "/uprobe_events"):
            raise Skip("find tracefs", "no uprobe_events (not root, or not in the kernel)")
        script = os.path.join(ROOT, "probes", "scripts", "raw-uprobe")
        os.mkdir(self.instance)
        with open(f"{self.instance}/buffer_size_kb", "w") as file:
            file.write("8192")
        for marker in markers:
            self.append(run([script, self.target.marked, marker.name, self.group]).stdout)
        for marker in markers:
            with open(f"{self.instance}/events/{self.group}/{marker.name}/enable",
                      "w") as file:
                file.write("1")
        self.markers = markers
        return None

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
        by_name = {marker.name: marker for marker in markers}
        seen = collections.defaultdict(list)
        head = re.search(r"entries-in-buffer/entries-written: (\d+)/(\d+)", self.text)
        if head and head[1] != head[2]:
            raise Failure(f"tracefs lost events: {head[0]}")
        for row in self.text.splitlines():
            match = re.match(r".*-(\d+)\s+\[\d+\] .*?: (\w+): \(\S+\) (.*)", row)
            if row.startswith("#") or match is None:
                continue
            pid, name, fields = match.groups()
            marker = by_name[name]
            pattern = " ".join(
                name + ('="(.*)"' if form == "STR" else "=(\\S+)")
                for form, name in marker.args)
            values = re.fullmatch(pattern, fields)
            if values is None:
                raise Failure(f"tracefs: cannot read {row.strip()}")
            keep = [value for (form, _), value in zip(marker.args, values.groups())
                    if form != "PTR"]
            seen[int(pid)].append((marker.kind, *keep))
        return seen


def check_stream(target, sentinel, tracer, markers):
    names = {marker.name for marker in markers}
    if not sentinel.wait_until(set()):
        raise Failure(f"untraced, but raised: {sorted(sentinel.raised())}")
    tracer.markers = markers
    process = None
    try:
        process = tracer.start(markers)
        if not sentinel.wait_until(names, process):
            text = ""
            if process is not None:
                tracer.output.seek(0)
                text = tracer.output.read().strip()[-300:]
            if "permitted" in text or "denied" in text:
                raise Skip("attach", text)
            raise Failure(f"raised: {sorted(sentinel.raised())}, wanted {sorted(names)} "
                          + text)
        made = run_programs(target)
        tracer.stop()
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()
        if isinstance(tracer, RawUprobes):
            tracer.clean()
    if not sentinel.wait_until(set()):
        raise Failure(f"after the tracer's end, raised: {sorted(sentinel.raised())}")
    compare_all(made, {marker.kind for marker in markers}, tracer.events(markers))


def check_killed(target, sentinel):
    """The semaphores fall when a tracer is killed, too."""
    tracer = Bpftrace(target)
    process = tracer.start(target.markers)
    names = {marker.name for marker in target.markers}
    came = sentinel.wait_until(names, process)
    tracer.stop(signal.SIGKILL)
    tracer.output.close()
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
        process = tracer.start(markers)
        if not sentinel.wait_until({marker.name for marker in markers}, process):
            raise Failure("not attached")
        made = run_programs(target)
        tracer.stop()
    finally:
        if tracer.process.poll() is None:
            tracer.process.kill()
        sentinel.end()
    tracer.output.seek(0)
    stacks = collections.defaultdict(list)
    for line in tracer.output:
        if not line.startswith("@"):
            continue
        pid, kind, *rest = line[1:].rstrip("\n").split("\t")
        if int(pid) not in made:
            continue
        function = rest[1], rest[3]
        if kind == "entry":
            stacks[pid].append(function)
        elif not stacks[pid] or stacks[pid].pop() != function:
            raise Failure(f"{made[int(pid)].name}: return of {rest[1]}:{rest[2]} has no "
                          "entry of the same frame before it")
    open_frames = {made[int(pid)].name: stack for pid, stack in stacks.items() if stack}
    if open_frames:
        raise Failure(f"never left: {open_frames}")


# Runs until it is told to end; the loops have a call, and nothing but a jump back.
BUSY = """
import sys, time

def tick():
    return 1

def spin(n):
    while n:
        n -= 1

end = time.time() + float(sys.argv[1])
while time.time() < end:
    tick()
    spin(1000)
print("ended")
"""


def check_running(target, marker):
    """A tracer that comes while a program runs is noticed, and so is its leaving."""
    child = subprocess.Popen([target.binary, "-c", BUSY, "5"], stdout=subprocess.PIPE,
                             text=True)
    time.sleep(0.5)
    made = run(["bpftrace", "-p", str(child.pid), "-e",
                f"usdt:{target.marked}:python:{marker.name} {{ @ = count(); }} "
                "interval:s:1 { exit(); }"], check=False)
    raised = Semaphores(target, child).read(marker.name)
    output, _ = child.communicate(timeout=WAIT)
    count = re.search(r"@: (\d+)", made.stdout)
    if count is None or int(count[1]) < 100:
        raise Failure(f"seen: {count and count[1]}; {made.stdout[-200:]}")
    if raised or (child.returncode, output) != (0, "ended\n"):
        raise Failure(f"semaphore {raised}, exit {child.returncode}, output {output!r}")


def run_checks(target, report):
    try:
        if os.geteuid() != 0:
            raise Skip("attach", "not root")
        sentinel = Sentinel(target)
    except (Skip, Failure) as problem:
        report.check("streams: sentinel", reraise, problem)
    else:
        try:
            for tracer in (Bpftrace(target), RawUprobes(target)):
                for marker in target.markers:
                    report.check(f"{tracer.name}: {marker.name} alone", check_stream,
                                 target, sentinel, tracer, [marker])
                report.check(f"{tracer.name}: all together", check_stream, target,
                             sentinel, tracer, target.markers)
            report.check("bpftrace: killed, the semaphores fall", check_killed, target,
                         sentinel)
        finally:
            sentinel.end()
        if not target.is_driver():
            for marker in target.markers:
                if marker.place != "OWN":
                    report.check(f"bpftrace -p: {marker.name} of a running program",
                                 check_running, target, marker)
        report.check("bpftrace: entries and returns are paired", check_attach_late, target)


def reraise(problem):
    raise problem
