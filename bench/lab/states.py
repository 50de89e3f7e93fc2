"""The states: who listens while a workload runs. The one list is STATES.

A state is added by a row here; a tracer besides by a class with __enter__, __exit__, count and lost. Every
tracer has a time-out and a second attempt; what cannot be measured is Unmeasured, with its reason.
"""
import contextlib
import ctypes
import dataclasses
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from . import designs
from .base import BENCH, ENV, ROOT, Broken, Unmeasured, run

import tracer  # tools/tracer.py

TRACEFS = "/sys/kernel/tracing"
CLONE_NEWNS, MS_REC_PRIVATE = 0x20000, 0x44000  # of <sched.h> and <sys/mount.h>
WAIT = 20  # seconds, for a tracer to come or go
MARKERS = tuple(row.partition("|")[0] for row in run(
    ["sh", os.path.join(ROOT, "probes", "markers.sh"), "spec"]).stdout.splitlines())
CALLS = ("function__entry", "function__return")
HOT = (*CALLS, "line")


class Nobody:
    """What is always there, or asked for inside: nothing to attach, nothing that counts."""
    count = lost = None

    def __init__(self, *rest):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        pass


def need_root():
    if os.geteuid() != 0:
        raise Unmeasured("only root may trace")


class Bpftrace:
    """bpftrace doing ACTION at each of the markers, in the process `pid`."""

    def __init__(self, markers, action, binary, pid, folder):
        need_root()
        if not shutil.which("bpftrace"):
            raise Unmeasured("bpftrace is not installed (make install-bench)")
        self.count, self.lost = 0, 0
        self.markers, self.pid = markers, pid
        clauses = " ".join(f"usdt:{binary}:python:{marker} {{ {action} }}" for marker in markers)
        self.script = f'BEGIN {{ printf("ready\\n"); }} {clauses}'
        self.output = os.path.join(folder, f"bpftrace-{os.getpid()}-{pid}")

    def start(self):
        self.session = tracer.Bpftrace(["-p", str(self.pid), "-e", self.script], self.output)
        if self.session.wait_for("ready"):
            return True
        self.session.kill()
        return False

    def __enter__(self):
        if not self.start() and not self.start():
            said = self.session.text().strip()[-200:]
            raise Unmeasured("bpftrace did not attach, twice: " + (said or "it said nothing"))
        time.sleep(0.1)
        return self

    def __exit__(self, kind, *rest):
        ended = self.session.end(signal.SIGINT)
        text = self.session.text()
        self.lost = sum(map(int, re.findall(r"Lost (\d+) events", text)))
        self.count = self.counted(text)
        os.unlink(self.output)
        if kind is None and not ended:
            raise Broken("bpftrace had to be killed: it did not end when asked, again and again")

    def counted(self, text):
        """Of a count, keyed or not, of a histogram, or of printed lines."""
        if "@" in text:
            return sum(map(int, re.findall(r"^@(?:\[.*\])?: (\d+)$", text, re.M))) + \
                sum(map(int, re.findall(r"^[\[(].*[\])]\s+(\d+) \|", text, re.M)))
        return text.count("\n:")


def mount_tracefs():
    """Has tracefs mounted for this process and its children alone, if root's machine has none."""
    if os.path.exists(TRACEFS + "/uprobe_events") or os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None)
    if libc.unshare(CLONE_NEWNS) == 0 and libc.mount(b"none", b"/", None, MS_REC_PRIVATE, None) == 0:
        libc.mount(b"tracefs", TRACEFS.encode(), b"tracefs", 0, None)


class Tracefs:
    """Uprobes without a tool: events of a group of our own, into a buffer of an instance of our own."""
    number = 0

    def __init__(self, markers, binary, pid, folder):
        need_root()
        if not os.path.exists(TRACEFS + "/uprobe_events"):
            raise Unmeasured("the kernel has no uprobe_events, or tracefs is not mounted")
        Tracefs.number += 1
        self.markers, self.binary, self.pid = markers, binary, pid
        self.group = f"bench_{os.getpid()}_{Tracefs.number}"
        self.instance = f"{TRACEFS}/instances/{self.group}"
        self.count, self.lost = 0, 0

    def define(self, marker):
        """The uprobes of one marker, all its sites."""
        rows = run([os.path.join(ROOT, "probes", "scripts", "raw-uprobe"), self.binary, marker, self.group]).stdout
        self.append(rows)

    @staticmethod
    def append(text):
        events = os.open(f"{TRACEFS}/uprobe_events", os.O_WRONLY | os.O_APPEND)
        try:
            for row in text.strip().splitlines():
                os.write(events, (row + "\n").encode())
        finally:
            os.close(events)

    @staticmethod
    def write(path, text):
        with open(path, "w") as file:
            file.write(text)

    def enable(self):
        self.write(f"{self.instance}/buffer_size_kb", "8192")
        self.write(f"{self.instance}/events/{self.group}/enable", "1")

    def __enter__(self):
        os.mkdir(self.instance)
        try:
            for marker in self.markers:
                self.define(marker)
            self.enable()
        except BaseException:
            self.clean()
            raise
        return self

    def __exit__(self, *rest):
        try:
            self.gather()
        finally:
            self.clean()

    def gather(self):
        self.write(f"{self.instance}/events/{self.group}/enable", "0")
        for name in os.listdir(f"{self.instance}/per_cpu"):
            with open(f"{self.instance}/per_cpu/{name}/stats") as file:
                numbers = dict(re.findall(r"^(.*): (\d+)$", file.read(), re.M))
            self.count += int(numbers["entries"])
            self.lost += int(numbers["overrun"]) + int(numbers["dropped events"])

    def clean(self):
        with contextlib.suppress(OSError):
            self.write(f"{self.instance}/events/{self.group}/enable", "0")
        with contextlib.suppress(OSError):
            os.rmdir(self.instance)
        folder = f"{TRACEFS}/events/{self.group}"
        for event in os.listdir(folder) if os.path.isdir(folder) else ():
            if os.path.isdir(os.path.join(folder, event)):
                self.append(f"-:{self.group}/{event}")


class Perf(Tracefs):
    """perf record of the same uprobes."""

    def __init__(self, markers, binary, pid, folder):
        super().__init__(markers, binary, pid, folder)
        if not shutil.which("perf"):
            raise Unmeasured("perf is not installed (make install-test)")
        self.data = os.path.join(folder, f"perf-{pid}")

    def enable(self):
        names = [option for marker in self.markers for option in ("-e", f"{self.group}:{marker}")]
        self.process = subprocess.Popen(["perf", "record", "-q", "-m", "4M", "-o", self.data, "-p", str(self.pid), *names],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=ENV, text=True)
        end = time.monotonic() + WAIT
        while not (os.path.exists(self.data) and os.path.getsize(self.data)):
            if time.monotonic() > end or self.process.poll() is not None:
                self.process.kill()
                raise Unmeasured("perf did not attach: " + self.process.communicate()[0][-200:].strip())
            time.sleep(0.05)
        time.sleep(0.2)

    def gather(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.communicate(timeout=WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise Broken(f"perf had to be killed: it did not end within {WAIT} s")
        told = run(["perf", "report", "--stats", "-i", self.data], check=False).stdout
        self.count = sum(map(int, re.findall(r"^\s+SAMPLE events:\s+(\d+)", told, re.M)[:1]))
        self.lost = sum(map(int, re.findall(r"^\s+LOST events:\s+(\d+)", told, re.M)[:1]))
        os.unlink(self.data)


class Elsewhere:
    """A tracer that counts in another process of the same program."""

    def __init__(self, markers, binary, pid, folder):
        need_root()
        self.count = self.lost = None
        self.markers, self.binary, self.folder = markers, binary, folder

    def __enter__(self):
        self.other = subprocess.Popen([self.binary, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.tracer = Bpftrace(self.markers, "@ = count();", self.binary, self.other.pid, self.folder)
        try:
            self.tracer.__enter__()
        except BaseException:
            self.other.kill()
            raise
        return self

    def __exit__(self, *rest):
        try:
            self.tracer.__exit__(*rest)
        finally:
            self.other.kill()
            self.other.communicate()


HOST = os.path.join(BENCH, "lab", "host.c")


def host(binary, design):
    """The program that adds a callback in C or in Python and runs the rest; built beside the library."""
    path = os.path.join(os.path.dirname(binary), "host")
    if not os.path.exists(path):
        library = designs.build(designs.by_name(design), "libminipy.a")
        run(["cc", "-O2", "-no-pie", "-I", os.path.join(ROOT, "include"), "-o", path, HOST, library, "-lgmp", "-lm", "-ldl", "-lpthread"])
    return path


@dataclasses.dataclass(frozen=True)
class State:
    name: str
    about: str
    markers: tuple = HOT   # whose events are due
    tracer: type = Nobody
    action: str = ""       # of bpftrace
    options: tuple = ()    # of the interpreter
    asks: str = ""         # of inside.py
    hosted: bool = False   # by host.c
    design: str = "gate"   # of the interpreter

    @property
    def always(self):
        return bool(self.options) or self.hosted

    @property
    def external(self):
        return self.tracer is not Nobody

    def command(self, binary):
        return [host(binary, self.design)] if self.hosted else [binary]

    def attach(self, binary, pid, folder):
        words = [self.action] if self.action else []
        return self.tracer(self.markers, *words, binary, pid, folder)


def traced(name, about, markers, action):
    return State(name, about, markers, Bpftrace, action)


STATES = [
    State("armed elsewhere", "bpftrace counts all markers in another process", MARKERS, Elsewhere),
    State("C callback", "minipy_observe: a C function for entry, return and line", options=("c",), hosted=True),
    State("Python callback", "minipy_observe: a C function that calls one in Python", options=("python",), hosted=True),
    State("--trace", "--trace=calls,lines into /dev/null", options=("--trace=calls,lines",)),
    State("settrace", "sys.settrace with a function that does nothing", asks="settrace"),
    State("setprofile", "sys.setprofile with a function that does nothing", CALLS, asks="setprofile"),
    traced("bpftrace count", "bpftrace counts entries and returns", CALLS, "@ = count();"),
    traced("bpftrace keyed", "bpftrace counts them by function", CALLS, "@[str(arg1)] = count();"),
    traced("bpftrace hist", "bpftrace makes a histogram of their lines", CALLS, "@ = lhist((int32)arg2, 0, 1000, 100);"),
    traced("bpftrace printf", "bpftrace prints a line for each", CALLS, 'printf(":%d\\n", (int32)arg2);'),
    State("bpftrace count, 1-byte nops", "the same where the nops have one byte", CALLS, Bpftrace, "@ = count();",
          design="gate, 1-byte nops"),
    State("C callback, patched", "the C function in the build `patched`", options=("c",), hosted=True, design="patched"),
    State("bpftrace count, patched", "bpftrace counts entries and returns in the build `patched`", CALLS, Bpftrace, "@ = count();",
          design="patched"),
    State("perf record", "perf writes each into a file", CALLS, Perf),
    State("tracefs", "raw uprobes into the kernel's ring buffer", CALLS, Tracefs),
    *(State(f"hot markers of {design.name}", "bpftrace counts entries, returns and lines", HOT, Bpftrace, "@ = count();",
            design=design.name) for design in designs.DESIGNS if design.markers == "all" and design.name != "gate again"),
    *(traced(f"{marker} alone", f"bpftrace counts {marker}", (marker,), "@ = count();") for marker in MARKERS),
    traced("all markers", "bpftrace counts all markers", MARKERS, "@ = count();"),
]

# Of a quick run.
QUICK = ("armed elsewhere", "C callback", "Python callback", "--trace", "settrace", "bpftrace count",
         "bpftrace printf", "bpftrace count, 1-byte nops", "bpftrace count, patched",
         "perf record", "tracefs", "hot markers of gate", "hot markers of semaphore", "hot markers of jump",
         "hot markers of patched", "hot markers of nop")


def by_name(name):
    for state in STATES:
        if state.name == name:
            return state
    raise Broken(f"no state {name!r}; there are: " + ", ".join(s.name for s in STATES))
