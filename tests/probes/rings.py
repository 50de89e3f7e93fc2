"""Rings (--trace=ring:FILE): what was written can be read, however the process ended."""
import json
import os
import re
import subprocess
import tempfile

from common import Failure, ROOT

READER = os.path.join(ROOT, "probes", "scripts", "minipy-ring")
CALLS = """
import os, signal, sys, threading, time
def leaf(i): return i
def work(n):
    for i in range(n): leaf(i)
"""
# The end of a program that has made its events, and the status of the process.
ENDS = {"its own end": ("", 0), "os._exit": ("os._exit(3)", 3), "SIGKILL": ("os.kill(os.getpid(), signal.SIGKILL)", -9),
        "SIGSEGV": ("os.kill(os.getpid(), signal.SIGSEGV)", -11)}


def written(target, path, spec, code, status=0, **more):
    """Runs the code; what the reader says of the ring."""
    ended = subprocess.run([target.binary, "-S", f"--trace=ring:{path}:{spec}", "-c", CALLS + code],
                           capture_output=True, text=True, timeout=120, **more)
    if ended.returncode != status:
        raise Failure(f"status {ended.returncode}, not {status}: {ended.stderr[-300:]}")
    return read(path)


def read(path, *options):
    return subprocess.run([READER, path, *options], capture_output=True, text=True, timeout=120, check=True).stdout


def expect(text, pattern, times):
    found = len(re.findall(pattern, text, re.M))
    if found != times:
        raise Failure(f"{found} times {pattern}, not {times}")


def check_end(target, folder, name):
    code, status = ENDS[name]
    said = written(target, folder + "/ring", "calls", "work(1000)\n" + code, status)
    expect(said, r"\tfunction-entry:<string>:leaf:3$", 1000)
    expect(said, r"\tfunction-return:<string>:leaf:3:return$", 1000)
    times = [int(line.split("\t")[0]) for line in said.splitlines()]
    if times != sorted(times) or not 0 < times[-1] - times[0] < 60e9:
        raise Failure(f"times from {times[0]} to {times[-1]}")


def check_times(target, folder):
    """They are those of CLOCK_MONOTONIC."""
    said = written(target, folder + "/ring", "calls", "work(5000)\nn = time.monotonic_ns()\nleaf(1)\nm = time.monotonic_ns()\n"
                   "work(5000)\nprint(n, m, file=open(sys.argv[1], 'w'))".replace("sys.argv[1]", repr(folder + "/times")))
    with open(folder + "/times") as file:
        before, after = map(int, file.read().split())
    at = [int(line.split("\t")[0]) for line in said.splitlines() if ":leaf:" in line][10000]
    if not before - 100000 <= at <= after + 100000:
        raise Failure(f"{at} is not between {before} and {after}")


def check_full(target, folder):
    written(target, folder + "/ring", "calls:events=1024", "work(10000)")
    expect(read(folder + "/ring", "--count"), r": 1024 written, 1024 there, \d{5} dropped$", 1)


def check_last(target, folder):
    said = written(target, folder + "/ring", "calls:events=1024:last", "work(10000)\nleaf(-1)")
    expect(said, r"\n", 1024)
    expect(read(folder + "/ring", "--count"), r": \d{5} written, 1024 there, 0 dropped$", 1)


def check_small(target, folder):
    """A ring of one event asks for its own page, and no others behind it."""
    pages = "print(open('/proc/self/statm').read().split()[1], file=open({!r}, 'w'))"
    taken = []
    for events in (64, 1):
        written(target, folder + "/ring", f"calls:last:events={events}", "leaf(1)\nleaf(2)\n" + pages.format(folder + "/pages"))
        with open(folder + "/pages") as file:
            taken.append(int(file.read()))
    expect(read(folder + "/ring", "--count"), r" 1 there, 0 dropped$", 1)
    if taken[1] > taken[0] + 128:
        raise Failure(f"{taken[1]} pages, and {taken[0]} with a ring of 64 events")


def check_threads(target, folder):
    """All eight are there at once: a ring whose thread has ended is the next one's."""
    code = ("here = threading.Barrier(8)\n"
            "ts = [threading.Thread(target=lambda: (here.wait(), work(2000), here.wait())) for _ in range(8)]\n"
            "for t in ts: t.start()\nfor t in ts: t.join()\n")
    said = written(target, folder + "/ring", "calls:threads=9", code)
    expect(said, r":leaf:3:return$", 16000)
    written(target, folder + "/ring", "calls:threads=2:events=131072", code)
    if read(folder + "/ring", "--count").endswith("\n0 events of further threads\n"):
        raise Failure("events of seven threads without a ring are not counted")


def check_fork(target, folder):
    """The child writes nothing into its parent's ring."""
    said = written(target, folder + "/ring", "calls",
                   "leaf(1)\nif os.fork() == 0:\n    work(500)\n    os._exit(0)\nos.wait()\nleaf(2)")
    expect(said, r"entry:<string>:leaf", 2)


def check_lines(target, folder):
    said = written(target, folder + "/ring", "lines", "work(3)")
    expect(said, r"\tline:<string>:work:5$", 4)


def check_drain(target, folder, name):
    """A log that a thread of the process writes has every event, whatever the end, in order."""
    code, status = ENDS[name]
    path = folder + "/ring"
    said = written(target, path, "calls:events=1024:block", "work(5000)\n" + code, status)
    expect(said, r"\tfunction-entry:<string>:leaf:3$", 5000)
    expect(said, r"\tfunction-return:<string>:leaf:3:return$", 5000)
    expect(read(path, "--count"), r" 0 dropped$", 1)
    rows = [json.loads(line) for line in read(path, "--json").splitlines()]
    if [row["ns"] for row in rows] != sorted(row["ns"] for row in rows) or len(rows) != said.count("\n"):
        raise Failure("the JSON lines are not the others")
    leaf = [row for row in rows if row["qualname"] == "leaf"]
    if [row["event"] for row in leaf] != ["function-entry", "function-return"] * 5000 or leaf[1]["left"] != "return":
        raise Failure(f"not in pairs: {leaf[:3]}")


def check_drain_drops(target, folder):
    """Without `block` the program does not wait: what is there and what was dropped are all that there was."""
    path = folder + "/ring"
    subprocess.run([target.binary, "-S", f"--trace=ring:{path}:calls:events=1024:drain", "-c", CALLS + "work(200000)"], timeout=120, check=True)
    counts = re.search(r": (\d+) written, (\d+) there, (\d+) dropped$", read(path, "--count"), re.M)
    wrote, there, dropped = map(int, counts.groups())
    if wrote != there or not 400000 <= wrote + dropped <= 430000 or read(path).count("\n") != there:
        raise Failure(counts[0])


def check_min_ns(target, folder):
    said = written(target, folder + "/ring", "calls:min_ns=20000000", "work(1000)\ndef slow(): time.sleep(0.05)\nslow()\nleaf(1)")
    expect(said, r"function-return:<string>:leaf", 0)
    expect(said, r"function-return:<string>:slow:\d+:return$", 1)
    expect(said, r"function-entry:<string>:leaf", 1001)


def check_killed_reader(target, folder):
    """The program does not notice that its reader dies; the next one finds everything."""
    path = folder + "/ring"
    program = subprocess.Popen([target.binary, "-S", f"--trace=ring:{path}:calls:events=1024:block", "-c",
                                CALLS + "print(1, flush=True)\nwork(5000)\nsys.stdin.read()\nwork(5000)\nprint(2)"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        program.stdout.readline()
        reader = subprocess.Popen([READER, path, "--follow"], stdout=subprocess.PIPE)
        reader.stdout.readline()
        reader.kill()
        reader.wait(60)
        reader.stdout.close()
        out, _ = program.communicate("", timeout=120)
    finally:
        program.kill()
    if (out, program.returncode) != ("2\n", 0):
        raise Failure(f"{out!r}, status {program.returncode}")
    expect(read(path), r"\tfunction-entry:<string>:leaf:3$", 10000)


def refused(target, spec, words):
    ended = subprocess.run([target.binary, "-S", f"--trace=ring:{spec}", "-c", "print(1)"], capture_output=True, text=True, timeout=60)
    if ended.returncode == 0 or not any(word in ended.stderr for word in words):
        raise Failure(f"--trace=ring:{spec}: status {ended.returncode}, {ended.stderr!r}")


def check_refused(target, folder):
    for spec in ("", folder + "/r:events=1000", folder + "/r:nothing", folder + "/r:last:block"):
        refused(target, spec, ["trace"])
    refused(target, folder + "/none/r", ["trace"])
    if os.path.exists("/dev/full"):
        refused(target, "/dev/full", ["trace"])
    bad = subprocess.run([READER, __file__], capture_output=True, text=True)
    if bad.returncode != 1 or "is no ring" not in bad.stderr:
        raise Failure(f"the reader takes a file that is no ring: {bad}")


def check_full_disk(target, folder):
    """A file system of 1 MB, where there may be one."""
    place = folder + "/small"
    os.mkdir(place)
    script = f"mount -t tmpfs -o size=1m none {place} && {target.binary} -S --trace=ring:{place}/r -c 'print(1)'; echo $?"
    ended = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=60)
    if "mount" in ended.stderr or "unshare" in ended.stderr:
        raise Failure("no mount: " + ended.stderr) if os.environ.get("REQUIRE_TRACERS") else None
    if ended.stdout.strip().splitlines()[-1:] == ["0"]:
        raise Failure("it began a ring for which there is no room")
    if "mount" not in ended.stderr and "unshare" not in ended.stderr:
        check_log_without_room(target, folder)


def check_log_without_room(target, folder):
    """The rings fit, the log does not: the program runs on and it is told, with `block`, too."""
    program = folder + "/program.py"
    with open(program, "w") as file:
        # In pieces, with time to drain each: 200 rings of 32 KiB, however busy the processor is.
        file.write(CALLS + "for i in range(200):\n    work(600)\n    time.sleep(.006)\nprint('through')\n")
    for how in ("drain", "block"):
        script = (f"mount -t tmpfs -o size=1200k none {folder}/small && {target.binary} "
                  f"--trace=ring:{folder}/small/r:calls:events=1024:threads=2:{how} {program}; echo $?; {READER} --count {folder}/small/r")
        ended = subprocess.run(["unshare", "-m", "sh", "-c", script], capture_output=True, text=True, timeout=120)
        lines = ended.stdout.splitlines()
        if lines[:2] != ["through", "0"] or "No space left" not in ended.stderr or "events are missing" not in ended.stderr:
            raise Failure(f"{how}: {ended.stdout[-300:]!r} {ended.stderr[-300:]!r}")
        if not any("could not grow: No space left" in line for line in lines):
            raise Failure(f"{how}: the reader does not say so: {lines}")


def run_checks(target, report):
    with tempfile.TemporaryDirectory() as folder:
        for name in ENDS:
            report.check(f"rings: {name}", check_end, target, folder, name)
            report.check(f"rings: drained, {name}", check_drain, target, folder, name)
        for name, check in (("times", check_times), ("drained without waiting", check_drain_drops),
                            ("returns that took long", check_min_ns), ("a reader that is killed", check_killed_reader), ("without room", check_full), ("the last events", check_last),
                            ("of one event", check_small),
                            ("threads", check_threads), ("fork", check_fork), ("lines", check_lines),
                            ("what is refused", check_refused)):
            report.check(f"rings: {name}", check, target, folder)
        if os.geteuid() == 0:
            report.check("rings: a full disk", check_full_disk, target, folder)
