"""The other programs that people use on the markers: perf, gdb, our own scripts."""
import collections
import fcntl
import os
import re
import signal
import subprocess
import time

import front
import streams
from common import HERE, ROOT, Failure, Skip, run
from streams import tracers

WAIT = 20.0  # seconds, for a program to end


def check_red_zone(target, flag):
    """Traced by a call instead of a trap, a leaf function keeps its values (redzone.c)."""
    binary = os.path.join(target.folder, "redzone" + flag)
    run(["cc", "-O2", flag, "-DMINIPY_SITE_NOP=5", "-I", ROOT, "-o", binary,
         os.path.join(HERE, "redzone.c")])
    child = subprocess.Popen([binary], stdout=subprocess.PIPE, text=True)
    try:
        made = run(["bpftrace", "-p", str(child.pid), "-e",
                    f"usdt:{binary}:python:leaf {{ @ = count(); }}"], check=False)
        wrong, _ = child.communicate(timeout=WAIT)
    finally:
        child.kill()
        child.wait()
    if child.returncode == 3:
        raise Skip("attach", (made.stderr + made.stdout).strip()[-200:])
    if "@: 1000" not in made.stdout:
        raise Failure(f"bpftrace did not count 1000 events: {made.stdout[-200:]}")
    if flag == "-mno-red-zone" and int(wrong) != 0:
        raise Failure(f"{wrong.strip()} of 1000 results are wrong")
    if flag == "-mred-zone" and int(wrong) == 0:
        raise Skip("spoil the red zone", "this kernel traces by a trap alone")


GDB = """set breakpoint pending on
set confirm off
set print elements 0
set pagination off
set debuginfod enabled off
"""


def check_gdb(target, name):
    """break -probe-stap stops at the markers and reads their arguments; the children of
    the process, which gdb leaves alone, end as they should."""
    program = target.find(name)
    output = os.path.join(target.folder, "gdb.out")
    script = os.path.join(target.folder, "probes.gdb")
    with open(script, "w") as file:
        file.write(GDB)
        for name, kind in (("function__entry", "entry"), ("function__return", "return")):
            file.write(f"break -probe-stap python:{name}\ncommands\nsilent\n"
                       f'printf "@{kind}\\t%s\\t%s\\t%d\\n", (char *)$_probe_arg0, '
                       "(char *)$_probe_arg1, (int)$_probe_arg2\ncontinue\nend\n")
        file.write(f"run {' '.join(target.command(program)[1:])} >{output}\n")
    made = run(["gdb", "-nx", "-q", "-batch", "-x", script, target.binary], timeout=120)
    seen = [tuple(line[1:].split("\t")) for line in made.stdout.splitlines()
            if line.startswith("@")]
    program.compare({"entry", "return"}, [seen], program.of_the_first_process())
    with open(output) as file:
        if not target.is_driver() and file.read() != program.output:
            raise Failure(f"{name}: other output than CPython's")


def check_script(target):
    """call_stack.bt prints the lines of --trace=calls, time stamps aside."""
    program = target.find("call_stack")
    scripts = os.path.join(ROOT, "probes", "scripts")
    traced = run([os.path.join(scripts, "minipy-trace"), "-b", target.binary, "call_stack",
                  *target.command(program)], check=False)
    if traced.returncode == front.CANNOT_TRACE:
        raise Skip("minipy-trace", traced.stderr.strip())
    inside = run([target.binary, "-S", "--trace=calls", program.script])
    pick = re.compile(r"^\d+(\t *function-(?:entry|return):.*)$", re.M)
    seen, wanted = pick.findall(traced.stdout), pick.findall(inside.stderr)
    if not wanted or seen != wanted:
        raise Failure(f"{len(seen)} lines, wanted {len(wanted)}: {traced.stdout[-400:]} "
                      f"{traced.stderr[-200:]}")


def put_tool(target, folder, name, text):
    """Makes an executable; returns a PATH on which it comes first."""
    folder = os.path.join(target.folder, folder)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)
    return folder + ":" + os.environ["PATH"]


def check_install(target, status):
    """What make bench installs first: with nothing missing apt, and its lock, is left
    alone. The status of a package is another one while some other process installs."""
    put_tool(target, "installed", "dpkg-query", f"#!/bin/sh\nprintf {status}\n")
    path = put_tool(target, "installed", "apt-get", "#!/bin/sh\necho called\nexit 9\n")
    made = run(["sh", os.path.join(ROOT, "tools", "install.sh"), "build", "bench"],
               env={**os.environ, "PATH": path})
    if made.stdout + made.stderr != "":
        raise Failure(made.stdout + made.stderr)


# Stands for a bpftrace that forgets so many signals before it ends.
DEAF = """#!/usr/bin/python3.11
import signal, sys, time
heard = 0
def hear(number, frame):
    global heard
    heard += 1
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, hear)
print("ready", flush=True)
while heard <= {}:
    time.sleep(0.05)
print("@: 1")
"""


def make_deaf(target, forgets):
    return put_tool(target, f"deaf{forgets}", "bpftrace", DEAF.format(forgets))


def check_deaf(target):
    """Signals that bpftrace forgets are sent again; it is killed when it hears none."""
    for forgets, patience, wanted in ((0, 20, True), (1, 20, True), (99, 1, False)):
        session = tracers.Bpftrace([], os.path.join(target.folder, "deaf"),
                                   {"PATH": make_deaf(target, forgets)})
        session.wait_for("ready")
        ended = session.end(patience=patience)
        if ended != wanted or session.process.poll() is None:
            raise Failure(f"forgets {forgets}: ended by itself: {ended}")
        if ended and "@: 1" not in session.text():
            raise Failure(f"forgets {forgets}: ended before it printed")


def take_kernel_events():
    """The names of perf's events are the kernel's: one run at a time has them. Returns a
    lock to close."""
    try:
        lock = open("/sys/kernel/tracing/uprobe_events", "rb")
    except OSError as error:
        raise Skip("find tracefs", str(error))
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return lock
        except BlockingIOError:
            time.sleep(0.1)
    lock.close()
    raise Skip("define the events", "another run has them for a minute")


def record(target, perf, program, environment):
    """What perf record sees of a program and its children: {(marker, line): count}.

    System-wide, as events that children inherit are lost by a process whose child has ended:
    16 of children_forked's 2585, at one and the same place, in 4 of 14 runs; with -a in none of 12.
    """
    data = os.path.join(target.folder, "perf", "data")
    events = [word for marker in target.markers
              for word in ("-e", f"sdt_python:{marker.name}")]
    run([*perf, "record", "-a", "-q", "-m", "4M", "-o", data, *events, "--",
         *target.command(program)], env=environment)
    text = run([*perf, "script", "-i", data], env=environment).stdout
    return collections.Counter(re.findall(r"sdt_python:(\w+): .*?arg3=(-?\d+)", text))


def difference(target, program, seen):
    """What --trace, of the program and its children, shows otherwise; None: nothing."""
    inside = run([target.binary, "-S", "--trace=all", program.script]).stderr
    shown = collections.Counter(
        (name.replace("-", "__"), number) for name, number in re.findall(
            r"^\d+\t *(function-entry|function-return|line):.*:(-?\d+)$", inside, re.M))
    if shown and seen == shown:
        return None
    return (f"{program.name}: wanted {sum(shown.values())} events, perf has "
            f"{sum(seen.values())}; missing {list((shown - seen).items())[:5]}, "
            f"too many {list((seen - shown).items())[:5]}")


def check_perf(target):
    """perf's events of each marker are as many as --trace's, and have its numbers."""
    folder = os.path.join(target.folder, "perf")
    os.mkdir(folder)
    environment = {**os.environ, "HOME": folder, "LC_ALL": "C"}
    perf = ["perf", "--buildid-dir", os.path.join(folder, "ids")]
    names = ["call_stack"] if target.is_driver() else ["call_stack", "children_forked"]
    with take_kernel_events():
        run([*perf, "buildid-cache", "--add", target.marked], env=environment)
        try:
            for marker in target.markers:
                run([*perf, "probe", "-q", f"sdt_python:{marker.name}"], env=environment)
            for name in names:
                for _ in range(3):  # perf loses samples when its reader gets no processor; another minipy may run
                    seen = record(target, perf, target.find(name), environment)
                    wrong = difference(target, target.find(name), seen)
                    if not wrong:
                        break
                else:
                    raise Failure(wrong)
        finally:
            run([*perf, "probe", "-q", "-d", "sdt_python:*"], env=environment, check=False)

def run_checks(target, report):
    for status in ("installed", "triggers-awaited"):
        report.check(f"bench: packages that are {status}", check_install, target, status)
    report.check("bpftrace: signals are sent again", check_deaf, target)
    for flag in ("-mno-red-zone", "-mred-zone"):
        report.check(f"bpftrace: a leaf function built with {flag}", check_red_zone,
                     target, flag)
    if not target.is_driver():
        report.check("bpftrace: call_stack.bt prints what --trace=calls does",
                     check_script, target)
        front.run_checks(target, report)
    report.check("perf: events of the markers, counted", check_perf, target)
    for name in ("call_stack", "children_forked"):
        report.check(f"gdb: break -probe-stap, {name}", check_gdb, target, name)
