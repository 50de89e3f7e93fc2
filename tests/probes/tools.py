"""The other programs that people use on the markers: perf, gdb, our own scripts."""
import collections
import os
import re
import subprocess

from common import HERE, ROOT, Failure, Skip, run

WAIT = 20.0  # seconds, for a program to end


def check_red_zone(target, flag):
    """Traced by a call instead of a trap, a leaf function keeps its values (redzone.c)."""
    binary = os.path.join(target.folder, "redzone" + flag)
    run([os.environ.get("CC", "cc").split()[-1], "-O2", flag, "-I", ROOT, "-o", binary,
         os.path.join(HERE, "redzone.c")])
    child = subprocess.Popen([binary], stdout=subprocess.PIPE, text=True)
    made = run(["timeout", "-s", "INT", "20", "bpftrace", "-p", str(child.pid), "-e",
                f"usdt:{binary}:python:leaf {{ @ = count(); }}"], check=False)
    wrong, _ = child.communicate(timeout=WAIT)
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


def check_gdb(target):
    """break -probe-stap stops at the markers and reads their arguments."""
    program = target.find("call_stack")
    script = os.path.join(target.folder, "probes.gdb")
    with open(script, "w") as file:
        file.write(GDB)
        for name, kind in (("function__entry", "entry"), ("function__return", "return")):
            file.write(f"break -probe-stap python:{name}\ncommands\nsilent\n"
                       f'printf "@{kind}\\t%s\\t%s\\t%d\\n", (char *)$_probe_arg0, '
                       "(char *)$_probe_arg1, (int)$_probe_arg2\ncontinue\nend\n")
        file.write("run\n")
    made = run(["gdb", "-nx", "-q", "-batch", "-x", script, "--args",
                *target.command(program)], timeout=120)
    seen = [tuple(line[1:].split("\t")) for line in made.stdout.splitlines()
            if line.startswith("@")]
    program.compare({"entry", "return"}, seen)


def check_script(target):
    """call_stack.bt prints the lines of --trace=calls, time stamps aside."""
    program = target.find("call_stack")
    scripts = os.path.join(ROOT, "probes", "scripts")
    traced = run([os.path.join(scripts, "minipy-trace"), "-b", target.binary, "call_stack",
                  *target.command(program)], check=False)
    if traced.returncode == 3:
        raise Skip("minipy-trace", traced.stderr.strip())
    inside = run([target.binary, "--trace=calls", program.script])
    pick = re.compile(r"^\d+(\t *function-(?:entry|return):.*)$", re.M)
    seen, wanted = pick.findall(traced.stdout), pick.findall(inside.stderr)
    if not wanted or seen != wanted:
        raise Failure(f"{len(seen)} lines, wanted {len(wanted)}: {traced.stdout[-400:]} "
                      f"{traced.stderr[-200:]}")


def check_perf(target):
    """perf's events of each marker are as many as --trace's, and have its numbers."""
    program = target.find("call_stack")
    folder = os.path.join(target.folder, "perf")
    os.mkdir(folder)
    environment = {**os.environ, "HOME": folder, "LC_ALL": "C"}
    perf = ["perf", "--buildid-dir", os.path.join(folder, "ids")]
    data = os.path.join(folder, "data")
    events = [f"sdt_python:{marker.name}" for marker in target.markers]
    run([*perf, "buildid-cache", "--add", target.marked], env=environment)
    try:
        for event in events:
            run([*perf, "probe", "-q", event], env=environment)
        wanted = [word for event in events for word in ("-e", event)]
        run([*perf, "record", "-q", "-m", "4M", "-o", data, *wanted, "--",
             *target.command(program)], env=environment)
        text = run([*perf, "script", "-i", data], env=environment).stdout
    finally:
        run([*perf, "probe", "-q", "-d", "sdt_python:*"], env=environment, check=False)
    lines = collections.Counter(re.findall(r"sdt_python:(\w+): .*?arg3=(-?\d+)", text))
    inside = run([target.binary, "--trace=all", program.script]).stderr
    shown = collections.Counter(
        (name.replace("-", "__"), number) for name, number in re.findall(
            r"^\d+\t *(function-entry|function-return|line):.*:(-?\d+)$", inside, re.M))
    if not shown or lines != shown:
        raise Failure(f"wanted {sum(shown.values())} events, perf has {sum(lines.values())}; "
                      f"missing {list((shown - lines).items())[:5]}, "
                      f"too many {list((lines - shown).items())[:5]}")


def run_checks(target, report):
    for flag in ("-mno-red-zone", "-mred-zone"):
        report.check(f"bpftrace: a leaf function built with {flag}", check_red_zone,
                     target, flag)
    if target.marked == target.binary:  # bpftrace -c looks in no library
        report.check("bpftrace: call_stack.bt prints what --trace=calls does",
                     check_script, target)
    report.check("perf: events of the markers, counted", check_perf, target)
    report.check("gdb: break -probe-stap, arguments", check_gdb, target)
