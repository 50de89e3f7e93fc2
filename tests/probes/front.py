"""minipy-trace: each kind, its options, how it ends, what it leaves of the program it runs."""
import os
import pty
import re
import select
import signal
import subprocess
import time
import xml.etree.ElementTree

import streams
from common import ROOT, Failure, Skip, run

FRONT = os.path.join(ROOT, "probes", "scripts", "minipy-trace")
CANNOT_TRACE = 125
WAIT = 30.0  # seconds, for a program to end

WORK = '''
import gc, os, sys, threading, time
gc.disable()
def leaf(n):
    return n
def gé(n):
    for i in range(n):
        leaf(i)
def nap():
    time.sleep(0.05)
def begin():
    gé(10)
    nap()
for i in range(4):
    begin()
leaf(0)
thread = threading.Thread(target=gé, args=(7,), name="other")
thread.start()
thread.join()
gc.collect()
gc.collect(0)
sys.audit("front.test", 1)
import colorsys
if os.fork() == 0:
    leaf(1)
    leaf(2)
    os._exit(0)
os.wait()
'''


def trace(target, *words, **options):
    """minipy-trace's run; words: its options, and what follows."""
    made = run([FRONT, "-b", target.marked, *words], check=False, **options)
    if made.returncode == CANNOT_TRACE and "-b" in words or "RLIMIT" in made.stderr:
        raise Skip("minipy-trace", made.stderr.strip())
    return made


def expect(true, about, made):
    if not true:
        raise Failure(f"{about}: exit {made.returncode}: {made.stdout[-600:]} {made.stderr[-300:]}")


def write_work(target, text=WORK):
    path = os.path.join(target.folder, "front work.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def counts(text):
    """{name after the file: count} of the rows of a table, of that file."""
    return {name: int(count) for count, name in re.findall(r"^ *(\d+)  .*front work\.py:(.*)$", text, re.M)}


WANTED = {"<module>": 1, "leaf": 48, "gé": 5, "nap": 4, "begin": 4}


def check_counts(target):
    work = write_work(target)
    made = trace(target, "function_counts", target.binary, "-S", work)
    expect(counts(made.stdout) == WANTED, "function_counts", made)
    made = trace(target, "-t", "1", "function_counts", "-F", "gé", target.binary, "-S", work)
    expect(counts(made.stdout) == {"gé": 5}, "-F gé", made)
    made = trace(target, "-f", "function_counts", target.binary, "-S", work)
    expect(counts(made.stdout) == {**WANTED, "leaf": 50}, "-f: with the child", made)
    made = trace(target, "line_counts", target.binary, "-S", work)
    lines = counts(made.stdout)
    expect([lines.get(row) for row in ("5", "7", "8", "28")] == [48, 52, 47, 1], "line_counts", made)
    expect(not {"25", "26"} & set(lines), "line_counts: without the child", made)
    made = trace(target, "threads", target.binary, "-S", work)
    expect(len(re.findall(r"^ *\d+  \d+,\d+:", made.stdout, re.M)) == 2, "threads", made)


def check_times(target):
    work = write_work(target)
    made = trace(target, "function_latency", "-m", "40000", target.binary, "-S", work)
    found = {name: (count, re.findall(r"^ +\[(\d+), ", rows, re.M)) for name, count, rows in re.findall(
        r":(\S+): (\d+), microseconds\n((?: +\[.*\n)+)", made.stdout)}
    for name in "nap", "begin":  # 50 ms each, and longer on a machine that stalls
        count, buckets = found.get(name, ("0", []))
        expect(count == "4" and buckets and int(buckets[0]) >= 32768, f"function_latency of {name}", made)
    expect("leaf" not in made.stdout, "-m", made)
    made = trace(target, "gc_durations", target.binary, "-S", work)
    expect(re.search(r"^generation 2: .*\n(.*\n)*generation 0: ", made.stdout, re.M) and "us\n" in made.stdout, "gc", made)
    made = trace(target, "imports", target.binary, "-S", work)
    expect(re.search(r"^ +\d+ us  colorsys$", made.stdout, re.M), "imports", made)
    made = trace(target, "top", "-t", "1", target.binary, "-S", work)
    expect(re.search(r"^ +[\d.]+ +[2-9]\d\d\.\d+ +4 +[5-9]\d+\.\d+  .*:nap$", made.stdout, re.M), "top", made)


def check_logs(target):
    work = write_work(target)
    made = trace(target, "audit_log", target.binary, "-S", work)
    expect(re.search(r"^\d+\t\d+\t\d+\tfront.test$", made.stdout, re.M), "audit_log", made)
    made = trace(target, "audits", target.binary, "-S", work)
    expect(re.search(r"^ +1  front.test$", made.stdout, re.M), "audits", made)
    made = trace(target, "call_stack", "-F", "begin", target.binary, "-S", work)
    calls = re.findall(r"^\d+\t *function-(entry|return): *front work.py:(\w+):", made.stdout, re.M)
    one = ([("entry", "begin"), ("entry", "gé")] + 10 * [("entry", "leaf"), ("return", "leaf")]
           + [("return", "gé"), ("entry", "nap"), ("return", "nap"), ("return", "begin")])
    expect(calls == 4 * one, "call_stack -F", made)


RAISING = '''
def fails(n):
    if n % 2:
        raise ValueError(n, "odd")
    return {}[n]
def catches(n):
    try:
        fails(n)
    except (ValueError, KeyError):
        pass
for i in range(5):
    catches(i)
'''


def check_exceptions(target):
    work = write_work(target, RAISING)
    made = trace(target, "exceptions", target.binary, "-S", work)
    rows = re.findall(r"^ *(\d+)  (\w+)  .*front work\.py:(\d+)$", made.stdout, re.M)
    expect(rows == [("3", "KeyError", "5"), ("2", "ValueError", "4")], "exceptions", made)
    made = trace(target, "exceptions", "-F", "catches", target.binary, "-S", work)
    expect(made.stdout == "", "exceptions -F: begun there", made)
    made = trace(target, "exception_log", "-F", "catches", target.binary, "-S", work)
    rows = re.findall(r"^\d+\t\d+\t(\w+)\t(\w+)\t.*front work\.py:(\d+)$", made.stdout, re.M)
    expect([row[:2] for row in rows] == [("handled", name) for name in ("KeyError", "ValueError") * 2 + ("KeyError",)],
           "exception_log -F", made)
    made = trace(target, "exception_log", target.binary, "-S", work)
    rows = re.findall(r"^\d+\t\d+\t(\w+)\tValueError\t.*front work\.py:(\d+)$", made.stdout, re.M)
    expect(rows == [("raise", "4"), ("unwind", "4"), ("handled", "8")] * 2, "exception_log", made)
    expect(re.findall(r"\tmessage\t(.*)$", made.stdout, re.M) == ["odd"] * 2, "exception_log: messages", made)


def check_flames(target):
    work = write_work(target)
    made = trace(target, "flame", "-F", "begin", target.binary, "-S", work)
    stacks = dict(re.findall(r"^(.*) (\d+)$", made.stdout, re.M))
    nap = stacks.pop("begin (front work.py);nap (front work.py)", "0")
    expect(2e8 < int(nap) < 4e8, "flame: nap sleeps 4 times 50 ms", made)
    expect({"begin (front work.py)", "begin (front work.py);gé (front work.py)",
            "begin (front work.py);gé (front work.py);leaf (front work.py)"} == set(stacks), "flame: stacks", made)
    picture = os.path.join(target.folder, "flame.svg")
    busy = "def spin(n):\n    return sum(range(n))\nfor i in range(300): spin(50000)"
    made = trace(target, "flame_cpu", "-o", picture, target.binary, "-S", "-c", busy)
    expect(made.returncode == 0 and made.stdout == "", "flame_cpu", made)
    titles = [each.text for each in xml.etree.ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}title")]
    samples = [int(number) for title in titles for number in re.findall(r"^spin \(<string>\): (\d+) samples", title)]
    if not samples or samples[0] < 20:
        raise Failure(f"flame_cpu: {titles}")


ECHO = r'''
import sys
print("Error: not bpftrace's\n\n", sys.argv[1:], repr(sys.stdin.read()))
print("ERROR: its errors", file=sys.stderr)
print(file=sys.stderr)
sys.exit(7)
'''


def check_program(target):
    """What the program gets, prints and ends with is its own; from elsewhere, and through a link."""
    link = os.path.join(target.folder, "a link")
    os.symlink(FRONT, link)
    results = os.path.join(target.folder, "results")
    made = subprocess.run([link, "-b", os.path.relpath(target.marked, target.folder), "-o", results,
                           "function_counts", target.binary, "-S", "-c", ECHO, "b c", "", "-p", "*"], cwd=target.folder,
                          input="in\n\nput", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    expect(made.stdout == "Error: not bpftrace's\n\n ['b c', '', '-p', '*'] 'in\\n\\nput'\n", "output", made)
    expect(made.stderr == "ERROR: its errors\n\n" and made.returncode == 7, "errors and status", made)
    with open(results) as file:
        expect("  <string>:<module>\n" in file.read(), "-o", made)
    made = trace(target, "imports", target.binary, "-S", "-c", "import os; os.kill(os.getpid(), 9)")
    expect(made.returncode == 128 + 9, "status of a signal", made)


def check_wrong(target):
    """What cannot be done is said, and the program has not run."""
    script = "print('it ran')"
    bare = {**os.environ, "PATH": "/nowhere"}
    for status, said, words, environment in (
            (2, "no kind 'functions'; there are audit_log,", ["functions", target.binary], None),
            (2, "required: KIND", [], None),
            (2, "either -p PID or COMMAND", ["-p", "1", "imports", target.binary], None),
            (2, "invalid positive value", ["-i", "-1", "imports", target.binary], None),
            (127, "run ./missing: No such file", ["imports", "./missing"], None),
            (126, "run /tmp: Permission denied", ["imports", "/tmp"], None),
            (125, "no process 999999999", ["-p", "999999999", "imports"], None),
            (125, "no file /missing", ["-b", "/missing", "imports", target.binary, "-S", "-c", script], None),
            (125, "none in /bin/true (see -b", ["-b", "/bin/true", "imports", target.binary, "-S", "-c", script], None),
            (125, "find bpftrace: not installed", ["imports", target.binary, "-S", "-c", script], bare)):
        made = run(["/usr/bin/python3.11", FRONT, *words], check=False, env=environment)
        expect(made.returncode == status and said in made.stderr.replace("/usr/bin/true", "/bin/true")
               and made.stdout == "" and "Traceback" not in made.stderr, f"{words}: {said}", made)
    made = run(["setpriv", "--reuid=65534", "--clear-groups", "/usr/bin/python3.11", FRONT, "imports", target.binary,
                "-c", script], check=False)
    expect(made.returncode == 125 and "root is needed" in made.stderr, "without root", made)


# Stands for a bpftrace that forgets so many signals before it ends.
DEAF = """#!/usr/bin/python3.11
import json, signal, time
heard = 0
def hear(number, frame):
    global heard
    heard += 1
signal.signal(signal.SIGINT, hear)
print('{{"type": "printf", "data": "probes attached\\\\n"}}', flush=True)
while heard <= {}:
    time.sleep(0.05)
print('{{"type": "map", "data": {{"@count": {{"a.py,f": {}}}}}}}')
"""


def check_deaf(target):
    """A tracer that forgets signals is asked again."""
    folder = os.path.join(target.folder, "deaf front")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "bpftrace"), "w") as file:
        file.write(DEAF.format(2, 41))
    os.chmod(file.name, 0o755)
    script = subprocess.Popen([FRONT, "-b", target.marked, "function_counts", "-p", "1"], start_new_session=True,
                              text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]})
    deadline = time.monotonic() + WAIT
    while not os.path.exists(file.name + ".listens") and time.monotonic() < deadline:
        time.sleep(.05)
    time.sleep(.5)  # for the front to have read that
    script.terminate()
    output = finish(script)
    if (script.returncode, output) != (0, "        41  a.py:f\n"):
        raise Failure(f"exit {script.returncode}: {output}")


def finish(script):
    """Its output, once it has ended; it is ended when it takes too long."""
    try:
        return script.communicate(timeout=WAIT)[0]
    except subprocess.TimeoutExpired:
        os.killpg(script.pid, signal.SIGKILL)
        script.communicate()
        raise Failure(f"no end {WAIT} s after the signal")


TICKING = '''
import time
def tick():
    time.sleep(0.005)
while True:
    tick()
'''


def check_ends(target, how):
    """ctrl-C (a SIGINT to all) or a SIGTERM to the script alone ends it; what it counted is printed, no
    bpftrace is left behind, and the program goes on."""
    program = subprocess.Popen([target.binary, "-S", "-c", TICKING])
    try:
        script = subprocess.Popen([FRONT, "-b", target.marked, "function_counts", "-p", str(program.pid)],
                                  start_new_session=True, text=True, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        streams.Semaphores(target, program).wait_until({"function__entry"}, script)
        time.sleep(0.5)
        if how == signal.SIGINT:
            os.killpg(script.pid, how)
        else:
            script.send_signal(how)
        output = finish(script)  # bpftrace holds the pipe, too: this ends when both have ended
        going = program.poll() is None
    finally:
        program.kill()
        program.wait()
    if not going or not re.search(r"^ +[1-9]\d*  <string>:tick$", output, re.M) or script.returncode != 0:
        raise Failure(f"exit {script.returncode}, program still there: {going}: {output}")


def read_terminal(terminal, until, seconds=WAIT):
    """What comes from it, until that text has come or it is closed."""
    text, end = b"", time.monotonic() + seconds
    while until not in text and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                text += os.read(terminal, 65536)
            except OSError:  # nobody is there any more
                break
    return text


OWN = '''
import probes, threading, time
class Mine: pass
made = [Mine() for i in range(7)]
for i in range(3):
    probes.mark("round", i, "of", 3)
lock = threading.Lock()
lock.acquire()
waits = threading.Thread(target=lock.acquire)
waits.start()
time.sleep(0.02)
lock.release()
waits.join()
'''


def check_own(target):
    """What provider minipy alone has: calls of C, objects, locks, the program's marks."""
    work = write_work(target, OWN)
    made = trace(target, "c_calls", target.binary, "-S", work)
    expect(re.search(r"^ +3  probes:mark$", made.stdout, re.M) and "  time:sleep\n" in made.stdout, "c_calls", made)
    made = trace(target, "objects", target.binary, "-S", work)
    expect(re.search(r"^ +7  Mine$", made.stdout, re.M), "objects", made)
    made = trace(target, "locks", target.binary, "-S", work)
    expect(re.search(r"^lock: \d+, microseconds\n(?:  .*\n)*  \[16384, 32768\) ", made.stdout, re.M), "locks", made)
    made = trace(target, "marks", target.binary, "-S", work)
    rows = re.findall(r"^\d+\t\d+\t\d+\t(.*)\t(.*)$", made.stdout, re.M)
    expect(rows == [("round", f"{i} of 3") for i in range(3)], "marks", made)


def check_terminal(target):
    """On a terminal ctrl-C reaches the program; both end, the counts after the traceback."""
    # short sleeps: a signal that comes just before a long one waits for its end, in CPython, too
    program = ("import time\ndef tick(): return 1\nfor i in range(5): tick()\nprint('ticked', flush=True)\n"
               "for i in range(1000): time.sleep(0.05)")
    child, terminal = pty.fork()
    if child == 0:
        os.environ["NO_COLOR"] = "1"
        os.execv(FRONT, [FRONT, "-b", target.marked, "function_counts", target.binary, "-S", "-c", program])
    try:
        text = read_terminal(terminal, b"ticked")
        os.write(terminal, b"\x03")
        text += read_terminal(terminal, b"nothing that comes")
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        os.close(terminal)
    if status != 130 or not re.search(rb"KeyboardInterrupt\r\n(.*\r\n)* +5  <string>:tick\r\n", text):
        raise Failure(f"exit {status}: {text.decode(errors='replace')}")


def run_checks(target, report, prefix="minipy-trace: ", every=True):
    """Not every: of each provider some kinds. The others are found by the same lines, wherever the markers lie."""
    for about, check in (("logs", check_logs), ("its own", check_own), ("arguments, output, status", check_program)):
        report.check(prefix + about, check, target)
    if every:
        for about, check in (("counts", check_counts), ("times", check_times), ("exceptions", check_exceptions),
                             ("flame graphs", check_flames), ("ctrl-C on a terminal", check_terminal)):
            report.check(prefix + about, check, target)
        report.check(prefix + "wrong usage", check_wrong, target)
        report.check(prefix + "signals are sent again", check_deaf, target)
        for how in (signal.SIGINT, signal.SIGTERM):
            report.check(f"{prefix}ends at {how.name}", check_ends, target, how)
