"""The commands of docs/PROBES.md and docs/STACKS.md, run as they are written there.

What stands for something is put in: /ABS/ is the repository's folder, x.py a program, `...` behind a
command `./minipy x.py`, PID a process that runs.
"""
import os
import re
import shutil
import subprocess
import tempfile
import time

import notes
from common import ROOT, Failure
from tools import take_kernel_events

PROGRAM = '''
def parse(n):
    return [n for _ in range(50)]
def start():
    for i in range(200):
        parse(i)
start()
import gc, colorsys, sys
gc.collect()
sys.audit("documented", 1)
try:
    {}[1]
except KeyError:
    pass
'''


def read(name):
    with open(os.path.join(ROOT, "docs", name), encoding="utf-8") as file:
        return file.read()


def commands_of(text, row):
    """The commands in backquotes of the table's row that begins so."""
    cells = re.search(rf"^\| {re.escape(row)} \|(.*)\|$", text, re.M)
    if not cells:
        raise Failure(f"no row {row!r}")
    return re.findall(r"`([^`]*)`", cells[1])


def write_program(target):
    path = os.path.join(target.folder, "x.py")
    with open(path, "w") as file:
        file.write(PROGRAM)
    return path


def run_shell(target, command):
    """What the command prints, as somebody in the repository's folder gets it; it must succeed."""
    program = write_program(target)
    command = re.sub(r" \.\.\.$", " ./minipy x.py", command).replace("/ABS/", ROOT + "/")
    command = re.sub(r"(?<![\w/])x\.py\b", program, command).replace("out.svg", os.path.join(target.folder, "out.svg"))
    made = subprocess.run(["bash", "-c", command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, errors="backslashreplace", timeout=120, env=environment())
    if made.returncode:
        raise Failure(f"{command}: exit {made.returncode}: {made.stdout[-400:]}")
    return made.stdout


def environment():
    return {**os.environ, "PATH": os.path.join(ROOT, "probes", "scripts") + ":" + os.environ["PATH"]}


def check_row(target, page, row, place, pattern):
    """One command of a row, and what it must print."""
    output = run_shell(target, commands_of(read(page), row)[place])
    if not re.search(pattern, output, re.M):
        raise Failure(f"{row}: no {pattern} in {output[-400:]}")


def check_uprobes(target):
    """The raw uprobes' block, in one shell, and what is left of it taken away."""
    block = re.findall(r"^    # (.*)$", re.search(r"Raw uprobes need no tool(.*?)\n## ", read("PROBES.md"), re.S)[1], re.M)
    program = os.path.join(ROOT, "examples", "call_stack.py")
    made = subprocess.run(
        ["unshare", "-m", "bash", "-e", "-c", "\n".join(
            [f"[ -e /sys/kernel/tracing/uprobe_events ] || mount -t tracefs tracefs /sys/kernel/tracing",
             *block]).replace("/ABS/", ROOT + "/").replace(" call_stack.py", " " + program) + """
             echo 0 >instances/mine/events/minipy/function__entry/enable
             rmdir instances/mine
             echo '-:minipy/function__entry' >>uprobe_events"""],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, env=environment())
    if made.returncode or not re.search(r'function__entry: .*funcname="start" lineno=23 ', made.stdout):
        raise Failure(f"exit {made.returncode}: {made.stdout[-600:]}")


def check_perf(target):
    """perf's row: its commands one after the other, in a folder with minipy and x.py; then perf script shows lines.
    (To a pipe perf record would write its data there.)"""
    define, probe, record, *_ = commands_of(read("PROBES.md"), "perf")
    with take_kernel_events(), tempfile.TemporaryDirectory(dir=target.folder) as folder:
        os.symlink(os.path.join(ROOT, "minipy"), os.path.join(folder, "minipy"))
        shutil.copy(write_program(target), folder)
        script = " && ".join((define, probe, record.replace("...", "./minipy x.py >/dev/null"), "perf script"))
        made = subprocess.run(["bash", "-c", script + "; status=$?; perf probe -q -d 'sdt_python:*'; exit $status"],
                              cwd=folder, env={**os.environ, "HOME": folder, "LC_ALL": "C"}, timeout=60, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode or not re.search(r"sdt_python:line: .* arg3=3 ", made.stdout):
        raise Failure(f"exit {made.returncode}: {made.stdout[-600:]}")


WAITING = """
import time
def waits():
    print("waits", flush=True)
    time.sleep(60)
waits()
"""


def check_process(target, page, row, place, pattern):
    """One command of a row for a process that runs, its PID put in; it is ended after some seconds, as by ctrl-C."""
    command = commands_of(read(page), row)[place]
    process = subprocess.Popen([os.path.join(ROOT, "minipy"), "-c", WAITING], stdout=subprocess.PIPE, text=True)
    try:
        process.stdout.readline()
        time.sleep(0.2)
        made = subprocess.run(["timeout", "-s", "INT", "6", "bash", "-c",
                               "exec " + re.sub(r"\bPID\b", str(process.pid), command)],
                              cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=60, env=environment())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    if not re.search(pattern, made.stdout, re.M):
        raise Failure(f"{command}: exit {made.returncode}: no {pattern} in {made.stdout[-400:]}")


HOWTO = (
    ("are there markers?", 0, r"\.note\.stapsdt +NOTE"),
    ("which, and with what arguments?", 0, r"Name: function__entry\n.*\n +Arguments: 8@%\w+ 8@%\w+ -4@%\w+ 8@%\w+$"),
    ("the same by the tracers (`dtrace -l`)", 0, r"^usdt:.*:minipy:mark$"),
    ("the same by the tracers (`dtrace -l`)", 1, r"python:function__entry"),
    ("the same by the tracers (`dtrace -l`)", 2, r"sdt_python:function__entry"),
    ("the same by the tracers (`dtrace -l`)", 3, r'mark\("function__entry"\) \$arg1:long \$arg2:long \$arg3:long \$arg4:long$'),
    ("`call_stack.d`, from `start` on", 0, r"function-entry:  call_stack\.py:function_3:9$"),
)


def check_howto(target, row, place, pattern):
    """As somebody whose kernel has its build tree would have it."""
    options = notes.stap_options(target)
    command = commands_of(read("PROBES.md"), row)[place].replace("stap -L", f"stap {' '.join(options)} -L")
    with tempfile.TemporaryDirectory(dir=target.folder) as home:
        output = run_shell(target, f"export HOME={home}; {command}")
    if not re.search(pattern, output, re.M):
        raise Failure(f"{command}: no {pattern} in {output[-400:]}")


PROCESS_ROWS = (
    ("STACKS.md", "what does it do, now?", 0, r"<string>:5 waits$"),
    ("STACKS.md", "where does time go, now?", 0, r"^process \d+: "),
    ("PROBES.md", "where does time go, now?", 0, r"^     %         ms     calls"),
    ("PROBES.md", "bcc", 0, r"^Tracing method calls in python process"),
)

ROWS = (
    ("PROBES.md", "readelf", 0, r"Name: function__entry\n"),
    ("PROBES.md", "bpftrace", 0, r"x\.py, 3\]: \d+"),
    ("PROBES.md", "who calls whom? from `start` on, as in the manual", 0, r"function-entry: x\.py:parse:2$"),
    ("PROBES.md", "which functions and lines run most?", 0, r"^ +200  .*x\.py:parse$"),
    ("PROBES.md", "how long does a function take?", 0, r"x\.py:parse: 200, microseconds$"),
    ("PROBES.md", "and in all?", 0, r"^$"),
    ("PROBES.md", "what do collections cost?", 0, r"^(\d+: \d+, microseconds)?$"),
    ("PROBES.md", "what makes the start slow?", 0, r""),
    ("PROBES.md", "what fails, and where?", 0, r"^ +1  KeyError  .*/x\.py:12$"),
    ("STACKS.md", "who calls what fires this marker?", 0, r"^usdt:.*gc__start$"),
    ("PROBES.md", "what is audited?", 0, r"^ +1  documented$"),
    ("PROBES.md", "which threads, and what of the children?", 0, r"^ +\d+  \d+,\d+:minipy"),
)


def run_checks(target, report):
    if not os.path.isfile(os.path.join(ROOT, "minipy")) or target.is_driver():
        return
    for page, row, place, pattern in ROWS:
        report.check(f"documented: {row}", check_row, target, page, row, place, pattern)
    for page, row, place, pattern in PROCESS_ROWS:
        report.check(f"documented: {page}: {row}", check_process, target, page, row, place, pattern)
    for row, place, pattern in HOWTO:
        report.check(f"documented: the howto: {row}, {place + 1}", check_howto, target, row, place, pattern)
    report.check("documented: perf", check_perf, target)
    if shutil.which("unshare"):
        report.check("documented: raw uprobes", check_uprobes, target)
