"""Provider minipy: each marker, seen by bpftrace, against what CPython or the program itself says.

Calls of C, exceptions and generators are compared with CPython's (more/oracle.py), event for event.
The others have no event in CPython: the programs here print what they did, and the events must say
the same."""
import collections
import os
import re
import shutil
import subprocess
import tempfile

import streams
import tools
import ways
from common import HERE, PYTHON, Failure, Skip, run

MORE = os.path.join(HERE, "more")

# kind of more/oracle.py: the marker, and which of its values the oracle tells
TOLD = {
    "call": ("cfunction__entry", (0, 1)),
    "called": ("cfunction__return", (0, 1, 2)),
    "raise": ("exception__raise", (0, 1, 2, 3, 5)),
    "unwind": ("exception__unwind", (1, 2, 3)),
    "resume": ("generator__resume", (0, 1, 2)),
    "yield": ("generator__yield", (0, 1, 2)),
}


class Traced:
    """A program that ran under bpftrace with these markers of provider minipy: `rows` of
    (marker, values), of all its threads, and what it printed."""

    def __init__(self, target, script, names):
        known = {marker.name: marker for marker in target.more + target.markers}
        markers = [known[name] for name in names]
        sentinel = streams.Sentinel(target)
        tracer = streams.Bpftrace(target)
        try:
            tracer.start(markers)
            if not sentinel.wait_until(set(names), tracer):
                if "permitted" in tracer.why() or "denied" in tracer.why():
                    raise Skip("attach", tracer.why())
                raise Failure(f"raised: {sorted(sentinel.raised())}; {tracer.why()}")
            made = streams.Run(Named(script), ["taskset", "-c", "0", target.binary, "-S", script])
            tracer.stop()
        finally:
            tracer.clean()
            sentinel.end()
        self.output = made.output
        self.pid = made.pid
        by_kind = {marker.kind: marker.name for marker in markers}
        self.rows = [(by_kind[kind], values) for moment, _, kind, values in tracer.rows()
                     if made.start <= moment <= made.end]

    def of(self, name):
        return [values for marker, values in self.rows if marker == name]


class Named:
    """What streams.Run wants to know of a program."""

    def __init__(self, script):
        self.name = os.path.basename(script)


def write(target, name, text):
    path = os.path.join(target.folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def between_calls(rows):
    """From the call of callable() to the next: what lies around it is the start's and the oracle's own."""
    ends = [i for i, row in enumerate(rows) if row == ("call", "builtins", "callable")]
    return rows[ends[0] + 1:ends[-1]]


def check_oracle(target, name, kinds):
    script = shutil.copy(os.path.join(MORE, name + ".py"), target.folder)
    run([PYTHON, os.path.join(MORE, "oracle.py"), script])
    with open(script + ".events") as file:
        expected = [tuple(row.rstrip("\n").split("\t")) for row in file]
    traced = Traced(target, script, [TOLD[kind][0] for kind in kinds])
    kind_of = {TOLD[kind][0]: kind for kind in kinds}
    seen = [(kind_of[marker], *(values[i] for i in TOLD[kind_of[marker]][1])) for marker, values in traced.rows]
    expected = [row for row in expected if row[0] in kinds]
    if "call" in kinds:
        expected, seen = between_calls(expected), between_calls(seen)
    else:
        seen = [row for row in seen if script in row]
    if not expected:
        raise Failure("the oracle saw nothing")
    compare(expected, seen)


def compare(expected, seen):
    for i, (wanted, got) in enumerate(zip(expected, seen)):
        if wanted != got:
            raise Failure(f"event {i}: {got}, wanted {wanted}")
    if len(expected) != len(seen):
        longer = max(expected, seen, key=len)
        raise Failure(f"{len(seen)} events, wanted {len(expected)}; the next: {longer[min(len(expected), len(seen))]}")


HANDLED = """\
def fail():
    raise ValueError

def finally_():
    try:
        fail()
    finally:
        len("")

def except_():
    try:
        finally_()
    except KeyError:
        pass
    except ValueError:
        pass

class With:
    def __enter__(self): pass
    def __exit__(self, *args): return True

def with_():
    with With():
        fail()

except_()
with_()
[1, 2].sort()
for i in iter([]):
    pass
"""


def check_handled(target):
    """finally and with are handlers, too; what no handler saw, and loops that end, are none."""
    script = write(target, "handled.py", HANDLED)
    traced = Traced(target, script, ["exception__handled"])
    seen = [(kind, name, line) for kind, path, name, line, _ in traced.of("exception__handled") if path == script]
    compare([("ValueError", "finally_", "6"), ("ValueError", "except_", "12"), ("ValueError", "with_", "24")], seen)


LATENCY = """\
import time
def outer():
    inner()
    inner()
    time.sleep(0.02)
def inner():
    time.sleep(0.01)
def generate():
    yield 1
    time.sleep(0.01)
outer()
for _ in generate():
    time.sleep(0.03)
try:
    1 / 0
except ZeroDivisionError:
    pass
"""


def check_latency(target):
    """As many as returns; between what was slept and, loosely, what the machine adds."""
    script = write(target, "latency.py", LATENCY)
    traced = Traced(target, script, ["function__latency", "function__return"])
    rows = [values for values in traced.of("function__latency") if values[0] == script]
    compare([values[:3] for values in traced.of("function__return") if values[0] == script],
            [values[:3] for values in rows])
    at_least = {"inner": [10, 10], "outer": [40], "generate": [0, 10], "<module>": [80]}
    took = collections.defaultdict(list)
    for _, name, _, ns, _ in rows:
        took[name].append(int(ns) / 1e6)
    for name, bounds in at_least.items():
        if len(bounds) != len(took[name]) or any(
                not low <= ms < low + 1000 for low, ms in zip(bounds, took[name])):
            raise Failure(f"{name} took {took[name]} ms, of which it slept {bounds}")
    if took["generate"][0] > 10:  # what its caller did is not its own
        raise Failure(f"generate took {took['generate']} ms")


OBJECTS = """\
class Mine:
    __slots__ = ("one",)
class Back:
    def __del__(self):
        kept.append(self)
kept = []
def make():
    return [Mine() for _ in range(500)]
for _ in range(2):
    held = make()
    del held
Back()
kept.clear()
text = "x" * 10
for i in range(100):
    text += "yz" * i
del text
data = b"a" * 100
numbers = tuple(range(50))
nested = None
for i in range(3000):
    nested = [nested]
del nested
"".join(str(i) for i in range(10))
f"{1000 + 1}-{5}"
print(hex(id(kept)))
"""


def check_objects(target):
    """Each birth has a death of the same address, type and size, or the object lives at the end."""
    script = write(target, "objects.py", OBJECTS)
    traced = Traced(target, script, ["object__alloc", "object__free"])
    alive, died = {}, collections.Counter()
    for marker, (kind, size, address) in traced.rows:
        if marker == "object__alloc":
            if address in alive:
                raise Failure(f"{kind} at {address} is born where {alive[address]} lives")
            alive[address] = kind, size
        elif address in alive:  # else it was there before the tracer
            if alive.pop(address) != (kind, size):
                raise Failure(f"{kind} of {size} bytes died where another was born")
            died[kind] += 1
    if died["Mine"] != 1000 or died["Back"] != 1 or died["list"] < 3000 or died["str"] < 100:
        raise Failure(f"died: {died.most_common(8)}")
    if traced.output.strip().removeprefix("0x") not in {address for marker, (_, _, address) in traced.rows}:
        raise Failure("the list that lived to the end was not seen")
    if alive:
        raise Failure(f"{len(alive)} objects never died: {collections.Counter(alive.values()).most_common(5)}")


RINGS = """\
class Node:
    def __del__(self):
        pass
def ring():
    one, other = Node(), Node()
    one.other, other.other = other, one
"""
GC = """\
import gc
gc.disable()
""" + RINGS + """\
for _ in range(10):
    ring()
print(gc.collect())
print(gc.collect(0))
print(gc.collect(1))
"""
PHASES = ["find"]
GARBAGE = ["weakrefs", "finalize", "resurrect", "delete"]


def check_gc(target):
    """The phases of each collection, in order; the figures are those that gc.collect returns."""
    script = write(target, "collecting.py", GC)
    names = ["gc__start", "gc__phase__start", "gc__phase__done", "gc__stats", "gc__done"]
    traced = Traced(target, script, names)
    found = iter(traced.output.split())
    seen = []
    for marker, values in traced.rows:
        if marker == "gc__start":
            seen.append([values[0], [], None])
        elif marker == "gc__phase__start":
            if values[0] != seen[-1][0]:
                raise Failure(f"a phase of generation {values[0]} in a collection of {seen[-1][0]}")
            seen[-1][1].append(values[1])
        elif marker == "gc__phase__done" and values[1] != seen[-1][1][-1]:
            raise Failure(f"phase {values[1]} ended in {seen[-1][1][-1]}")
        elif marker == "gc__done":
            seen[-1][2] = values[0]
        elif marker == "gc__stats":
            generation, collected, uncollectable, live = values
            if (generation, collected, uncollectable) != (seen[-1][0], seen[-1][2], "0") or int(live) < 100:
                raise Failure(f"gc__stats {values} after {seen[-1]}")
    for wanted in ("2", "0", "1"):
        generation, phases, collected = next(one for one in seen if one[0] == wanted and one[2] is not None)
        if collected != next(found):
            raise Failure(f"generation {wanted}: {collected} collected; the program says {traced.output.split()}")
        if phases != PHASES + (GARBAGE if wanted == "2" else []):
            raise Failure(f"generation {wanted}: phases {phases}")


GARBAGE_KEPT = """\
import gc
gc.disable()
gc.collect()
""" + RINGS + """\
gc.callbacks.append(lambda phase, info: phase == "stop" and print(info["collected"], info["uncollectable"]))
gc.set_debug(gc.DEBUG_SAVEALL)
for _ in range(10):
    ring()
print(gc.collect(), len([one for one in gc.garbage if type(one) is Node]))
gc.set_debug(0)
"""


def check_garbage(target):
    """What gc.garbage keeps was collected, here and in CPython: there are no finalizers any more that forbid it."""
    script = write(target, "garbage.py", GARBAGE_KEPT)
    traced = Traced(target, script, ["gc__stats", "gc__done"])
    compare(run([PYTHON, script]).stdout.split("\n"), traced.output.split("\n"))
    found, uncollectable = traced.output.split()[:2]
    if [uncollectable] * 2 + ["20"] != ["0", traced.output.split()[1], traced.output.split()[3]]:
        raise Failure(f"the program says {traced.output.split()}")
    if not [values for values in traced.of("gc__stats") if values[:3] == ["2", found, "0"]]:
        raise Failure(f"{found} collected; gc__stats: {traced.of('gc__stats')}")


THREADS = """\
import threading, time
held, again = threading.Lock(), threading.RLock()
def wait():
    print(threading.get_ident(), threading.get_native_id())
    with held:
        pass
    held.acquire(timeout=0.01) and held.acquire(timeout=0.02)
    held.release()
held.acquire()
thread = threading.Thread(target=wait)
thread.start()
time.sleep(0.05)
held.release()
thread.join()
again.acquire()
other = threading.Thread(target=again.acquire)
other.start()
time.sleep(0.05)
again.release()
other.join()
print(id(held), id(again))
"""


def check_threads(target):
    """Two threads; waits for a lock and an RLock that were held, one of them in vain."""
    script = write(target, "threads.py", THREADS)
    traced = Traced(target, script, ["thread__start", "thread__stop", "lock__wait", "lock__acquired"])
    first, addresses = (line.split() for line in traced.output.splitlines())
    starts, stops = traced.of("thread__start"), traced.of("thread__stop")
    if len(starts) != 2 or sorted(starts) != sorted(stops) or starts[0] != first:
        raise Failure(f"started {starts}, stopped {stops}; the first says it is {first}")
    lock, again = (f"{int(address):x}" for address in addresses)
    got = collections.defaultdict(list)
    for address, kind, ns, ok in traced.of("lock__acquired"):
        got[address, kind].append((int(ns) / 1e6, ok))
    if len(traced.of("lock__wait")) != len(traced.of("lock__acquired")):
        raise Failure("waits and ends of waits are not as many")
    of_lock, of_again = got[lock, "lock"], got[again, "RLock"]
    if [ok for _, ok in of_lock] != ["1", "0"] or not 30 < of_lock[0][0] < 1000 or not 15 < of_lock[1][0] < 1000:
        raise Failure(f"the lock was waited for: {of_lock}")
    if [ok for _, ok in of_again] != ["1"] or not 30 < of_again[0][0] < 1000:
        raise Failure(f"the RLock was waited for: {of_again}")


GIL = """\
import sys, threading, time
sys.setswitchinterval(0.05)
time.sleep(0.01)
ended = False
def spin():
    while not ended:
        pass
thread = threading.Thread(target=spin)
thread.start()
time.sleep(0.01)
time.sleep(0.01)
ended = True
thread.join()
print(threading.get_ident(), thread.ident)
"""


def check_gil(target):
    """The main thread waits an interval at least after each of two sleeps, and at the start of the other."""
    script = write(target, "gil.py", GIL)
    traced = Traced(target, script, ["gil__acquired", "thread__start"])
    idents = traced.output.split()
    waits = [(ident, int(ns) / 1e6) for ident, ns in traced.of("gil__acquired")]
    long = [ident for ident, ms in waits if 45 < ms < 1000]
    if not set(ident for ident, _ in waits) <= set(idents) or long.count(idents[0]) < 2:
        raise Failure(f"threads {idents} waited: {waits}")
    if traced.rows[0][0] != "thread__start" and traced.rows[0][1][0] == idents[0]:
        raise Failure("the main thread waited for its lock while it was alone")


MODULES = """\
import sys, probes
sys.path.insert(0, sys.path[0] + "/modules")
import whole.part, _csv
try:
    import broken
except ZeroDivisionError:
    pass
eval("1 + 1")
compile("x", "<given>", "single")
try:
    exec("(")
except SyntaxError:
    pass
probes.mark("one", 7, "text", 2.5, -1, True)
probes.mark("two")
sys.exit(5 - 5)
"""


def check_rest(target):
    """Compilations, bodies of modules, the process, and marks of the program's own."""
    script = write(target, "modules.py", MODULES)
    for path, text in (("whole/__init__.py", ""), ("whole/part.py", "x = 1\n"), ("broken.py", "1 / 0\n")):
        path = os.path.join(target.folder, "modules", path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    traced = Traced(target, script, ["compile__start", "compile__done", "module__exec__start", "module__exec__done",
                                     "process__start", "process__end", "mark"])
    home = os.path.join(target.folder, "modules")
    ours = ("__main__", "whole", "whole.part", "broken", "probes", "_csv")
    compare([("start", "__main__"), ("start", "probes"), ("done", "probes", "1"), ("start", "whole"), ("done", "whole", "1"),
             ("start", "whole.part"), ("done", "whole.part", "1"), ("start", "_csv"), ("done", "_csv", "1"),
             ("start", "broken"), ("done", "broken", "0"), ("done", "__main__", "0")],
            [(marker.rpartition("__")[2], *values) for marker, values in traced.rows
             if "module" in marker and values[0] in ours])
    texts = [script, home + "/whole/__init__.py", home + "/whole/part.py", home + "/broken.py", "<given>", "<string>"]
    compare([(script, "exec"), (texts[1], "exec"), (texts[2], "exec"), (texts[3], "exec"), ("<string>", "eval"),
             ("<given>", "single"), ("<string>", "exec")],
            [tuple(values) for values in traced.of("compile__start") if values[0] in texts])
    compare([(text, "1") for text in (*texts[:4], "<string>", "<given>")] + [("<string>", "0")],
            [tuple(values) for values in traced.of("compile__done") if values[0] in texts])
    compare([[script]], traced.of("process__start"))
    compare([["0"]], traced.of("process__end"))
    compare([["one", "7 text 2.5 -1 True", "7", "-1", "1"], ["two", "", "0", "0", "0"]], traced.of("mark"))


MARKS = """\
import probes, sys
sys.stdin.read(1)
for i in range(20):
    probes.mark("turn", i, -i, 2 ** 40)
"""
TURNS = [("turn", i, -i, 2 ** 40) for i in range(20)]


class Perf:
    """perf with events of its own, which are the kernel's meanwhile."""

    def __init__(self, target, marker):
        self.folder = tempfile.mkdtemp(dir=target.folder)
        self.environment = {**os.environ, "HOME": self.folder, "LC_ALL": "C"}
        self.event = "sdt_minipy:" + marker
        self.binary = target.marked

    def __enter__(self):
        self.lock = tools.take_kernel_events()
        self.run("buildid-cache", "--add", self.binary)
        self.run("probe", "-q", self.event)
        return self

    def __exit__(self, *_):
        self.run("probe", "-q", "-d", self.event)
        self.lock.close()

    def run(self, *words):
        return run(["perf", "--buildid-dir", os.path.join(self.folder, "ids"), *words], env=self.environment)


def numbers_of_perf(text):
    found = re.findall(r"sdt_minipy:mark.*arg3[=:] ?(-?\w+),? arg4[=:] ?(-?\w+),? arg5[=:] ?(-?\w+)", text)
    return [tuple(signed(int(number, 0)) for number in row) for row in found]


def signed(number):
    return number - 2 ** 64 if number >= 2 ** 63 else number


def check_perf(target):
    """record and script, of the program and of the whole machine, trace, and stat."""
    script = write(target, "turns.py", MARKS)
    with Perf(target, "mark") as perf:
        data = os.path.join(perf.folder, "data")
        for machine in [], ["-a"]:
            perf.run("record", *machine, "-q", "-m", "4M", "-o", data, "-e", perf.event, "--", target.binary, "-S", script)
            compare([row[1:] for row in TURNS], numbers_of_perf(perf.run("script", "-i", data).stdout))
        made = perf.run("trace", "--libtraceevent_print", "-m", "4M", "-e", perf.event, target.binary, "-S", script)
        compare([row[1:] for row in TURNS], numbers_of_perf(made.stderr))
        made = perf.run("stat", "-x", ",", "-e", perf.event, target.binary, "-S", script)
        if not re.search(r"^20,,sdt_minipy:mark,", made.stderr, re.M):
            raise Failure(f"perf stat: {made.stderr[-300:]}")
        if perf.event not in perf.run("list", "sdt").stdout:
            raise Failure("perf list does not name it")


def check_gdb(target):
    """A breakpoint at the marker, and its arguments; each turn."""
    shown = 'printf "@%s %ld %ld %ld\\n", (char *)$_probe_arg0, $_probe_arg2, $_probe_arg3, $_probe_arg4'
    script = write(target, "turns.py", MARKS)
    commands = write(target, "turns.gdb", f"set breakpoint pending on\nset debuginfod enabled off\nset pagination off\n"
                     f"break -probe-stap minipy:mark\ncommands\nsilent\n{shown}\ncontinue\nend\nrun\n")
    made = run(["gdb", "-nx", "-q", "-batch", "-x", commands, "--args", target.binary, "-S", script])
    compare(TURNS, [(name, *map(int, numbers)) for name, *numbers in re.findall(r"^@(\w+) (\S+) (\S+) (\S+)$", made.stdout, re.M)])


def check_uprobe(target):
    """The tracefs line of raw-uprobe, in an instance of its own."""
    script = write(target, "turns.py", MARKS)
    raw = streams.RawUprobes(target)
    try:
        raw.start([marker for marker in target.more if marker.name == "mark"])
        run([target.binary, "-S", script])
        raw.stop()
        seen = [event for _, _, event in raw.events(target.more)]
    finally:
        raw.clean()
    compare([tuple(map(str, row)) for row in TURNS], [(event[1], *event[3:]) for event in seen])


def check_bcc(target):
    """minipy-bcc trace, of a process that runs."""
    script, output = write(target, "turns.py", MARKS), os.path.join(target.folder, "bcc.out")
    form = f'u:{target.marked}:mark "@%s %ld %ld %ld", arg1, arg3, arg4, arg5'
    with subprocess.Popen([target.binary, "-S", script], stdin=subprocess.PIPE) as program, open(output, "w") as file:
        tool = subprocess.Popen([ways.BCC, "trace", "-p", str(program.pid), form], stdin=subprocess.DEVNULL, stdout=file,
                                stderr=subprocess.STDOUT, env={**os.environ, "PYTHONUNBUFFERED": "1"}, start_new_session=True)
        try:
            ways.wait_for_text(output, "FUNC", tool)
            program.communicate(b"\n")
            ways.settle(output)
            tool.send_signal(2)
            tool.wait(20)
        finally:
            program.kill()
            tool.kill()
            tool.wait()
    with open(output) as file:
        seen = re.findall(r"@(\w+) (\S+) (\S+) (\S+)$", file.read(), re.M)
    compare(TURNS, [(name, *map(int, numbers)) for name, *numbers in seen])


def run_checks(target, report, prefix="", every=True):
    """Not every: one check of each kind of place, in a lane and of its own."""
    if target.is_driver():
        return
    if os.geteuid() != 0:
        report.check(f"{prefix}provider minipy", streams.reraise, Skip("attach", "not root"))
        return
    for name, check in ("perf", check_perf), ("gdb", check_gdb), ("bcc", check_bcc), ("raw uprobes", check_uprobe):
        report.check(f"{prefix}provider minipy: {name}", check, target)
    if not every:
        for check in (check_objects, check_rest):
            report.check(f"{prefix}provider minipy: {check.__name__.removeprefix('check_')}", check, target)
        return
    for name, kinds in (("calls_of_c", ("call", "called")), ("raising", ("raise", "unwind")),
                        ("resuming", ("resume", "yield")), ("resuming", ("raise", "unwind", "resume", "yield")),
                        ("raising", tuple(TOLD)[2:])):
        report.check(f"{prefix}provider minipy: {name}: {', '.join(kinds)}", check_oracle, target, name, kinds)
    for check in (check_handled, check_latency, check_objects, check_gc, check_garbage, check_threads, check_gil, check_rest):
        report.check(f"{prefix}provider minipy: {check.__name__.removeprefix('check_')}", check, target)
