"""minipy-spy, minipy-bt and stacks by bpftrace: what they see from outside, against what the programs
in spied/ say of themselves."""
import collections
import contextlib
import json
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time

from common import HERE, PYTHON, ROOT, Failure, Skip, run
from streams import tracers

SCRIPTS = os.path.join(ROOT, "probes", "scripts")
SPY = os.path.join(SCRIPTS, "minipy-spy")
SPIED = os.path.join(HERE, "spied")
sys.path.insert(0, SCRIPTS)
sys.dont_write_bytecode = True

from minipy_spy import dump, elf, errors, process, sampling, table  # noqa: E402

PATIENCE = 20
HEAD = re.compile(r'^thread (\d+)(?: "(.*)")?: (.*)$')
LOCAL = re.compile(r"^      (\S+) = (.*)$")
FRAME = re.compile(r"^  (.*):(-?\d+|\?) (.*)$")


@contextlib.contextmanager
def started(command, until, **options):
    """(the process, the lines that it has printed up to the one that begins so)"""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", errors="surrogateescape",
                             **options)
    try:
        lines = []
        while not lines or not lines[-1].startswith(until):
            lines.append(child.stdout.readline())
            if not lines[-1]:
                raise Failure(f"{command[1]}: it ended before it said {until!r}")
        yield child, lines
    finally:
        child.kill()
        child.communicate()


def wait_still(child, count=1):
    """Until so many of its threads sleep and have slept since the look before: what they said of where they stand is so."""
    end, before = time.monotonic() + PATIENCE, {}
    while True:
        now = {}
        for thread in os.listdir(f"/proc/{child.pid}/task"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # that one has just ended
                with open(f"/proc/{child.pid}/task/{thread}/status", encoding="utf-8", errors="replace") as file:
                    now[thread] = [line for line in file if line.startswith(("State", "voluntary", "nonvoluntary"))]
        if sum("State:\tS" in said[0] and said == before.get(thread) for thread, said in now.items()) >= count:
            return
        if time.monotonic() > end:
            raise Failure(f"{count} threads do not stand still: {now}")
        before = now
        time.sleep(0.05)


def wait_told(child, said):
    """Until those threads stand where they told that they would (spied/stacks.py)."""
    wait_still(child, sum(line.startswith("[") for line in said))


def spied(target, name, *words):
    return [target.binary, "-S", os.path.join(SPIED, name), *words]


def spy(*words, status=0):
    made = run([SPY, *map(str, words)], check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    if made.returncode != status:
        raise Failure(f"minipy-spy {' '.join(map(str, words))}: exit {made.returncode}: {made.stderr.strip()[-300:]}")
    return made


class Dump(dict):
    """{name or number of a thread: [[file, line, function], ...]}, and the text of which it is."""
    text = ""


def parse(text):
    threads, frames = Dump(), None
    threads.text = text
    for line in text.splitlines():
        if head := HEAD.match(line):
            frames = threads.setdefault(head.group(2) or head.group(1), [])
        elif (frame := FRAME.match(line)) and frames is not None:
            frames.append([frame.group(1), int(frame.group(2)), frame.group(3)])
    return threads


def compare(said, seen):
    """The stacks that the threads told, against those that were seen."""
    for line in said:
        if not line.startswith("["):
            continue
        name, wanted = json.loads(line)
        got = seen.get(name)
        if got is None:
            raise Failure(f"no thread {name}; there are {sorted(seen)}: {seen.text[-500:]!r}")
        if got != wanted:
            at = next((i for i, pair in enumerate(zip(wanted, got)) if pair[0] != pair[1]), min(len(wanted), len(got)))
            raise Failure(f"{name}: {len(wanted)} frames told, {len(got)} seen; the first that differs is "
                          f"{at}: told {wanted[at:at + 1]}, seen {got[at:at + 1]}")
    if not seen.keys() >= {"MainThread", "deep", "finalizer"}:
        raise Failure(f"threads missing: {sorted(seen)}")


# ---- minipy-spy dump

def check_dump(target):
    with started(spied(target, "stacks.py"), "standing") as (child, said):
        wait_told(child, said)
        compare(said, parse(spy("dump", child.pid).stdout))


def check_locals(target):
    """The reprs are Python's, where they are not shortened."""
    with started(spied(target, "values.py"), "{") as (child, said):
        wait_still(child)
        made = spy("dump", "--locals", child.pid)
    wanted = json.loads(said[-1])
    wanted.update(wanted="None", text="None", cell="[1]")
    seen = dict(match.groups() for match in map(LOCAL.match, made.stdout.splitlines()) if match)
    for name in sorted(wanted.keys() | seen.keys()):
        if wanted.get(name) != seen.get(name):
            raise Failure(f"{name}: {wanted.get(name)} wanted, {seen.get(name)} seen")


def check_stripped(target):
    """No symbols are needed; nor are headers of sections."""
    for cut in "symbols", "sections":
        if os.path.basename(target.marked) != "minipy":
            raise Skip("strip the program", "the table is in the library")
        binary = os.path.join(target.folder, "stripped")
        run(["strip", "-o", binary, target.marked])
        if cut == "sections":
            with open(binary, "r+b") as file:
                file.seek(40)  # e_shoff
                file.write(bytes(8))
        with started([binary, os.path.join(SPIED, "stacks.py")], "standing") as (child, said):
            wait_told(child, said)
            compare(said, parse(spy("dump", child.pid).stdout))


def check_deleted(target):
    """A program whose file is gone, as after an update."""
    binary = shutil.copy(target.binary, os.path.join(target.folder, "deleted"))
    if target.marked != target.binary:
        shutil.copy(target.marked, target.folder)
    with started([binary, os.path.join(SPIED, "stacks.py")], "standing") as (child, said):
        os.unlink(binary)
        wait_told(child, said)
        compare(said, parse(spy("dump", child.pid).stdout))


def check_vms(target):
    """The vms of a process are all seen, each with its thread, and none that is gone."""
    if target.marked != target.binary:
        raise Skip("link libminipy.a", "this is the build with libminipy.so")
    binary, count = os.path.join(target.folder, "many_vms"), 12
    run(["cc", "-O1", "-I", os.path.join(ROOT, "include"), "-o", binary, os.path.join(HERE, "many_vms.c"),
         os.path.join(ROOT, "libminipy.a"), "-lgmp", "-lm", "-ldl", "-lpthread"])
    with started([binary, str(count)], "standing") as (child, _):
        wait_still(child, count + 1)
        text = spy("dump", child.pid).stdout
    stacks = [frames for frames in parse(text).values()]
    wanted = sorted(f"stays_{i}" for i in range(count))
    if sorted(frames[0][2] for frames in stacks if frames) != wanted or text.count("vm at 0x") != count:
        raise Failure(f"{wanted} wanted: {text}")


# ---- errors

def refused(wanted, *words):
    made = spy(*words, status=1)
    if wanted not in made.stderr or "Traceback" in made.stderr or made.stdout:
        raise Failure(f"{words}: said {made.stderr!r}, which has no {wanted!r}")


def check_errors(target):
    for command in "dump", "top":
        refused("there is no process 4194304", command, 4194304)
    with started(["sh", "-c", "echo up; exec sleep 100"], "up") as (child, _):
        refused("runs no minipy", "dump", child.pid)
        refused("ends in .svg or .folded", "record", child.pid, "-o", "x.pdf")
    refused("No such file", "offsets", "/nowhere/minipy")
    refused("has no section", "offsets", "/bin/sh")
    refused("no ELF file", "offsets", SPY)
    refused("-p PID", "bpf", "line")
    refused("no marker nothing", "bpf", "nothing", target.binary)


def check_document():
    """docs/STACKS.md speaks of rows that there are."""
    with open(os.path.join(ROOT, "vm", "debug", "offsets.def"), encoding="utf-8") as file:
        rows = set(re.findall(r"^(?:FIELD|SIZE|NUMBER)\((\w+),", file.read(), re.M))
    with open(os.path.join(ROOT, "docs", "STACKS.md"), encoding="utf-8") as file:
        text = file.read().partition("## The table")[2]
    groups = {row.partition("_")[0] for row in rows}
    named = {word for word in re.findall(r"(?<![\w*/.])[a-z]+_[a-z_0-9]+", text) if word.partition("_")[0] in groups}
    unknown = sorted(named - rows)
    if unknown or len(named) < 60:
        raise Failure(f"no such rows: {unknown}; {len(named)} are named")


def check_version(target):
    """A table of another version is named, not misread."""
    if target.marked != target.binary:
        raise Skip("change the program", "the table is in the library")
    binary = shutil.copy(target.binary, os.path.join(target.folder, "other"))
    with open(binary, "r+b") as file:
        section = elf.Elf(file).section(table.SECTION)
        file.seek(section.offset + len(table.COOKIE))
        file.write(struct.pack("<I", 77))
    with started([binary, os.path.join(SPIED, "busy.py")], "begun") as (child, _):
        refused("has version 77", "dump", child.pid)
    refused("has version 77", "offsets", binary)


def check_permission(target):
    """Who may not read is told what to do."""
    if os.geteuid() != 0:
        raise Skip("become another user", "not root")
    with started(spied(target, "busy.py"), "begun") as (child, _):
        made = run([SPY, "dump", str(child.pid)], check=False, user=65534, group=65534, extra_groups=[])
    if made.returncode != 1 or "run minipy-spy as root" not in made.stderr:
        raise Failure(f"exit {made.returncode}: {made.stderr.strip()[-300:]}")


# ---- top and record

def shares(text):
    """{function: share of the counts} of folded stacks, by the functions of busy.py."""
    counts = {}
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        for function in set(re.findall(r"(\w+) \(", stack)):
            counts[function] = counts.get(function, 0) + int(count)
    return counts


def check_record(target):
    folded = os.path.join(target.folder, "out.folded")
    with started(spied(target, "busy.py"), "begun") as (child, _):
        spy("record", child.pid, "-o", folded, "-d", 1.5, "-r", 200)
        everything = spy("record", child.pid, "-o", "-", "-d", 0.3, "--idle").stdout
        svg = os.path.join(target.folder, "out.svg")
        spy("record", child.pid, "-o", svg, "-d", 0.3, "--lines", "--threads")
    with open(folded, encoding="utf-8") as file:
        counts = shares(file.read())
    share = counts.get("hot", 0) / max(1, counts.get("hot", 0) + counts.get("cold", 0))
    if not 0.6 < share < 0.9 or counts.get("burn", 0) < 100:
        raise Failure(f"hot() has {share:.2f} of the time, not 0.75: {counts}")
    if "sleeper" in counts or not {"sleeper", "waiter", "hot"} <= shares(everything).keys():
        raise Failure(f"idle threads: without --idle {sorted(counts)}, with it {sorted(shares(everything))}")
    with open(svg, encoding="utf-8") as file:
        picture = file.read()
    if not picture.startswith("<?xml") or "busy.py" not in picture:
        raise Failure("no flame graph")


def check_top(target):
    with started(spied(target, "busy.py"), "begun") as (child, _):
        made = spy("top", child.pid, "-d", 1.1)
    if "\x1b" in made.stdout:
        raise Failure("it draws on a pipe")
    rows = {match.group(5): float(match.group(2)) for match in re.finditer(
        r"^ +([\d.]+) +([\d.]+) +(\d+) +(\d+)  (\w+) \(", made.stdout.split("\n\n")[-2], re.M)}
    if not 55 < rows.get("hot", 0) < 95 or not 95 < rows.get("burn", 0):
        raise Failure(f"total %: {rows}")


ENDING = """import os, threading
def f():
    while not told: pass
def listen():
    os.read(0, 1)
    told.append(1)
told = []
threading.Thread(target=listen).start()
print("up", flush=True)
f()
"""


def check_end(target):
    """The process ends while it is recorded: what was seen is written. It ends when the recorder has said that it has
    begun, so that no machine is too busy."""
    with started([target.binary, "-S", "-c", ENDING], "up", stdin=subprocess.PIPE) as (child, _):
        with subprocess.Popen([SPY, "record", str(child.pid), "-o", "-", "-r", "50"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as recorder:
            said = recorder.stderr.readline()
            print(file=child.stdin, flush=True)
            written, left = recorder.communicate(timeout=60)
        ended = child.wait(PATIENCE)
    if recorder.returncode or ended or "f (<string>" not in written or "is recorded until" not in said:
        raise Failure(f"exit {recorder.returncode}, {ended} of the program: {written!r} {said!r} {left!r}")


def check_ended(target):
    """There was nothing to be seen: an error, and nothing is written."""
    with started([target.binary, "-S", "-c", "print('up', flush=True)"], "up") as (child, _):
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # its number is still its own
        refused(f"process {child.pid} has ended", "record", child.pid, "-o", "-")
        refused(f"process {child.pid} has ended", "dump", child.pid)


TRICKS = """import time
exec(compile("def f(): time.sleep(100)", "a\\x1b[2Jb\\n.py", "exec"))
f.__code__ = f.__code__.replace(co_name="\\x07x", co_qualname="\\udc80\\u202e")
print("up", flush=True)
f()
"""


def check_tricks(target):
    """Names cannot play tricks on the terminal."""
    with started([target.binary, "-S", "-c", TRICKS], "up") as (child, _):
        wait_still(child)
        text = spy("dump", child.pid).stdout
        folded = spy("record", child.pid, "--idle", "-o", "-", "-d", 0.2).stdout
    if "  a\\x1b[2Jb\\n.py:1 \\udc80\\u202e\n" not in text or "\\udc80\\u202e (a\\x1b" not in folded:
        raise Failure(f"{text!r} {folded!r}")


LOOP = """def loop():
    i = j = 0
    while True:
        i += 1
        j += i & 3
        i += 2
print("up", flush=True)
loop()
"""


def check_stop(target):
    """With --stop all lines of a loop are seen that stores no line, and no others."""
    with started([target.binary, "-S", "-c", LOOP], "up") as (child, _):
        text = spy("record", child.pid, "--stop", "--lines", "-d", 0.5, "-r", 200, "-o", "-").stdout
    lines = set(map(int, re.findall(r"loop \(<string>:(\d+)\) ", text)))
    if not {4, 5, 6} <= lines <= {3, 4, 5, 6}:
        raise Failure(f"lines {sorted(lines)}")


# ---- while everything changes

def check_hostile(target, stop, count=2000, seconds=60):
    """`count` dumps with locals of a program that never stands still: neither side fails, and most
    of the stacks are whole."""
    child = subprocess.Popen(spied(target, "hostile.py", str(seconds)), stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True)
    whole = torn = refused_ = 0
    try:
        end = time.monotonic() + seconds - 1
        while whole + refused_ < count and time.monotonic() < end:
            try:
                target_process = process.Process(child.pid)
                lines = list(dump.lines(target_process, sampling.attach(target_process), True, stop))
                whole += 1
                torn += any(line.startswith("  ... (it") for line in lines)
            except (errors.SpyError, errors.BadRead):
                refused_ += 1
                time.sleep(0.1)  # it execs itself: until there is a vm, which may take its time, each is refused
        child.send_signal(signal.SIGCONT)
        if child.poll() is not None:
            raise Failure(f"it ended by {child.returncode}: {child.stderr.read()[-500:]}")
    finally:
        child.kill()
        child.communicate()
    if whole < count * 0.8 or torn > whole * 0.1:
        raise Failure(f"of {count} dumps {whole} were made, {torn} of them torn; {refused_} were refused")
    return whole, torn, refused_


def check_hostile_ends(target, stop):
    """It ends as it does alone, looked at or not."""
    with subprocess.Popen(spied(target, "hostile.py", "1.8"), stderr=subprocess.PIPE, text=True) as child:
        while child.poll() is None:
            try:
                watched = process.Process(child.pid)
                list(dump.lines(watched, sampling.attach(watched), True, stop))
            except (errors.SpyError, errors.BadRead):
                pass
            time.sleep(0.01)
        if child.returncode != 7:
            raise Failure(f"exit {child.returncode}: {child.stderr.read()[-500:]}")


# ---- gdb

GDB = ["gdb", "-nx", "-q", "-batch", "-ex", "set debuginfod enabled off", "-ex", "set pagination off"]


def minipy_bt(*words, **options):
    if not shutil.which("gdb"):
        raise Skip("run gdb", "not installed")
    load = ["-ex", "source " + os.path.join(SCRIPTS, "minipy-gdb.py")]
    made = run([*GDB, *load, *words], timeout=120, env={**os.environ, "LC_ALL": "C.UTF-8"}, **options)
    return made.stdout


def check_gdb(target):
    with started(spied(target, "stacks.py"), "standing") as (child, said):
        wait_told(child, said)
        compare(said, parse(minipy_bt("-p", str(child.pid), "-ex", "minipy-bt -a")))
        alone = parse(minipy_bt("-p", str(child.pid), "-ex", "thread 1", "-ex", "minipy-bt"))
        if list(alone) != ["MainThread"]:
            raise Failure(f"the selected thread alone: {sorted(alone)}")


def check_core(target):
    """A core file of abort(), without its program: the table is found by its first bytes."""
    with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as file:
        if file.read().startswith(("|", "/")):
            raise Skip("dump core", "core_pattern leads elsewhere")
    folder = os.path.join(target.folder, "cores")
    os.makedirs(folder, exist_ok=True)

    def permit():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
    made = subprocess.run(spied(target, "stacks.py", "abort"), stdout=subprocess.PIPE, cwd=folder,
                          encoding="utf-8", preexec_fn=permit, check=False, stderr=subprocess.DEVNULL)
    cores = os.listdir(folder)
    if made.returncode != -signal.SIGABRT or not cores:
        raise Skip("dump core", f"exit {made.returncode}, and no core file")
    core = os.path.join(folder, cores[0])
    try:
        compare(made.stdout.splitlines(), parse(minipy_bt("-c", core, "-ex", "minipy-bt -a -l")))
    finally:
        shutil.rmtree(folder)


# ---- bpftrace

CHECKED = """
import json, sys
if sys.argv[1:]: sys.stdin.readline()
def checked(x):
    frame, stack = sys._getframe(0), []
    while frame and len(stack) < 10:
        stack.append([frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name])
        frame = frame.f_back
    stack[0][1] = frame_line
    print(json.dumps(stack))
    return x
frame_line = checked.__code__.co_firstlineno

def rec(n):
    return checked(n) if n == 0 else (
        rec(n - 1))

def gen(n):
    yield from [rec(n)]
    yield checked(1)

def naïve():
    return sorted([2], key=lambda v: [
        checked(v) for _ in range(2)])

for n in 3, 20:
    rec(n)
for x in gen(2): pass
naïve()
class A:
    x = list(map(
        checked, [1]))
"""


def check_bpf(target, marker):
    """The frames at a marker, newest first, ten at most."""
    script = os.path.join(target.folder, "checked.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(CHECKED)
    wanted = [json.loads(line) for line in run([PYTHON, script]).stdout.splitlines()]
    said = [json.loads(line) for line in run([target.binary, "-S", script]).stdout.splitlines()]
    if said != wanted:
        raise Failure(f"the program itself tells {said}, CPython {wanted}")
    output = traced(target, script, marker)
    seen = []
    for event in output.split(marker + " in thread ")[1:]:
        frames = [[m.group(1), int(m.group(2)), m.group(3)] for m in
                  re.finditer(r"^    (.*):(-?\d+) (.*)$", event, re.M)]
        if frames and frames[0][2] == "checked":
            seen.append(frames)
    if marker != "function__entry":  # each of the lines of checked(): its first
        seen = [frames for frames in seen if frames[0][1] == wanted[0][0][1] + 1]
        for frames in wanted:
            frames[0][1] += 1
    if seen != wanted:
        raise Failure(f"{len(wanted)} stacks wanted, {len(seen)} seen: " + next(
            (f"{w} wanted, {s} seen" for w, s in zip(wanted, seen) if w != s), ""))


# Each line names the markers that it fires.
EVERY = """\
import _thread, gc, probes, sys, time
def inner(): pass  # function__entry function__return function__latency line
def numbers():
    yield 1  # generator__yield generator__resume
    yield 2
class Mine:
    __slots__ = ()
def thread():
    time.sleep(0.03)
    lock.release()
def place():
    global lock
    inner()
    list(numbers())
    made = [Mine()]  # object__alloc
    del made[0]  # object__free
    abs(-1)  # cfunction__entry cfunction__return
    try:
        {}[1]  # exception__raise exception__handled
    except KeyError:
        pass
    try:
        raises()
    except ValueError:
        pass
    gc.collect()  # gc__start gc__done gc__phase__start gc__phase__done gc__stats
    import colorsys  # import__find__load__start import__find__load__done module__exec__start module__exec__done
    sys.audit("probes.stacks")  # audit
    compile("1", "", "eval")  # compile__start compile__done
    probes.mark("here")  # mark
    lock = _thread.allocate_lock()
    lock.acquire()
    _thread.start_new_thread(thread, ())
    lock.acquire()  # lock__wait lock__acquired
    _thread.start_new_thread(spin, ())
    for _ in range(5): time.sleep(0.01)  # gil__acquired
    ended.append(1)
def raises():
    raise ValueError  # exception__unwind
def spin():
    while not ended: pass
ended = []
sys.stdin.readline()
place()
time.sleep(0.05)
"""
NO_STACK = {"process__start", "process__end", "thread__start", "thread__stop"}  # no Python frame runs there


def check_every_marker(target):
    """At each marker of both providers: the frame of the line that fires it, and below it the callers."""
    script = os.path.join(target.folder, "every.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(EVERY)
    rows = EVERY.splitlines()
    markers = {name: (number, rows[number - 1]) for number, row in enumerate(rows, 1)
               for name in row.partition("# ")[2].split()}
    known = {marker.name for marker in target.markers + target.more}
    if set(markers) | NO_STACK != known:
        raise Failure(f"of the markers {sorted(set(markers) ^ known ^ NO_STACK)}")
    output = traced(target, script, *sorted(markers))
    stacks = collections.defaultdict(list)
    for name, text in re.findall(r"^(\w+) in thread \d+\n((?:    .*\n)*)", output, re.M):
        stacks[name].append(re.findall(r":(-?\d+) (.*)$", text, re.M))
    wrong = [name for name, (number, _) in markers.items() if not any(is_at(number, stack) for stack in stacks[name])]
    if wrong:
        raise Failure("no stack of the line that fires it: " + "; ".join(
            f"{name} at line {markers[name][0]}, of {len(stacks[name])}: {stacks[name][-3:]}" for name in wrong))


def is_at(number, stack):
    """Is the line in it, in place() or in what that calls, and the module below? An entry has the line of `def`."""
    names = [name for _, name in stack]
    return str(number) in [line for line, _ in stack[:2]] and names[-2:] == ["place", "<module>"]


READY = """
interval:ms:20 /!@ready/ { @ready = 1; printf("ready\\n"); }
"""


def traced(target, script, *markers):
    """What bpftrace prints while the script runs, which waits for a line until it has attached."""
    if not shutil.which("bpftrace"):
        raise Skip("find bpftrace", "not installed")
    with subprocess.Popen([target.binary, "-S", script, "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        program = "".join(spy("bpf", marker, "-p", child.pid).stdout for marker in markers) + READY
        session = tracers.Bpftrace(["-p", str(child.pid), "-e", program], os.path.join(target.folder, "bpf.out"),
                                   {"BPFTRACE_STRLEN": "128", **tracers.NOTHING_LOST})
        attached = session.wait_for("ready\n")
        child.communicate(b"\n")
    if not attached:
        session.kill()
        raise Skip("attach", session.text().strip()[-300:])
    session.end()
    return session.text()


def run_checks(target, report, prefix="spy: ", every=True):
    if target.is_driver():
        return
    report.check(prefix + "dump", check_dump, target)
    report.check(prefix + "gdb", check_gdb, target)
    report.check(prefix + "function__entry by bpftrace", check_bpf, target, "function__entry")
    if not every:
        return
    report.check(prefix + "a stack at each marker by bpftrace", check_every_marker, target)
    report.check(prefix + "dump --locals", check_locals, target)
    report.check(prefix + "stripped", check_stripped, target)
    report.check(prefix + "deleted", check_deleted, target)
    report.check(prefix + "names that play tricks", check_tricks, target)
    report.check(prefix + "many vms", check_vms, target)
    report.check(prefix + "the document", check_document)
    report.check(prefix + "errors", check_errors, target)
    report.check(prefix + "another version", check_version, target)
    report.check(prefix + "no permission", check_permission, target)
    report.check(prefix + "record", check_record, target)
    report.check(prefix + "top", check_top, target)
    report.check(prefix + "the end of the process", check_end, target)
    report.check(prefix + "a process that has ended", check_ended, target)
    for stop in False, True:
        word = "stopped" if stop else "running"
        report.check(f"{prefix}a hostile program, {word}", check_hostile, target, stop, 50, 60)
        report.check(f"{prefix}a hostile program ends as it does, {word}", check_hostile_ends, target, stop)
    report.check(prefix + "lines of a loop, stopped", check_stop, target)
    report.check(prefix + "core file", check_core, target)
    report.check(prefix + "line by bpftrace", check_bpf, target, "line")
