"""The commands of docs/PROBES.md and docs/STACKS.md, run as they are written there.

What stands for something is put in: /ABS/ is the repository's folder, x.py a program, `...` behind a
command `./minipy x.py`, PID a process that runs.
"""
import os
import re
import shutil
import subprocess

from common import ROOT, Failure

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


ROWS = (
    ("PROBES.md", "readelf", 0, r"Name: function__entry\n"),
    ("PROBES.md", "bpftrace", 0, r"x\.py, 3\]: \d+"),
    ("PROBES.md", "who calls whom? from `start` on, as in the manual", 0, r"function-entry: x\.py:parse:2$"),
    ("PROBES.md", "which functions and lines run most?", 0, r"^ +200  .*x\.py:parse$"),
    ("PROBES.md", "how long does a function take?", 0, r"x\.py:parse: 200, microseconds$"),
    ("PROBES.md", "and in all?", 0, r"^$"),
    ("PROBES.md", "what do collections cost?", 0, r"^(\d+: \d+, microseconds)?$"),
    ("PROBES.md", "what makes the start slow?", 0, r""),
    ("PROBES.md", "what is audited?", 0, r"^ +1  documented$"),
    ("PROBES.md", "which threads, and what of the children?", 0, r"^ +\d+  \d+,\d+:minipy"),
)


def run_checks(target, report):
    if not os.path.isfile(os.path.join(ROOT, "minipy")) or target.is_driver():
        return
    for page, row, place, pattern in ROWS:
        report.check(f"documented: {row}", check_row, target, page, row, place, pattern)
    if shutil.which("unshare"):
        report.check("documented: raw uprobes", check_uprobes, target)
