"""What the parts of run.py share: the report, the target, the programs, the markers."""
import difflib
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PYTHON = "/usr/bin/python3.11"

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


class Skip(Exception):
    """step, reason: the machine, not the program, lacks something."""


class Failure(Exception):
    pass


class Report:
    def __init__(self, only, verbose, skips_fail):
        self.only = only
        self.verbose = verbose
        self.skips_fail = skips_fail
        self.passed = self.failed = self.skipped = 0

    def check(self, name, function, *args):
        """Runs one check; it fails by Failure and is skipped by Skip."""
        if self.only not in name:
            return
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
                print(f"ok   {name}")
        sys.stdout.flush()

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        if self.failed or (self.skipped and self.skips_fail):
            return 1
        return 0


class Marker:
    """One row of probes/markers.def, as markers.sh reads it."""

    def __init__(self, row):
        self.name, self.place, args, operands, self.rule = row.split("|")
        self.args = [tuple(arg.split(" ")) for arg in args.split(",")]
        self.operands = operands.split(" ")
        self.kind = KIND[self.name]


def read_markers():
    script = os.path.join(ROOT, "probes", "markers.sh")
    rows = run([script, "spec"]).stdout
    return [Marker(row) for row in rows.splitlines()]


def run(command, check=True, **options):
    options.setdefault("timeout", 60)
    try:
        result = subprocess.run(command, capture_output=True, text=True,
                                errors="replace", stdin=subprocess.DEVNULL, **options)
    except FileNotFoundError:
        raise Skip(f"run {command[0]}", "not installed")
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command[:4])}: no end after {options['timeout']} s")
    if check and result.returncode != 0:
        raise Failure(f"{' '.join(command[:4])}: exit {result.returncode}: "
                      + (result.stderr or result.stdout).strip()[-400:])
    return result


class Program:
    """A script in a folder of its own, with the events that it must make."""

    def __init__(self, name, script, events=None):
        self.name = name
        self.script = script
        self.home = os.path.dirname(script) + "/"
        # Collections that came by themselves (consumers.py counts them): before
        # probes.begin, after probes.end, and of those the ones before the script's end.
        self.before = self.after = self.after_in_script = 0
        oracle = os.path.join(HERE, "oracle.py")
        command = [PYTHON, oracle, script, events or script + ".events"]
        self.output = run(command, check=events is None).stdout
        events = command[-1]
        with open(events) as file:
            self.events = [tuple(line.rstrip("\n").split("\t")) for line in file]

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

    def expected(self, kinds):
        return [event for event in self.events if event[0] in kinds]

    def compare(self, kinds, seen):
        """Raises Failure unless `seen`, what is ours of it, is the oracle's stream."""
        want = ["\t".join(event) for event in self.expected(kinds)]
        ours = [event for event in seen if self.is_ours(event)]
        got = ["\t".join(event) for event in self.inside(ours)]
        if want == got:
            return
        lines = difflib.unified_diff(want, got, "oracle", "tracer", lineterm="", n=2)
        shown = "\n    ".join(line.replace(self.home, "") for line in list(lines)[:24])
        raise Failure(f"{self.name}: {len(want)} events wanted, {len(got)} seen\n    "
                      + shown)


class Target:
    def __init__(self, binary, marked, folder, wanted):
        self.binary = binary  # the program to run
        self.marked = marked  # the file with the markers: it, or libminipy.so
        self.folder = folder
        self.markers = read_markers()
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

    def find(self, name):
        for program in self.programs:
            if program.name == name:
                return program
        raise Skip("find the program", f"{name} is not among --programs")

    def is_driver(self):
        return os.path.basename(self.binary) == "driver"

    def command(self, program):
        return [self.binary, program.script]
