#!/usr/bin/python3.11
"""Tracers that come and go: a thousand times, two at once, beside one that is wrong.

    /usr/bin/python3.11 tests/probes/attaching.py [--cycles N] [--seed N]

A program stands still in a read, a tracer (attacher.c) attaches, the program makes one step: the tracer must have
seen each event from the first safepoint, the loop's jump back, until the next read, as python3.11's sys.settrace
has them. Then it leaves: when asked, by SIGKILL, or by SIGKILL at some moment while the program runs.
What the program prints is CPython's all the while, and no semaphore stays up. run.py does a few cycles of it.
"""
import argparse
import collections
import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from common import HERE, PYTHON, ROOT, Failure, Report, Skip, Target, run
from notes import read_notes
from streams import Bpftrace, RawUprobes, Run, Semaphores, Sentinel, compare_all

QUICK = 30  # cycles in `make test`: the kernel takes a quarter of a second for each
WAIT = 20.0

STEPS = '''
from os import read, write
def leaf(n):
    return n + 1
def numbers(n):
    for i in range(n):
        yield leaf(i)
def step(n):
    total = 0
    for i in numbers(3):
        total += i * n
    try:
        leaf(None)
    except TypeError:
        total += 1
    return total
done = 0
while word := read(0, 1):
    for i in range(300 if word == b"f" else 1):
        done += step(done % 7)
    write(1, b"%d\\n" % done)
'''
RECORD = '''
import sys
code = compile(open(sys.argv[1]).read(), sys.argv[1], "exec")
seen = []
def trace(frame, event, arg):
    if frame.f_code.co_filename == sys.argv[1]:
        seen.append((event, frame.f_lineno))
        return trace
sys.settrace(trace)
exec(code, {"__name__": "__main__"})
sys.settrace(None)
for event, line in seen:
    print(event, line, file=sys.stderr)
'''
NAMES = {"call": "function__entry", "return": "function__return", "line": "line"}
# perf's numbers of registers, by the last letters of their names.
REGISTERS = {"ax": 0, "bx": 1, "cx": 2, "dx": 3, "si": 4, "di": 5, "bp": 6, "sp": 7,
             **{f"r{number}": number + 8 for number in range(8, 16)}}


def register(operand):
    name = re.sub(r"^[re](?=[a-ds])", "", operand.partition("%")[2])
    return REGISTERS[re.sub(r"^(r\d+)[dw]$", r"\1", name)]


class Places:
    """Where the markers lie in the file, as attacher wants them: their line numbers, or first arguments."""

    def __init__(self, target):
        self.target = target
        self.notes = read_notes(target.marked)
        rows = run(["readelf", "-lW", target.marked]).stdout
        self.segments = [[int(word, 16) for word in words] for words in re.findall(
            r"LOAD\s+(0x\w+) (0x\w+) 0x\w+ (0x\w+)", rows)]

    def offset(self, address):
        for place, start, size in self.segments:
            if start <= address < start + size:
                return place + address - start
        raise Failure(f"{address:#x} is in no segment of {self.target.marked}")

    def of(self, name, semaphore=None):
        note = self.notes[name]
        operand = note["arguments"][2 if name in NAMES.values() else 0]
        counter = self.offset(note["semaphore"]) if semaphore is None else semaphore
        return f"{self.offset(note['location']):x}:{counter:x}:{register(operand)}"


class Attacher:
    def __init__(self, binary, pid, target, places):
        self.process = subprocess.Popen([binary, str(pid), target.marked, *places], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.said = self.process.stdout.readline().strip()

    def seen(self):
        """[(place's number, value)] since it was asked last."""
        self.process.stdin.write("?")
        self.process.stdin.flush()
        rows = []
        for line in self.process.stdout:
            if line == ".\n":
                return [tuple(map(int, row.split())) for row in rows]
            if line == "lost\n":
                raise Failure("attacher lost events")
            rows.append(line)
        raise Failure(f"attacher ended: {self.process.wait()}")

    def leave(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def kill(self):
        self.process.kill()
        self.leave()


def build_attacher(target):
    binary = os.path.join(target.folder, "attacher")
    if not os.path.exists(binary):
        run(["cc", "-O2", "-Wall", "-Werror", "-o", binary, os.path.join(HERE, "attacher.c")])
    return binary


def write_steps(target):
    path = os.path.join(target.folder, "steps.py")
    with open(path, "w") as file:
        file.write(STEPS)
    return path


def wanted_events(path):
    """What one step must show: from the jump back behind the read (a safepoint) until the program reads again."""
    made = subprocess.run([PYTHON, "-c", RECORD, path], input=b"sss", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=True).stderr.decode()
    events = [(NAMES[event], int(line)) for event, line in (row.split() for row in made.splitlines())
              if event in NAMES]
    reading = next(i + 1 for i, line in enumerate(STEPS.splitlines()) if "read(0" in line)
    starts = [i for i, event in enumerate(events) if event == ("line", reading)]
    return events[starts[1] + 1:starts[2] + 1]


class Stepping:
    """The program that makes a step when told to, and what it must print then."""

    def __init__(self, target):
        self.process = subprocess.Popen([target.binary, "-S", write_steps(target)], stdin=subprocess.PIPE, bufsize=0,
                                        stdout=subprocess.PIPE)
        self.done = 0

    def tell(self, word):
        for _ in range(300 if word == b"f" else 1):
            self.done += 6 * (self.done % 7) + 1
        self.process.stdin.write(word)

    def hear(self):
        said = self.process.stdout.readline()
        if said != b"%d\n" % self.done:
            raise Failure(f"printed {said!r}, wanted {self.done}")

    def __enter__(self):
        self.tell(b"s")  # it stands in the read from then on, or is about to
        self.hear()
        return self

    def __exit__(self, *problem):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            status = self.process.wait(WAIT)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
        if status and problem[0] is None:
            raise Failure(f"the program's exit: {status}")


def wait_until_reading(pid):
    """Until it waits in the kernel: all that came before the read is over."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        with open(f"/proc/{pid}/stat") as file:
            if file.read().rpartition(")")[2].split()[0] == "S":
                return
    raise Failure("the program does not come to its read")


class Cycle:
    """One tracer: it attaches to some markers, sees one step, and goes."""

    def __init__(self, target, chance):
        self.target, self.chance = target, chance
        self.binary, self.places = build_attacher(target), Places(target)
        self.wanted = wanted_events(write_steps(target))
        self.ways = collections.Counter()
        self.events = 0

    def run(self, program):
        names = [name for name in NAMES.values() if self.chance.random() < 0.6] or ["line"]
        tracer = Attacher(self.binary, program.process.pid, self.target, map(self.places.of, [*names, "gc__start"]))
        if tracer.said != "ready":
            tracer.kill()
            raise Skip("attach", tracer.said)
        try:
            self.compare(program, tracer, names)
        finally:
            way = self.chance.choice((self.leave, self.kill, self.kill_in_the_midst))
            way(program, tracer)
            self.ways[way.__name__] += 1
        wait_until_reading(program.process.pid)

    def compare(self, program, tracer, names):
        wait_until_reading(program.process.pid)
        program.tell(b"s")
        program.hear()
        wait_until_reading(program.process.pid)
        seen = [((*names, "gc__start")[place], value) for place, value in tracer.seen()]
        wanted = [event for event in self.wanted if event[0] in names]
        hot = [event for event in seen if event[0] != "gc__start"]
        self.events += len(hot)
        if hot != wanted:
            raise Failure(f"{names}: {hot}, wanted {wanted}")

    def leave(self, program, tracer):
        tracer.leave()

    def kill(self, program, tracer):
        tracer.kill()

    def kill_in_the_midst(self, program, tracer):
        program.tell(b"f")
        time.sleep(self.chance.random() * 0.003)
        tracer.kill()
        program.hear()


def check_cycles(target, cycles, seed, about=None):
    """about: called with what was done, at the end."""
    started = time.monotonic()
    cycle = Cycle(target, random.Random(seed))
    with Stepping(target) as program:
        semaphores = Semaphores(target, program.process)
        for number in range(cycles):
            try:
                cycle.run(program)
            except Skip if number else () as skip:  # it could be done before
                raise Failure(f"cycle {number} of seed {seed}: {skip}")
            except Failure as failure:
                raise Failure(f"cycle {number} of seed {seed}: {failure}")
        if semaphores.raised():
            raise Failure(f"still up: {sorted(semaphores.raised())}")
    if about:
        about(f"{cycles} cycles, {cycle.events} events, all as wanted; "
              + ", ".join(f"{name} {count}" for name, count in sorted(cycle.ways.items()))
              + f"; {time.monotonic() - started:.0f} s")


def check_two(target):
    """Two tracers of different kinds see the same, and one stays when the other is killed."""
    program = target.find("call_stack")
    sentinel = Sentinel(target)
    names = {marker.name for marker in target.markers}
    raw, other = RawUprobes(target), Bpftrace(target)
    try:
        other.start(target.markers)
        if not sentinel.wait_until(names, other):
            raise Skip("attach", other.why())
        raw.start(target.markers)
        both = Run(program, ["taskset", "-c", "0", *target.command(program)])
        other.stop()
        if sentinel.raised() != names:
            raise Failure(f"one is still there, but raised: {sorted(sentinel.raised())}")
        alone = Run(program, ["taskset", "-c", "0", *target.command(program)])
        raw.stop()
    finally:
        other.clean()
        raw.clean()
        sentinel.end()
    kinds = {marker.kind for marker in target.markers}
    compare_all([both], kinds, other.events(target.markers))
    compare_all([both, alone], kinds, raw.events(target.markers))


def check_ten(target):
    """Ten processes at once, under one tracer: each has its own events, all of them."""
    programs = [program for program in target.programs if len(program.streams) == 1][:5] * 2
    tracer, sentinel = Bpftrace(target), Sentinel(target)
    try:
        tracer.start(target.markers)
        if not sentinel.wait_until({marker.name for marker in target.markers}, tracer):
            raise Skip("attach", tracer.why())
        # each on one processor, which keeps its events in order
        running = [(program, subprocess.Popen(["taskset", "-c", str(i % 2 % os.cpu_count()), *target.command(program)],
                                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True))
                   for i, program in enumerate(programs)]
        said = [process.communicate(timeout=60)[0] for _, process in running]
        tracer.stop()
    finally:
        tracer.clean()
        sentinel.end()
    seen = collections.defaultdict(list)
    for _, tid, event in tracer.events(target.markers):
        seen[tid].append(event)
    for (program, process), output in zip(running, said):
        if process.returncode or output != program.output:
            raise Failure(f"{program.name}: exit {process.returncode}: {output[-300:]}")
        program.compare({marker.kind for marker in target.markers}, [seen[process.pid]])


def check_garbage(target):
    """Beside a tracer whose semaphore's place is garbage, as Debian's bcc has it: the program goes on, another
    tracer of that marker is refused while it lives, the other markers are to be had, and all is well after."""
    binary, places = build_attacher(target), Places(target)
    entries = [name for name, _ in wanted_events(write_steps(target))].count("function__entry")
    with Stepping(target) as program:
        pid = program.process.pid
        semaphores = Semaphores(target, program.process)
        wrong = Attacher(binary, pid, target, [places.of("line", 0x7FFFFF00)])
        if wrong.said != "ready":
            wrong.kill()
            raise Skip("attach with a wrong ref_ctr", wrong.said)
        try:
            if semaphores.raised():
                raise Failure(f"raised by it: {sorted(semaphores.raised())}")
            refused = Attacher(binary, pid, target, [places.of("line")])
            refused.kill()
            if refused.said != "attach: Invalid argument":
                raise Failure(f"a right tracer beside it: {refused.said!r}")
            beside = Attacher(binary, pid, target, [places.of("function__entry")])
            program.tell(b"s")
            program.hear()
            wait_until_reading(pid)
            count = len(beside.seen())
            beside.leave()
            if count != entries:
                raise Failure(f"{count} entries seen beside it, wanted {entries}")
        finally:
            wrong.kill()
        after = Attacher(binary, pid, target, [places.of("line")])
        said = after.said
        after.leave()
        if said != "ready" or semaphores.raised():
            raise Failure(f"after it: {said!r}, up: {sorted(semaphores.raised())}")


def run_checks(target, report, prefix=""):
    if target.is_driver():
        return
    cycles = QUICK if not prefix else 9
    report.check(f"{prefix}attaching: {cycles} tracers come and go", check_cycles, target, cycles, 1)
    report.check(f"{prefix}attaching: beside a garbage ref_ctr", check_garbage, target)
    if not prefix:
        report.check("attaching: two tracers at once", check_two, target)
        report.check("attaching: ten processes at once", check_ten, target)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--cycles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    report = Report("", True, os.environ.get("REQUIRE_TRACERS") == "1")
    with tempfile.TemporaryDirectory(prefix="mpy", dir="/tmp") as folder:
        # a file of our own: beside other tracers of its markers, such as bcc's, none can attach
        binary = shutil.copy(options.target, os.path.join(folder, "minipy"))
        target = Target(binary, binary, folder, "call_stack")
        report.check(f"attaching: seed {options.seed}", check_cycles, target, options.cycles, options.seed, print)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
