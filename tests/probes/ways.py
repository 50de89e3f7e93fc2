#!/usr/bin/python3.11
"""Each tracer, each way of using it: what it sees of the markers of minipy, of libminipy.so, and of CPython 3.11.

    /usr/bin/python3.11 tests/probes/ways.py [--write] [--only WORD]

Prints the table of docs/PROBES.md ("Each tool, each way"), and with --write puts it there. In `make test` run.py goes
the same ways on minipy and libminipy.so, holds each to every event, and the table to the same words.

One program makes the events. Its lines have numbers from 20,000 on, since tools that show no text (perf) can then
tell them from a library's; what it wants to be seen is between the first and the last of them. Oracle: oracle.py.
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Callable

from common import (HERE, KIND, PYTHON, ROOT, Failure, Program, Report, Skip, enter_mount_namespace, read_markers, run)
from notes import read_notes, stap_options
from streams import RawUprobes, Semaphores, tracers
from tools import take_kernel_events

WAIT = 20.0
FIRST = 20000
PAGE = os.path.join(ROOT, "docs", "PROBES.md")

HEAD = """import gc, os, sys; gc.disable(); sys.modules['probes_none'] = None; sys.stdin.readline()
for _ in range(2): pass  # a safepoint: from here on a tracer that came meanwhile sees all"""
BODY = '''
def leaf(n):
    return n
def numbers(n):
    for i in range(n):
        yield leaf(i)
class Ring:
    def __init__(self):
        self.me = self
def fails():
    raise ValueError
for i in range(20):  # enough to be specialised
    leaf(i)
total = [i for i in numbers(2)]
try:
    fails()
except ValueError:
    pass
try:
    import probes_none
except ImportError:
    pass
gc.collect(0)
Ring()
gc.collect()
sys.audit("probes.ways", total)
print("done", flush=True)
os._exit(0)
'''


def write_program(folder):
    path = os.path.join(folder, "w.py")
    with open(path, "w") as file:
        file.write(HEAD + "\n" * FIRST + BODY)
    return path


# What a tool shows of an event: of the whole (marker, function, line), (marker, number), (marker, name...).
HOT = ("function__entry", "function__return", "line")


def as_text(event):
    return event


def as_numbers(event):
    if event[0] in HOT:
        return event[0], event[2]
    return tuple(field for i, field in enumerate(event) if i == 0 or field.lstrip("-").isdigit())


def as_functions(event):
    return event[:2]


def as_counts(event):
    return event[:1]


LEVELS = {as_text: "text and numbers", as_numbers: "numbers; text as addresses", as_functions: "names of functions",
          as_counts: "counts"}


class Subject:
    """An interpreter to be traced: the program, the file with the markers, what they pass."""

    def __init__(self, name, binary, marked, folder):
        self.name, self.binary, self.marked, self.folder = name, binary, marked, folder
        self.notes = read_notes(marked)
        self.markers = [marker for marker in read_markers("python") if marker.name in self.notes]
        for marker in self.markers:
            marker.args = marker.args[:len(self.notes[marker.name]["arguments"])]
        self.names = {marker.name for marker in self.markers}
        self.script = write_program(folder)

    def command(self):
        return [shutil.which("taskset"), "-c", "0", self.binary, "-S", self.script]


def shown_arguments(marker):
    """[(place, form)] of its arguments that are the same in each run."""
    return [(i, form) for i, (form, _) in enumerate(marker.args) if form != "PTR"]


class Waiting:
    """The subject, which stands at its first line until it is let go; then all it prints, and its end."""

    pause = 0.2  # seconds, in which perf enables what it has attached

    def __init__(self, subject):
        self.subject = subject
        self.process = subprocess.Popen(subject.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        start_new_session=True)
        self.pid = self.process.pid
        self.semaphores = Semaphores(subject, self.process)
        time.sleep(0.1)  # from the mapping to the first line

    def wait_for(self, names, tracer):
        """Until the kernel has raised these semaphores for the tracer."""
        if not self.semaphores.wait_until(set(names), tracer):
            tracer.kill()
            raise Failure(f"not attached: {sorted(self.semaphores.raised())}")
        time.sleep(self.pause)

    def go(self):
        said, _ = self.process.communicate("\n", timeout=WAIT)
        if (self.process.returncode, said) != (0, "done\n"):
            raise Failure(f"the program: exit {self.process.returncode}, {said!r}")

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.process.kill()
        self.process.wait()


# ---- bpftrace ------------------------------------------------------------------------------------------


def bpftrace_program(subject, names=None):
    clauses = []
    for marker in subject.markers:
        if names and marker.name not in names:
            continue
        shown = shown_arguments(marker)
        values = "".join(", " + {"STR": f"str(arg{i})", "INT": f"(int32)arg{i}", "LONG": f"(int64)arg{i}"}[form]
                         for i, form in shown)
        forms = "".join("\\t%s" if form == "STR" else "\\t%ld" for _, form in shown)
        clauses.append(f'usdt:{subject.marked}:python:{marker.name} {{ printf("@{marker.name}{forms}\\n"{values}); }}')
    return "\n".join(clauses)


def read_bpftrace(text):
    return [tuple(line[1:].split("\t")) for line in text.splitlines() if line.startswith("@")]


class BpftraceSession:
    def __init__(self, subject, *words, markers=None):
        self.output = os.path.join(subject.folder, "bpftrace.out")
        if not shutil.which("bpftrace"):
            raise Skip("find bpftrace", "not installed")
        self.session = tracers.Bpftrace(["-e", bpftrace_program(subject, markers), *words], self.output,
                                        {"BPFTRACE_STRLEN": "64", **tracers.NOTHING_LOST})

    def poll(self):
        return self.session.process.poll()

    def kill(self):
        self.session.kill()

    def events(self):
        if self.poll() is None:
            self.session.end()
        if "Lost " in self.session.text():
            raise Failure("bpftrace lost events")
        return cut(read_bpftrace(self.session.text()))


def bpftrace_command(subject):
    output = os.path.join(subject.folder, "bpftrace.out")
    # bpftrace looks for the markers in the program that it starts: that must not be taskset
    run(["taskset", "-c", "0", "bpftrace", "-o", output, "-e", bpftrace_program(subject), "-c",
         f"{subject.binary} -S {subject.script}"],
        env={**os.environ, "BPFTRACE_STRLEN": "64", **tracers.NOTHING_LOST})
    with open(output) as file:
        return cut(read_bpftrace(file.read()))


def bpftrace_attached(subject):
    with Waiting(subject) as program:
        tracer = BpftraceSession(subject, "-p", str(program.pid))
        try:
            program.wait_for(subject.names, tracer)
            program.go()
            tracer.session.wait(WAIT)
            return tracer.events()
        finally:
            tracer.kill()


def bpftrace_system(subject, markers=None):
    with Waiting(subject) as program:
        tracer = BpftraceSession(subject, markers=markers)
        try:
            program.wait_for(markers or subject.names, tracer)
            program.go()
            return tracer.events()
        finally:
            tracer.kill()


def bpftrace_alone(subject):
    """Of each hot marker what is seen when no other is traced."""
    return [event for name in HOT for event in bpftrace_system(subject, (name,))]


# ---- perf ----------------------------------------------------------------------------------------------


class Perf:
    """with Perf(subject) as perf: its events are defined meanwhile; refused: those that it cannot define."""

    def __init__(self, subject):
        self.subject = subject
        self.folder = tempfile.mkdtemp(dir=subject.folder)
        self.environment = {**os.environ, "HOME": self.folder, "LC_ALL": "C"}
        self.perf = ["perf", "--buildid-dir", os.path.join(self.folder, "ids")]

    def run(self, *words, check=True):
        return run([*self.perf, *words], env=self.environment, check=check)

    def start(self, *words):
        self.errors = open(os.path.join(self.folder, "errors"), "w+")
        return subprocess.Popen([*self.perf, *words], env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=self.errors, stderr=subprocess.STDOUT, start_new_session=True)

    def __enter__(self):
        self.lock = take_kernel_events()
        self.run("buildid-cache", "--add", self.subject.marked)
        self.names = [marker.name for marker in self.subject.markers if self.define(marker.name)]
        return self

    def define(self, name):
        """Three times: the kernel may be at another tracer's events."""
        for pause in (0, 0.3, 2.0):
            time.sleep(pause)
            if self.run("probe", "-q", f"sdt_python:{name}", check=False).returncode == 0:
                return True
        return False

    def __exit__(self, *problem):
        self.run("probe", "-q", "-d", "sdt_python:*", check=False)
        self.lock.close()

    def events(self):
        """Of what has lines, the program's alone: perf stat shows nothing but counts."""
        return [word for name in self.names for word in (
            "-e", f"sdt_python:{name}", *(("--filter", f"arg3 >= {FIRST}") if name in HOT else ()))]


def read_perf(subject, text):
    """Events from lines of `perf script` or `perf trace`."""
    found = []
    forms = {marker.name: [form for form, _ in marker.args] for marker in subject.markers}
    for name, rest in re.findall(r"sdt_python:(\w+)[:(](.*)", text):
        values = re.findall(r"\barg\d+[=:] ?(-?\d+|0x\w+)", rest)
        numbers = [str(int(value, 0)) for value, form in zip(values, forms[name]) if form in ("INT", "LONG")]
        found.append((name, "", *numbers) if name in HOT else (name, *numbers))
    return cut(found)


def perf_record(subject):
    with Perf(subject) as perf:
        data = os.path.join(perf.folder, "data")
        perf.run("record", "-q", "-m", "4M", "-o", data, *perf.events(), "--", *subject.command())
        return read_perf(subject, perf.run("script", "-i", data).stdout)


def perf_record_all(subject):
    with Perf(subject) as perf:
        data = os.path.join(perf.folder, "data")
        perf.run("record", "-a", "-q", "-m", "4M", "-o", data, *perf.events(), "--", *subject.command())
        return read_perf(subject, perf.run("script", "-i", data).stdout)


def perf_record_attached(subject):
    with Perf(subject) as perf, Waiting(subject) as program:
        data = os.path.join(perf.folder, "data")
        tracer = perf.start("record", "-q", "-m", "4M", "-o", data, *perf.events(), "-p", str(program.pid))
        program.wait_for(perf.names, tracer)
        program.go()
        tracer.wait(WAIT)
        return read_perf(subject, perf.run("script", "-i", data).stdout)


def perf_trace(subject):
    with Perf(subject) as perf:
        made = perf.run("trace", "--libtraceevent_print", "-m", "4M", *perf.events(), *subject.command())
        return read_perf(subject, made.stderr)


def perf_stat(subject):
    with Perf(subject) as perf, Waiting(subject) as program:
        tracer = perf.start("stat", "-x", ",", *perf.events(), "-p", str(program.pid))
        program.wait_for(perf.names, tracer)
        program.go()
        tracer.wait(WAIT)
        perf.errors.seek(0)
        rows = re.findall(r"^(\d+),,sdt_python:(\w+),", perf.errors.read(), re.M)
        return [(name,) for count, name in rows for _ in range(int(count))]


# ---- bcc -----------------------------------------------------------------------------------------------

BCC = os.path.join(ROOT, "probes", "scripts", "minipy-bcc")


def run_bcc(subject, ready, *words, least=0.0):
    """What a tool of bcc prints of the program; `ready`: what it has printed when it is attached; least: the
    seconds until it prints what it has counted."""
    path = os.path.join(subject.folder, "bcc.out")
    with Waiting(subject) as program, open(path, "w") as output:
        words = [str(program.pid) if word == "PID" else word for word in words]
        tool = subprocess.Popen([BCC, *words], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                env={**os.environ, "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}, start_new_session=True)
        try:
            wait_for_text(path, ready, tool)
            program.go()
            time.sleep(least)
            settle(path)
            tool.send_signal(2)
            tool.wait(WAIT)
        finally:
            tool.kill()
            tool.wait()
    with open(path, errors="replace") as file:
        return file.read()


def wait_for_text(path, text, tool):
    end = time.monotonic() + WAIT + WAIT  # it compiles a program first
    while True:
        with open(path, errors="replace") as file:
            said = file.read()
        if text in said:
            return
        if tool.poll() == 125:
            raise Skip("minipy-bcc", said.strip())
        if tool.poll() is not None or time.monotonic() > end:
            raise Failure(f"bcc: exit {tool.poll()}: {said[-400:]}")
        time.sleep(0.05)


def settle(path):
    """Until nothing more comes; argdist goes on for ever, each second."""
    size, end = -1, time.monotonic() + 3
    while size != os.path.getsize(path) and time.monotonic() < end:
        size = os.path.getsize(path)
        time.sleep(0.7)


def bcc_trace(subject):
    probes = []
    for marker in subject.markers:
        shown = shown_arguments(marker)
        forms = " ".join("%s" if form == "STR" else "%d" if form == "INT" else "%ld" for _, form in shown)
        probes.append(f'u:{subject.marked}:{marker.name} "@{marker.name} {forms}", '
                      + ", ".join(f"arg{i + 1}" for i, _ in shown))
    text = run_bcc(subject, "FUNC", "trace", "-p", "PID", *probes)
    return cut([tuple(row.split()) for row in re.findall(r"@(.*)$", text, re.M)], ordered=False)


def bcc_argdist(subject):
    words = [word for name in HOT
             for word in ("-C", f"u:{subject.marked}:{name}():int:arg3#{name}")]
    text = run_bcc(subject, "[", "argdist", "-p", "PID", "-i", "1", *words, least=1.2)
    return [(name, "", line) for part in re.split(r"^\[", text, flags=re.M)
            for name, rows in re.findall(r"^(\w+)\n\s+COUNT.*\n((?:\t.*\n)*)", part, re.M)
            for count, line in re.findall(r"^\t(\d+) +\S+ = (\d+)", rows, re.M) if int(line) >= FIRST
            for _ in range(int(count))]


def bcc_uflow(subject):
    text = run_bcc(subject, "METHOD", "uflow", "-l", "python", "PID")
    return [("function__entry" if way == "->" else "function__return", name)
            for way, name in re.findall(r"(->|<-) .*/w\.py\.(\S+) *$", text, re.M)]


def bcc_ucalls(subject):
    text = run_bcc(subject, "Ctrl-C to quit", "ucalls", "-l", "python", "PID")
    return [("function__entry", name) for name, count in re.findall(r"^.*/w\.py\.(\S+) +(\d+) *$", text, re.M)
            for _ in range(int(count))]


def bcc_ugc(subject):
    text = run_bcc(subject, "DESCRIPTION", "ugc", "-l", "python", "PID")
    generations = {"youngest": "0", "middle": "1", "oldest": "2"}
    return [event for name, count in re.findall(r"(\w+) generation: collected (-?\d+) objects", text)
            for event in (("gc__start", generations[name]), ("gc__done", count))]


def bcc_tplist(subject):
    return listed(r" python:(\w+)", run([BCC, "tplist", "-l", subject.marked], check=False))


# ---- the rest ------------------------------------------------------------------------------------------


def gdb_script(subject, path):
    lines = ["set breakpoint pending on", "set confirm off", "set print elements 0", "set pagination off",
             "set debuginfod enabled off"]
    for marker in subject.markers:
        shown = shown_arguments(marker)
        values = ", ".join(("(char *)" if form == "STR" else "(long)(int)" if form == "INT" else "(long)")
                           + f"$_probe_arg{i}" for i, form in shown)
        forms = "".join("\\t%s" if form == "STR" else "\\t%ld" for _, form in shown)
        lines += [f"break -probe-stap python:{marker.name}", "commands", "silent",
                  f'printf "@{marker.name}{forms}\\n", {values}', "continue", "end"]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def gdb_run(subject):
    script = os.path.join(subject.folder, "w.gdb")
    gdb_script(subject, script)
    made = run(["gdb", "-nx", "-q", "-batch", "-x", script, "-ex", f"run -S {subject.script} </dev/null >/dev/null",
                subject.binary], timeout=120)
    return cut(read_bpftrace(made.stdout))


def gdb_attached(subject):
    script, path = os.path.join(subject.folder, "w.gdb"), os.path.join(subject.folder, "gdb.out")
    gdb_script(subject, script)
    with Waiting(subject) as program, open(path, "w") as output:
        gdb = subprocess.Popen(["gdb", "-nx", "-q", "-batch", "-p", str(program.pid), "-x", script,
                                "-ex", 'printf "ready\\n"', "-ex", "continue"], stdin=subprocess.DEVNULL, stdout=output,
                               stderr=subprocess.STDOUT, start_new_session=True)
        try:
            wait_for_text(path, "ready", gdb)
            program.go()
            gdb.wait(WAIT)
        finally:
            gdb.kill()
            gdb.wait()
    with open(path, errors="replace") as file:
        return cut(read_bpftrace(file.read()))


def tracefs(subject):
    raw = RawUprobes(subject)
    try:
        with Waiting(subject) as program:
            raw.start(subject.markers)
            program.wait_for(subject.names, None)
            program.go()
            raw.stop()
    finally:
        raw.clean()
    names = {kind: name for name, kind in KIND.items()}
    return cut([(names[event[0]], *event[1:]) for _, tid, event in raw.events(subject.markers) if tid == program.pid])


def listed(pattern, made):
    """Tools that only name the markers."""
    return set(re.findall(pattern, made.stdout))


def readelf(subject):
    return listed(r"Provider: python\s+Name: (\w+)", run(["readelf", "-n", subject.marked]))


def stap_list(subject):
    return listed(r'mark\("(\w+)"\)',
                  run(["stap", *stap_options(subject), "-L", f'process("{subject.marked}").mark("*")']))


def cut(rows, ordered=True):
    """What lies between the first and the last of the program's own lines; without the file's name. Other functions'
    events there (importlib's, say) are not the program's. Not ordered: each marker's by themselves, as bcc has them."""
    rows = [(row[0], *row[-2:]) if row[0] in HOT else row for row in rows]

    def is_ours(row):
        return row[0] in HOT and row[2].isdigit() and int(row[2]) >= FIRST
    ours = [i for i, row in enumerate(rows) if is_ours(row)]
    if not ours:
        return []
    return [row for row in (rows[ours[0]:ours[-1] + 1] if ordered else rows) if row[0] not in HOT or is_ours(row)]


@dataclass
class Way:
    tool: str
    way: str
    command: str  # as the documentation has it
    see: Callable
    level: Callable = as_text  # None: the markers' names alone
    markers: tuple = ()  # empty: all
    library: bool = False  # in `make test`, of libminipy.so, too


WAYS = (
    Way("bpftrace", "starts it", "bpftrace -e PROGRAM -c '/ABS/minipy x.py'", bpftrace_command),
    Way("bpftrace", "one process", "bpftrace -p PID -e PROGRAM", bpftrace_attached, library=True),
    Way("bpftrace", "system-wide", "bpftrace -e PROGRAM", bpftrace_system, library=True),
    Way("bpftrace", "each alone", "bpftrace -e 'usdt:/ABS/minipy:python:line { ... }'", bpftrace_alone, as_text, HOT),
    Way("perf", "record, script", "perf record -m 4M -e sdt_python:line ./minipy x.py", perf_record, as_numbers),
    Way("perf", "record, system-wide", "perf record -a -m 4M -e sdt_python:line ./minipy x.py", perf_record_all, as_numbers),
    Way("perf", "record a process", "perf record -m 4M -e sdt_python:line -p PID", perf_record_attached, as_numbers, library=True),
    Way("perf", "trace", "perf trace --libtraceevent_print -e sdt_python:line ./minipy x.py", perf_trace, as_numbers),
    Way("perf", "stat", "perf stat -e sdt_python:line -p PID", perf_stat, as_counts),
    Way("bcc", "trace", "minipy-bcc trace -p PID 'u:/ABS/minipy:line \"%s:%d\", arg1, arg3'", bcc_trace, library=True),
    Way("bcc", "argdist", "minipy-bcc argdist -p PID -C 'u:/ABS/minipy:line():int:arg3'", bcc_argdist, as_numbers, HOT),
    Way("bcc", "uflow", "minipy-bcc uflow -l python PID", bcc_uflow, as_functions, HOT[:2]),
    Way("bcc", "ucalls", "minipy-bcc ucalls -l python PID", bcc_ucalls, as_functions, HOT[:1]),
    Way("bcc", "ugc", "minipy-bcc ugc -l python PID", bcc_ugc, as_text, ("gc__start", "gc__done")),
    Way("bcc", "tplist", "minipy-bcc tplist -l ./minipy", bcc_tplist, None),
    Way("gdb", "starts it", "break -probe-stap python:line, run", gdb_run),
    Way("gdb", "one process", "gdb -p PID, break -probe-stap python:line", gdb_attached, library=True),
    Way("tracefs", "system-wide", "raw-uprobe ./minipy line >>uprobe_events", tracefs, library=True),
    Way("stap", "lists", "stap -L 'process(\"./minipy\").mark(\"*\")'", stap_list, None),
    Way("readelf", "lists", "readelf -n ./minipy", readelf, None),
)


class Oracle:
    """The events of the program, by python3.11 without a tracer."""

    def __init__(self, folder):
        home = os.path.join(folder, "oracle")
        os.makedirs(home)
        names = {kind: name for name, kind in KIND.items()}
        program = Program("ways", write_program(home))
        self.events = cut([(names[event[0]], *event[1:]) for event in program.events])

    def wanted(self, way):
        markers = way.markers or tuple(KIND)
        found = collections.Counter(way.level(event) for event in self.events if event[0] in markers)
        if "audit" in markers and way.level is not as_text:  # the import's own audit event cannot be told from ours
            found[("audit",)] += 1
        return found


def seen_of(way, subject):
    """What the tool sees, as the oracle's events at its level."""
    rows = way.see(subject)
    if way.level is None:
        return rows
    names = way.markers or tuple(KIND)
    if way.level is as_text:  # audit events of the import are not asked for
        rows = [row for row in rows if row[0] != "audit" or row[1].startswith("probes.")]
    return collections.Counter(way.level(row) for row in rows if row[0] in names)


def difference(wanted, seen):
    """[(marker, seen, wanted)] of the markers that are not seen as they should be, by numbers of right events."""
    found = []
    for name in dict.fromkeys(event[0] for event in [*wanted, *seen]):
        want = {event: count for event, count in wanted.items() if event[0] == name}
        got = {event: count for event, count in seen.items() if event[0] == name}
        if want != got:
            right = sum(min(count, got.get(event, 0)) for event, count in want.items())
            found.append((name, right, sum(want.values()), sum(got.values())))
    return found


def cell(way, subject, oracle):
    """A cell of the table."""
    seen = seen_of(way, subject)
    if way.level is None:
        missing = set(KIND) - seen
        return ideal(way) if not missing else f"without {', '.join(sorted(missing))}"
    wrong = difference(oracle.wanted(way), seen)
    if not wrong:
        return ideal(way)
    shown = [f"{name} {right} of {want}" + (f" ({got} shown)" if got != right else "") for name, right, want, got in wrong]
    return "; ".join(shown) + "; else every event"


def ideal(way):
    """The cell of a way that shows all."""
    return f"every event: {LEVELS[way.level]}" if way.level else f"all {len(KIND)} named"


def check_way(way, subject, oracle):
    """Three times: tools lose events when they get no processor. What minipy did not fire no time would show."""
    for Waiting.pause in (0.2, 1.0, 4.0):
        try:
            shown = cell(way, subject, oracle)
        except Failure as failure:  # as of perf, which then wrote nothing
            shown = str(failure)
        if shown == ideal(way):
            return
    raise Failure(shown)


def rows_of_page():
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    part = text.partition("### Each tool, each way")[2]
    return [[field.strip() for field in row.split("|")[1:-1]] for row in re.findall(r"^\|.*\|$", part, re.M)]


def check_page():
    """The table has a row for each way, and says of minipy what the checks before this hold it to."""
    rows = [row[:4] for row in rows_of_page()[2:2 + len(WAYS)]]
    wanted = [[way.tool, way.way, f"`{way.command}`", ideal(way)] for way in WAYS]
    if rows != wanted:
        raise Failure(f"docs/PROBES.md has other rows (ways.py --write): {[row for row in rows if row not in wanted]}, "
                      f"wanted {[row for row in wanted if row not in rows]}")


def private_copy(file, folder):
    """A file of our own: while bcc's tools live, no other tracer can attach to the markers that they trace."""
    return shutil.copy(os.path.realpath(file), folder)


def subjects(folder, shared=True):
    made = []
    for name, files in (("minipy", [os.path.join(ROOT, "minipy")]),
                        ("libminipy.so", [os.path.join(ROOT, "build", "shared", file)
                                          for file in ("minipy", "libminipy.so", "libminipy.so.0")]),
                        ("CPython 3.11", [PYTHON])):
        home = os.path.join(folder, name.replace(" ", ""))
        os.mkdir(home)
        try:
            copies = [private_copy(file, home) for file in files[:2]]
        except FileNotFoundError as error:
            raise Skip("find", f"{error.filename} (make libminipy.so)")
        if len(files) == 3:
            os.symlink("libminipy.so", os.path.join(home, os.path.basename(files[2])))
        made.append(Subject(name, copies[0], copies[-1], home))
    return made


def run_checks(report):
    if not any(report.only in f"ways: {way.tool}, {way.way}: minipy" for way in WAYS):
        return
    with tempfile.TemporaryDirectory(prefix="mpw", dir="/tmp") as folder:
        try:
            oracle, targets = Oracle(folder), subjects(folder)[:2]
        except Skip as skip:
            report.check("ways", reraise, skip)
            return
        for subject in targets:
            for way in WAYS:
                if way.library or subject.name != "libminipy.so":
                    report.check(f"ways: {way.tool}, {way.way}: {subject.name}", check_way, way, subject, oracle)
    report.check("ways: the table of docs/PROBES.md", check_page)


def reraise(problem):
    raise problem


def make_table(only):
    with tempfile.TemporaryDirectory(prefix="mpw", dir="/tmp") as folder:
        oracle, targets = Oracle(folder), subjects(folder)
        lines = ["| tool | way | command | minipy | libminipy.so | CPython 3.11 |", "|---|---|---|---|---|---|"]
        for way in WAYS:
            if only not in f"{way.tool} {way.way}":
                continue
            cells = [way.tool, way.way, f"`{way.command}`"]
            for subject in targets:
                try:
                    cells.append(cell(way, subject, oracle))
                except Skip as skip:
                    cells.append("not run: " + ": ".join(skip.args))
                except Failure as failure:
                    if "Error finding location" in str(failure):
                        cells.append("finds no marker before the library is loaded")
                        continue
                    cells.append("fails: " + str(failure)[:200].replace("\n", " "))
            lines.append("| " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
        return "\n".join(lines) + "\n"


def write_page(table):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    before, head, rest = text.partition("### Each tool, each way")
    new = re.sub(r"(^\|.*\|\n)+", lambda match: table, rest, count=1, flags=re.M)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + head + new)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="put the table into docs/PROBES.md")
    parser.add_argument("--only", default="", help="ways whose tool or way has this word")
    options = parser.parse_args()
    enter_mount_namespace()
    table = make_table(options.only)
    if options.write and not options.only:
        write_page(table)


if __name__ == "__main__":
    main()
