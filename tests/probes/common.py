"""What the parts of run.py share: the report, the target, the programs, the markers."""
import collections
import copy
import difflib
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
PYTHON = "/usr/bin/python3.11"
TRACEFS = "/sys/kernel/tracing"

# The name in oracle.py's stream of each marker.
KIND = {
    "function__entry": "entry",
    "function__return": "return",
    "line": "line",
    "gc__start": "gc_start",
    "gc__done": "gc_done",
    "import__find__load__start": "import_start",
    "import__find__load__done": "import_done",
    "audit": "audit",
}


# Between these two audit events a script has turned automatic collections off.
BEGIN, END = ("audit", "probes.begin"), ("audit", "probes.end")


def enter_mount_namespace():
    """Have tracefs mounted, for this process tree only, without touching the machine's."""
    if os.path.exists(TRACEFS + "/uprobe_events") or os.geteuid() != 0:
        return
    if "MINIPY_PROBES_UNSHARED" in os.environ or not shutil.which("unshare"):
        return
    os.environ["MINIPY_PROBES_UNSHARED"] = "1"
    mount = f"mount -t tracefs tracefs {TRACEFS} 2>/dev/null; exec \"$@\""
    command = ["unshare", "-m", "sh", "-c", mount, "sh", sys.executable]
    os.execvp("unshare", command + [os.path.abspath(sys.argv[0])] + sys.argv[1:])


class Skip(Exception):
    """step, reason: the machine, not the program, lacks something."""


class Failure(Exception):
    pass


class Report:
    def __init__(self, only, verbose, skips_fail):
        self.only = only
        self.verbose = verbose
        self.skips_fail = skips_fail
        self.passed = self.failed = self.skipped = self.later = 0

    def put_off(self, name, why):
        """Checks of another day: skipped, which is no failure even where a skip is one."""
        print(f"SKIP {name}: {why}")
        self.later += 1

    def check(self, name, function, *args):
        """Runs one check; it fails by Failure and is skipped by Skip."""
        if self.only not in name:
            return
        start = time.monotonic()
        try:
            function(*args)
        except Skip as skip:
            print(f"SKIP {name}: {': '.join(skip.args)}")
            self.skipped += 1
        except Failure as failure:
            print(f"FAIL {name}: {failure}")
            self.failed += 1
        except Exception as error:  # of the checks themselves: the rest still runs
            print(f"FAIL {name}: {type(error).__name__}: {error}")
            self.failed += 1
        else:
            self.passed += 1
            if self.verbose:
                print(f"ok   {name} ({time.monotonic() - start:.1f} s)")
        sys.stdout.flush()

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def finish(self):
        status = suite.finish(self.passed, self.failed, self.skipped + self.later)
        return 1 if self.skipped and self.skips_fail else status


class Marker:
    """One row of probes/markers.def, as markers.sh reads it."""

    def __init__(self, row, provider):
        self.provider = provider
        self.name, self.place, args, operands, self.rule = row.split("|")
        self.args = [tuple(arg.split(" ")) for arg in args.split(",")]
        self.operands = operands.split(" ")
        self.kind = KIND.get(self.name, self.name)


def read_markers(provider="python"):
    script = os.path.join(ROOT, "probes", "markers.sh")
    rows = run([script, "spec", provider]).stdout
    return [Marker(row, provider) for row in rows.splitlines()]


def run(command, check=True, timeout=60, **options):
    """Runs a command; past its time it is killed with all that it has started."""
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 errors="replace", start_new_session=True, **options)
    except FileNotFoundError:
        raise Skip(f"run {command[0]}", "not installed")
    with child:
        try:
            output, errors = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            raise Failure(f"{' '.join(command[:4])}: no end after {timeout} s")
    if check and child.returncode != 0:
        raise Failure(f"{' '.join(command[:4])}: exit {child.returncode}: "
                      + (errors or output).strip()[-400:])
    return subprocess.CompletedProcess(command, child.returncode, output, errors)


class Program:
    """A script in a folder of its own, with the events that it must make."""

    def __init__(self, name, script):
        self.name = name
        self.script = script
        self.home = os.path.dirname(script) + "/"
        # Collections that came by themselves (consumers.py counts them): before
        # probes.begin, after probes.end, and of those the ones before the script's end.
        self.before = self.after = self.after_in_script = 0
        oracle = os.path.join(HERE, "oracle.py")
        events = script + ".events"
        self.output = run([PYTHON, oracle, events, script]).stdout
        # What each thread of each process made: the events of PID.TID. The program's own
        # main thread is the first to make any.
        self.streams = collections.defaultdict(list)
        with open(events) as file:
            for line in file:
                source, *event = line.rstrip("\n").split("\t")
                self.streams[source].append(tuple(event))
        self.events = next(iter(self.streams.values()))
        self.has_children = len(self.streams) > 1

    def is_ours(self, event):
        """Does the oracle record such an event? (see oracle.py)"""
        kind, first = event[0], event[1]
        if kind in ("entry", "line", "return"):
            return first.startswith(self.home)
        if kind.startswith("import"):
            top = first.partition(".")[0]
            return top.startswith("probes_") or os.path.exists(
                self.home + top + ".py") or os.path.isdir(self.home + top)
        if kind == "audit":
            return first.startswith("probes.")
        return True

    def inside(self, events):
        """Without what the interpreter does for itself: __del__ calls after the script,
        and collections that it was not asked for. A script that turns those off shows it
        by the audit events probes.begin and probes.end; where these are not traced, as
        many collections are left out at the two ends as --trace has seen there."""
        before, after = self.before, self.after
        for i in range(len(events) - 1, -1, -1):
            if events[i][0] == "return" and "<module>" in ":".join(events[i][1:]):
                events = events[:i + 1]
                after = self.after_in_script
                break
        if BEGIN in events and END in events:
            begin, end = events.index(BEGIN), events.index(END)
            return [event for i, event in enumerate(events)
                    if begin < i < end or not event[0].startswith("gc")]
        for kind in ("gc_start", "gc_done"):
            places = [i for i, event in enumerate(events) if event[0] == kind]
            keep = set(places[before:len(places) - after] if BEGIN in self.events else [])
            events = [event for i, event in enumerate(events)
                      if event[0] != kind or i in keep]
        return events

    def of_the_first_process(self):
        """The streams of the program's own threads, without its children's."""
        first = next(iter(self.streams)).partition(".")[0]
        return [stream for source, stream in self.streams.items()
                if source.partition(".")[0] == first]

    def compare(self, kinds, seen, wanted=None):
        """Raises Failure unless the streams `seen`, one of each thread, are the oracle's
        in what is ours of them. In which order the threads ran does not matter."""
        want = [[event for event in stream if event[0] in kinds]
                for stream in wanted or self.streams.values()]
        got = [self.inside([event for event in stream if self.is_ours(event)])
               for stream in seen]
        if sorted(filter(None, want)) == sorted(filter(None, got)):
            return
        lines = difflib.unified_diff(as_lines(want), as_lines(got), "oracle", "tracer",
                                     lineterm="", n=2)
        shown = "\n    ".join(line.replace(self.home, "") for line in list(lines)[:24])
        raise Failure(f"{self.name}: {sum(map(len, want))} events wanted, "
                      f"{sum(map(len, got))} seen\n    {shown}")


def as_lines(streams):
    """The streams one after the other, each with a line before it if there are several."""
    streams = sorted(filter(None, streams))
    return ["\t".join(event) for stream in streams
            for event in ([("-- thread",)] if len(streams) > 1 else []) + stream]


class Target:
    def __init__(self, binary, marked, folder, wanted):
        self.binary = binary  # the program to run
        self.marked = marked  # the file with the markers: it, or libminipy.so
        self.folder = folder
        self.markers = read_markers("python")
        self.more = read_markers("minipy")
        self.programs = []
        wanted = wanted.split(",") if wanted else None
        sources = os.path.join(HERE, "programs")
        for name in sorted(os.listdir(sources)):
            name = name.removesuffix(".py")
            if name == "__pycache__" or (wanted and name not in wanted):
                continue
            self.programs.append(self.take(sources, name))
        if not wanted or "call_stack" in wanted:
            self.programs.append(self.take(os.path.join(ROOT, "examples"), "call_stack"))

    def take(self, sources, name):
        """Copies a program: names short enough for tracers, no .pyc beside the source."""
        home = os.path.join(self.folder, name)
        source = os.path.join(sources, name)
        if os.path.isdir(source):
            shutil.copytree(source, home, ignore=shutil.ignore_patterns("__pycache__"))
            return Program(name, os.path.join(home, "main.py"))
        os.mkdir(home)
        return Program(name, shutil.copy(source + ".py", home))

    def copy(self, folder):
        """The same with a folder of its own, and its files there; a library lies beside its program, as in build/shared."""
        files = os.path.join(folder, "files")
        os.makedirs(files)
        own = copy.copy(self)
        own.folder = folder
        own.binary = own.marked = shutil.copy(self.binary, files)
        if self.marked != self.binary:
            own.marked = shutil.copy(self.marked, files)
            os.symlink(os.path.basename(own.marked), own.marked + ".0")
        return own

    def find(self, name):
        for program in self.programs:
            if program.name == name:
                return program
        raise Skip("find the program", f"{name} is not among --programs")

    def is_driver(self):
        return os.path.basename(self.binary) == "driver"

    def command(self, program):
        return [self.binary, "-S", program.script]
