"""What tools do where something is missing or odd: each works, or says what is missing; none shows a traceback.

No uprobes (the kernel's files for them are hidden, in a mount namespace), no root, a program that is stripped, without
markers, or replaced while it is traced, and names that are no UTF-8, or have characters that play tricks."""
import glob
import os
import re
import shutil
import subprocess
import sys
import time
import xml.dom.minidom

import spy
import streams
from common import HERE, PYTHON, ROOT, TRACEFS, Failure, Skip, run

SCRIPTS = os.path.join(ROOT, "probes", "scripts")
FRONT = os.path.join(SCRIPTS, "minipy-trace")
COST = os.path.join(ROOT, "bench", "marker_cost.py")
NOBODY = {"user": 65534, "group": 65534, "extra_groups": []}
GREETING = "print('it ran')"


def expect(true, about, made):
    if not true:
        raise Failure(f"{about}: exit {made.returncode}, printed {made.stdout[-600:]!r}, said {made.stderr[-600:]!r}")


def trace(*words, **options):
    made = run([PYTHON, FRONT, *words], check=False, **options)
    expect("Traceback" not in made.stderr, "a traceback", made)
    return made


# ---- the machine, or who asks, may not trace

def check_nobody(target):
    """minipy-trace ends with 125 and has not run the program; what needs no root works."""
    made = trace("function_counts", target.binary, "-S", "-c", GREETING, **NOBODY)
    expect(made.returncode == 125 and "root is needed" in made.stderr and not made.stdout, "minipy-trace", made)
    made = run([target.binary, "-S", "--trace=calls", "-c", GREETING], **NOBODY)
    expect("function-entry:<string>:<module>:0" in made.stderr, "--trace", made)
    made = run([PYTHON, COST], check=False, **NOBODY)
    expect("needs root" in made.stderr, "marker_cost.py", made)


def run_checks_of(only, environment, **options):
    """This very suite, part of it, where it cannot trace."""
    return run([*options.pop("before", []), PYTHON, os.path.join(HERE, "run.py"), "--only", only, "--programs", "call_stack"],
               check=False, timeout=100, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}, **options)


def expect_skips(about, **options):
    """Each skip says its step and its reason; with REQUIRE_TRACERS=1 skips are failures."""
    for required, wanted in (("0", 0), ("1", 1)):
        made = run_checks_of("bpftrace: call_stack", {"REQUIRE_TRACERS": required, "MINIPY_PROBES_UNSHARED": "1"}, **options)
        skips = re.findall(r"^SKIP [^:]+: .*: .+$", made.stdout, re.M)
        expect(made.returncode == wanted and skips and ", 0 failed, " in made.stdout, f"{about}, REQUIRE_TRACERS={required}", made)


def check_suite_of_nobody(target):
    expect_skips("the suite as nobody", **NOBODY)


# A machine without uprobes: neither the kernel's device for them nor tracefs is to be seen.
HIDE = ["unshare", "-m", "sh", "-c", "mount -t tmpfs none /sys/bus/event_source/devices && mount -t tmpfs none /sys/kernel && exec \"$@\"", "sh"]


def check_no_uprobes(target):
    if os.geteuid() != 0 or run([*HIDE, "true"], check=False).returncode:
        raise Skip("hide uprobes", "mounts are not permitted")
    made = run([*HIDE, PYTHON, FRONT, "function_counts", target.binary, "-S", "-c", GREETING], check=False)
    expect(made.returncode == 125 and not made.stdout and re.search(r"^minipy-trace: \w+: .+", made.stderr), "minipy-trace", made)
    made = run([*HIDE, target.binary, "-S", "--trace=calls", "-c", GREETING])
    expect("function-entry:" in made.stderr and made.stdout == "it ran\n", "--trace", made)
    if target.marked == target.binary:
        expect_skips("the suite without uprobes", before=HIDE)


# ---- the program

def check_stripped(target):
    """The markers' notes and the table survive strip; tools that need them work as before."""
    binary = os.path.join(target.folder, "stripped_" + os.path.basename(target.marked))
    run(["strip", "-o", binary, target.marked])
    sections = run(["readelf", "-SW", binary]).stdout
    for section in ".note.stapsdt", ".minipy_debug", ".probes":
        if section + " " not in sections:
            raise Failure(f"strip took {section}")
    notes = [run(["readelf", "-nW", file]).stdout.partition(".note.stapsdt")[2] for file in (binary, target.marked)]
    if notes[0] != notes[1] or not notes[0]:
        raise Failure("the notes are others")
    if target.marked == target.binary:
        made = trace("function_counts", "-F", "<module>", binary, "-S", "-c", GREETING)
        expect(made.returncode == 0 and re.search(r"^ +1  <string>:<module>$", made.stdout, re.M), "minipy-trace", made)
        with spy.started([binary, "-S", os.path.join(spy.SPIED, "stacks.py")], "standing") as (child, said):
            spy.wait_told(child, said)
            spy.compare(said, spy.parse(spy.minipy_bt("-p", str(child.pid), "-ex", "minipy-bt -a")))


def blank_table(path):
    with open(path, "r+b") as file:
        section = spy.elf.Elf(file).section(".minipy_debug")
        file.seek(section.offset)
        file.write(bytes(section.size))


def check_without(target):
    """A program without markers (PROBES=none), or without the table: tools say which is missing."""
    bare, blind = (os.path.join(target.folder, name) for name in ("no_markers", "no_table"))
    run(["objcopy", "--remove-section=.note.stapsdt", target.binary, bare])
    blank_table(shutil.copy(target.binary, blind))
    made = trace("function_counts", bare, "-S", "-c", GREETING)
    expect(made.returncode == 125 and "none in " in made.stderr and not made.stdout, "minipy-trace", made)
    made = run([os.path.join(SCRIPTS, "raw-uprobe"), bare, "line"], check=False)
    expect(made.returncode != 0 and made.stderr and "Traceback" not in made.stderr and not made.stdout, "raw-uprobe", made)
    made = run([bare, "-S", "--trace=calls", "-c", GREETING])
    expect("function-entry:" in made.stderr, "--trace", made)
    with spy.started([blind, "-c", "print('up', flush=True); import time; time.sleep(60)"], "up") as (child, _):
        made = run([spy.SPY, "dump", str(child.pid)], check=False)
        expect(made.returncode == 1 and made.stderr and "Traceback" not in made.stderr, "minipy-spy", made)
        try:
            raise Failure("minipy-bt: " + spy.minipy_bt("-p", str(child.pid), "-ex", "minipy-bt")[-300:])
        except Failure as failure:
            if "no minipy here: attach to a process" not in str(failure) or "Python Exception" in str(failure):
                raise


WORKS = """
import sys, time
def step():
    pass
print("up", flush=True)
for line in sys.stdin:
    for i in range(10):
        step()
    print("stepped", flush=True)
"""


def check_replaced(target):
    """Another program is put in its place, as by an update: the traced one stays traced; who comes later says it."""
    folder = os.path.join(target.folder, "replaced")
    os.makedirs(folder, exist_ok=True)
    binary = shutil.copy(target.binary, folder)
    marked = binary if target.marked == target.binary else shutil.copy(target.marked, folder)
    environment = {**os.environ, "LD_LIBRARY_PATH": folder}
    if marked != binary:
        os.symlink(os.path.basename(marked), marked + ".0")
    with subprocess.Popen([binary, "-c", WORKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                          env=environment) as child:
        child.stdout.readline()
        results = os.path.join(folder, "results")
        with subprocess.Popen([PYTHON, FRONT, "-b", marked, "-o", results, "call_stack", "-F", "step", "-p", str(child.pid)],
                              stderr=subprocess.PIPE, text=True) as front:
            wait_for_event(child, results, front)
            shutil.copy(marked, marked + ".new")
            os.replace(marked + ".new", marked)
            before = step(child, results)
            after = step(child, results)
            front.send_signal(2)
            said = front.communicate(timeout=30)[1]
        if front.returncode or after - before != 10:
            raise Failure(f"{after - before} events of 10; exit {front.returncode}: {said[-300:]}")
        made = subprocess.run(["timeout", "-s", "INT", "4", PYTHON, FRONT, "call_stack", "-F", "step", "-p", str(child.pid)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        expect("Traceback" not in made.stderr and made.returncode == 125 and re.search("replaced|deleted", made.stderr),
               "minipy-trace, later", made)
        child.stdin.close()


def step(child, results):
    """How many entries were seen after ten more."""
    child.stdin.write("\n")
    child.stdout.readline()
    time.sleep(0.7)
    return entries(results)


def entries(path):
    with open(path) as file:
        return file.read().count("function-entry")


def wait_for_event(child, results, front):
    end = time.monotonic() + 30
    while not (os.path.exists(results) and entries(results)):
        if time.monotonic() > end or front.poll() is not None:
            raise Skip("attach", front.stderr.read()[-300:] if front.poll() is not None else "no event seen")
        step(child, results) if os.path.exists(results) else time.sleep(0.1)


# ---- names

ODD = """
import sys
def inner():
    return 1
def call(f):
    return f()
for name, path in (("sur\\udc80rogate", "/x/sur\\udcffpath.py"), ("nul\\0byte", "/x/nul\\0path.py"), ("", ""),
                   ("new\\nline", "/x/ne\\nw.py"), ("semi;colon<&>\\"'", "/x/<&>\\"'.py"), ("\\u00e9\\u20ac\\U0001f40d", "/x/\\u00e9.py")):
    call(type(inner)(inner.__code__.replace(co_name=name, co_filename=path), globals()))
"""
# Of each: what a tracer shows, as file:function. A name that is no UTF-8 is NULL, and C's texts end at their NUL.
SHOWN = [":", "/x/nul:nul", ":", "/x/ne\nw.py:new\nline", "/x/<&>\"'.py:semi;colon<&>\"'", "/x/\u00e9.py:\u00e9\u20ac\U0001f40d"]


def check_names(target):
    """Each row of minipy-trace is one line; the picture is XML; what cannot be told is empty."""
    script = os.path.join(target.folder, "odd.py")
    with open(script, "w") as file:
        file.write(ODD)
    made = run([target.binary, "-S", "--trace=calls", script])
    for shown in SHOWN:
        file, name = shown.split(":")
        expect(f"function-entry:  {os.path.basename(file)}:{name}:3\n" in made.stderr, f"--trace: {shown!r}", made)
    environment = {**os.environ, "PYTHONUTF8": "1"}
    made = trace("-b", target.marked, "function_counts", target.binary, "-S", script, env=environment)
    wanted = sorted(f"{1 + (shown == ':')}  " + shown.replace("\n", "\\n") for shown in set(SHOWN))
    seen = sorted(line.strip() for line in made.stdout.splitlines() if line and script not in line)
    if made.returncode or seen != wanted:
        raise Failure(f"function_counts: {wanted} wanted, {seen} seen; {made.stderr[-300:]}")
    made = trace("-b", target.marked, "flame", target.binary, "-S", script, env=environment)
    if made.returncode or not all(re.fullmatch(r".+ \d+", line) for line in made.stdout.splitlines()):
        raise Failure(f"folded: {made.stdout[-500:]}")
    picture = os.path.join(target.folder, "odd.svg")
    trace("-b", target.marked, "flame", "-o", picture, target.binary, "-S", script, env=environment)
    titles = [title.firstChild.data.rpartition(":")[0] for title in xml.dom.minidom.parse(picture).getElementsByTagName("title")]
    for name in "nul (nul)", "semi:colon<&>\"' (<&>\"'.py)", "new\\nline (ne\\nw.py)", "\u00e9\u20ac\U0001f40d (\u00e9.py)":
        if name not in titles:
            raise Failure(f"{name} is not among the boxes {titles}")


def run_checks(target, report, prefix=""):
    if target.is_driver():
        return
    report.check(f"{prefix}bad input: no uprobes", check_no_uprobes, target)
    report.check(f"{prefix}bad input: stripped", check_stripped, target)
    report.check(f"{prefix}bad input: names", check_names, target)
    report.check(f"{prefix}bad input: replaced", check_replaced, target)
    if not prefix:
        report.check("bad input: no root", check_nobody, target)
        report.check("bad input: without markers or table", check_without, target)
        report.check("bad input: the suite as nobody", check_suite_of_nobody, target)
