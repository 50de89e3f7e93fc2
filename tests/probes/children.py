"""The children of a process that is traced: they live, and their events are seen.

Where a tracer looks at the whole machine, streams.py sees the children's events (the
programs children_*). Here are the tracers that are told of one process, which do not show
its children, but whose traps these inherit all the same; and tracers that die meanwhile.
"""
import os
import re
import subprocess
import time

from common import HERE, ROOT, Failure, Skip, run
from streams import WAIT, Bpftrace, Semaphores, tracers

# Runs the program that its argument names when it is told to.
WAITING = """
import runpy, sys
sys.stdin.readline()
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def check_output(program, output):
    if output != program.output:
        raise Failure(f"{program.name}: other output than CPython's when traced: "
                      + output[-300:])


def compare_first_process(program, tracer, pid, markers):
    """What the tracer saw of the process that it was told of."""
    seen = [event for _, tid, event in tracer.events(markers) if tid == pid]
    own = program.of_the_first_process()[:1]  # its other threads have their own events
    program.compare({marker.kind for marker in markers}, [seen], own)


def check_command(target, program):
    """bpftrace -c: the program's output, with the status of each child, is CPython's."""
    tracer = Bpftrace(target)
    path = os.path.join(target.folder, "output")
    with open(path, "w") as output:
        # its own words go elsewhere, by -o: the two would break each other's lines
        tracer.start(target.markers, "-o", os.path.join(target.folder, "events"), "-c",
                     " ".join(target.command(program)), before=("taskset", "-c", "0"),
                     stdout=output, stderr=subprocess.PIPE)
    try:
        if not tracer.session.wait(60):
            raise Failure(f"{program.name}: no end after 60 s under bpftrace -c")
        why = tracer.session.process.stderr.read().decode()
    finally:
        tracer.clean()
        tracer.session.process.stderr.close()
    if "ermitted" in why or "denied" in why:
        raise Skip("attach", why.strip()[-300:])
    tracer.session.output = os.path.join(target.folder, "events")
    with open(path) as output:
        check_output(program, "".join(
            line for line in output if line != "\n" and not line.startswith("Attaching")))
    tids = [tid for _, tid, _ in tracer.events(target.markers)]
    if not tids:
        raise Failure(f"{program.name}: no events: {why[-300:]}")
    compare_first_process(program, tracer, tids[0], target.markers)


def check_attached(target, program):
    """bpftrace -p on a parent: neither it nor its children notice."""
    tracer = Bpftrace(target)
    child = subprocess.Popen(
        ["taskset", "-c", "0", target.binary, "-S", "-c", WAITING, program.script],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        semaphores = Semaphores(target, child)
        tracer.start(target.markers, "-p", str(child.pid))
        names = {marker.name for marker in target.markers}
        if not semaphores.wait_until(names, tracer):
            raise Failure("not attached: " + tracer.why())
        output, _ = child.communicate("\n", timeout=60)
        tracer.session.wait(WAIT)  # it ends with the process
    finally:
        tracer.clean()
        child.kill()
        child.wait()
    check_output(program, output)
    compare_first_process(program, tracer, child.pid, target.markers)


# Has children all the while, one of which stays; ends at SIGTERM and says how they fared.
FORKING = """
import os, signal, sys, time

def work(n):
    return sum(i for i in range(n))

def end(number, frame):
    global going
    going = False

stays = os.fork()
if stays == 0:
    signal.signal(signal.SIGUSR1, lambda number, frame: os._exit(work(4)))
    while True:
        time.sleep(0.01)
        work(3)
going = True
signal.signal(signal.SIGTERM, end)
print(stays, flush=True)
bad = count = 0
while going:
    pid = os.fork()
    if pid == 0:
        os._exit(work(4))
    bad += os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 6
    count += 1
os.kill(stays, signal.SIGUSR1)
print(count > 9, bad, os.waitstatus_to_exitcode(os.waitpid(stays, 0)[1]))
"""


class Process:
    """What Semaphores wants to know of a process that is not our own child."""

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        return None


def check_killed(target, options):
    """Tracers come and are killed while a program forks: no child dies, and no semaphore
    stays up, in the parent or in a child."""
    parent = subprocess.Popen([target.binary, "-S", "-c", FORKING], stdout=subprocess.PIPE,
                              text=True)
    names = {marker.name for marker in target.markers}
    try:
        stays = int(parent.stdout.readline())
        both = Semaphores(target, parent), Semaphores(target, Process(stays))
        for _ in range(2):
            tracer = Bpftrace(target)
            tracer.start(target.markers, *(str(parent.pid) if option == "PID" else option
                                           for option in options))
            came = both[0].wait_until(names, tracer)
            time.sleep(0.1)
            tracer.session.kill()
            if not came:
                raise Failure("not attached: " + tracer.why())
            for semaphores, who in zip(both, ("parent", "child")):
                if not semaphores.wait_until(set()):
                    raise Failure(f"{who}: still up: {sorted(semaphores.raised())}")
        parent.terminate()
        output, _ = parent.communicate(timeout=WAIT)
    finally:
        tracer.clean()
        parent.kill()
        parent.wait()
    if (parent.returncode, output) != (0, "True 0 6\n"):
        raise Failure(f"exit {parent.returncode}, children: {output!r}")


def check_nop(target, length, mended):
    """The children of forked.c live with a nop of one byte, and with one of five that is mended; else that kills
    them."""
    binary = os.path.join(target.folder, f"forked{length}{mended}")
    mend = ["-DMENDED", os.path.join(ROOT, "probes", "site_children.c")] if mended else []
    run(["cc", "-O2", "-mno-red-zone", "-DMINIPY_PROBES_GATE", f"-DMINIPY_SITE_NOP={length}", "-I", ROOT,
         "-o", binary, os.path.join(HERE, "forked.c"), *mend])
    child = subprocess.Popen([binary], stdout=subprocess.PIPE, text=True)
    session = tracers.Bpftrace(
        ["-e", f"usdt:{binary}:python:leaf {{ @[pid] = count(); }}"],
        os.path.join(target.folder, "forked.out"))
    try:
        died, _ = child.communicate(timeout=WAIT + 10)
        session.end()
    finally:
        session.kill()
        child.kill()
    if child.returncode == 3:
        raise Skip("attach", session.text().strip()[-200:])
    seen = len(re.findall(r"^@\[\d+\]: \d+$", session.text(), re.M))
    if (length == 1 or mended) and (int(died), seen) != (0, 21):
        raise Failure(f"{died.strip()} of 20 children died, {seen} of 21 processes seen")
    if length == 5 and not mended and int(died) == 0:
        raise Skip("kill children", "this kernel lets them live with a nop of five bytes")


def run_checks(target, report, prefix=""):
    programs = [program for program in target.programs if program.has_children]
    if target.is_driver():
        return
    for program in programs:
        if target.marked == target.binary:  # bpftrace -c looks in no library
            report.check(f"{prefix}bpftrace -c: {program.name}", check_command, target,
                         program)
        report.check(f"{prefix}bpftrace -p: {program.name}", check_attached, target,
                     program)
    if not prefix:
        report.check("children: bpftrace is killed", check_killed, target, ())
    report.check(f"{prefix}children: bpftrace -p is killed", check_killed, target,
                 ("-p", "PID"))
