"""minipy-observe: a process that runs is asked, and goes on unharmed, whatever the observer does.

Nothing here needs root; with it, an observer of another user is tried, too."""
import contextlib
import functools
import os
import pstats
import random
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

from common import HERE, ORACLE, Failure, Skip, again, expect, run
from plumbing import shape, shown_in_order

TOP = os.path.join(HERE, "..", "..")
SCRIPTS = os.path.join(TOP, "probes", "scripts")
TOOL = os.path.join(SCRIPTS, "minipy-observe")
sys.path.append(SCRIPTS)
from minipy_observe import meeting  # noqa: E402
from minipy_observe.errors import Ended, ObserveError  # noqa: E402
from minipy_observe.process import SIGNAL, Process  # noqa: E402

READY = "import sys; print('ready', flush=True)\n"
SPIN = "def spin():\n    n = 0\n    while True:\n        n += 1\n        work(n)\ndef work(n): return n * n\nspin()"
NOBODY = 65534


class Program:
    """A program that has printed `ready`; its folder is its own, so that tests do not meet."""

    def __init__(self, target, code, *options, launcher=(), environment=None, words=None):
        self.runtime = target.path("run")
        os.makedirs(self.runtime, 0o700, exist_ok=True)
        self.environment = {**os.environ, "XDG_RUNTIME_DIR": self.runtime, **(environment or {})}
        command = [target.binary, *options, "-c", READY + code] if words is None else words
        self.child = subprocess.Popen([*launcher, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True, env=self.environment)
        self.pid = self.child.pid
        line = self.child.stdout.readline()
        expect(line == "ready\n", "it did not begin:", line, *(() if line else (self.child.stderr.read(),)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """As ctrl-C ends it, where that does: what it counted of itself (make coverage) is written only then."""
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            self.child.send_signal(signal.SIGCONT)
            self.child.send_signal(signal.SIGINT)
            self.child.wait(0.5)
        self.child.kill()
        self.child.wait()
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def tool(self, *arguments, python=ORACLE, **more):
        return run([python, TOOL, "--timeout", str(more.pop("timeout", 20)), str(self.pid), *arguments],
                   env=self.environment, **more)

    def meet(self, timeout=20):
        return meeting.meet(Process(self.pid), timeout, lambda text: None)

    def stack(self):
        wire = self.meet()
        try:
            return wire.ask("stack locals").decode()
        finally:
            wire.close()

    def finish(self, text="", seconds=20):
        """What it printed, when its input ended."""
        late = threading.Timer(seconds, self.child.kill)
        late.start()
        with contextlib.suppress(BrokenPipeError):  # not communicate(), which loses what was read ahead
            self.child.stdin.write(text)
            self.child.stdin.close()
        out, err = self.child.stdout.read(), self.child.stderr.read()
        self.child.wait()
        late.cancel()
        expect(not err, err)
        return out

    def status(self, name):
        return Process(self.pid).status()[name]


def until(condition, what, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, what)
        time.sleep(0.02)


# ---- asking

WAITS = {  # what it waits in: the code, what ends it, what it prints then
    "sleep": ("import time; t = time.monotonic(); time.sleep(1.5); print(1.4 < time.monotonic() - t < 5)", "", "True"),
    "read": ("import os; print(os.read(0, 10))", "text", "b'text'"),
    "stdin": ("print(repr(sys.stdin.readline()))", "line\n", r"'line\n'"),
    "input": ("print(input('? '))", "answer\n", "? answer"),
    "select": ("import select; print(select.select([0], [], [], 60)[0])", "", "[0]"),
    "poll": ("import select; p = select.poll(); p.register(0); print(len(p.poll(60000)))", "", "1"),
    "lock": ("import threading, time\nl = threading.Lock(); l.acquire()\n"
             "threading.Thread(target=lambda: (sys.stdin.read(), l.release())).start()\nprint(l.acquire())", "", "True"),
    "join": ("import threading\nt = threading.Thread(target=sys.stdin.read); t.start(); t.join(); print('joined')", "", "joined"),
    "child": ("import subprocess; print(subprocess.run(['cat']).returncode)", "", "0"),
    "socket": ("import socket, threading\na, b = socket.socketpair()\n"
               "threading.Thread(target=lambda: (sys.stdin.read(), b.send(b'x'))).start()\nprint(a.recv(1))", "", "b'x'"),
    "timed": ("import threading; print(threading.Event().wait(1.5))", "", "False"),
    "pipe": ("import os\nr, w = os.pipe()\nif os.fork() == 0:\n    sys.stdin.read(); os._exit(0)\nos.close(w)\nprint(os.read(r, 1))",
             "", "b''"),
}


@again
def what_waits_answers_and_goes_on(target):
    """One thread or several: in a call that waits, too; and the program sees nothing of the signal."""
    for name, (code, text, wanted) in WAITS.items():
        with Program(target, code) as program_:
            seen = program_.stack()
            expect("<module>" in seen and "<string>:" in seen, name, seen)
            expect(program_.stack(), name)
            out = program_.finish(text).strip()
            expect(out == wanted, name, "printed", out)
    return f"{len(WAITS)} kinds of calls"


def a_prompt_that_waits(target):
    """The interactive mode, at a terminal: a line that is half typed stays."""
    runtime = target.path("run")
    os.mkdir(runtime, 0o700)
    pid, terminal = os.forkpty()
    if pid == 0:
        os.environ["XDG_RUNTIME_DIR"] = runtime
        os.execv(target.binary, [target.binary, "-q", "-c", "while True: print(eval(input('? ')))"])
    try:
        seen = b""

        def reads(text):
            nonlocal seen
            while text not in seen:
                expect(select.select([terminal], [], [], 20)[0], "no", text, "in", seen)
                seen += os.read(terminal, 1000)
        reads(b"? ")
        os.write(terminal, b"6 *")
        reads(b"6 *")
        wire = meeting.meet(Process(pid), 20, lambda text: None)
        expect("<module>" in wire.ask("stack").decode(), "the stack")
        wire.close()
        os.write(terminal, b" 7\n")
        reads(b"42")
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def signals_that_are_waited_for(target):
    """pause, sigwait and their like wait for the program's signals alone."""
    for code, wanted in (
            ("signal.signal(signal.SIGUSR1, lambda *a: os.write(1, b'handled\\n'))\nsignal.pause()\nprint('through')", "handled\nthrough\n"),
            ("signal.pthread_sigmask(0, [signal.SIGUSR1])\nprint(signal.sigwait([signal.SIGUSR1]))", f"{signal.SIGUSR1:d}\n"),
            ("signal.pthread_sigmask(0, [signal.SIGUSR1])\nprint(signal.sigwaitinfo([signal.SIGUSR1]).si_signo)",
             f"{signal.SIGUSR1:d}\n"),
            ("signal.pthread_sigmask(0, [signal.SIGUSR1])\nprint(signal.sigtimedwait([signal.SIGUSR1], 60).si_signo)",
             f"{signal.SIGUSR1:d}\n")):
        lines = code.split("\n")
        lines.insert(1, "print('set', flush=True)")
        with Program(target, "import os, signal\n" + "\n".join(lines)) as program_:
            program_.child.stdout.readline()
            time.sleep(0.1)
            expect("<module>" in program_.stack(), code)
            os.kill(program_.pid, signal.SIGUSR1)
            expect(program_.finish().replace("Signals.SIGUSR1", "10") == wanted, code)


def the_stack_of_every_thread(target):
    code = ("import threading, time\nclass Thing:\n    __slots__ = ()\n    def __repr__(self): raise SystemExit\n"
            "def outer(a, *, key):\n    big = 10 ** 50; text = 'é\\n' * 100; kept = {'k': [1, (2.5,), None]}; thing = Thing()\n"
            "    def inner():\n        print(key, flush=True); time.sleep(60)\n    inner()\n"
            "threading.Thread(target=outer, args=({1},), kwargs={'key': b'\\x00k'}, name='wörker', daemon=True).start()\n"
            "print(sys.stdin.read())")
    with Program(target, code) as program_:
        program_.child.stdout.readline()
        seen = program_.stack()
        for line in ('"wörker": waiting', '"MainThread": waiting', "      a = {1}", r"      key = b'\x00k'",
                     "      kept = {'k': [1, (2.5,), None]}", "      big = <int of about 192 bits>",
                     "      thing = <__main__.Thing object at 0x", "outer.<locals>.inner", "threading.py:"):
            expect(line in seen, "no", line, "in", seen)
        expect(re.search(r"      text = '(é\\n){40}'\.\.\.\n", seen), seen)
        done = program_.tool("stack", "--no-locals")
        expect("\n      a = " not in done.stdout and f"process {program_.pid}: " in done.stdout, done)
        expect(program_.finish("x") == "x\n", "the end")


VALUES = r"""
import sys, types
class Own:
    def __repr__(self): raise KeyError("never asked")
class OwnList(list): pass
def show():
    small, big, bigger = -5, -2**70, 2**4000
    real = 1.5, -0.0, 1e300, float("inf"), True, False, ..., NotImplemented
    quoted, escaped, wide, lone, long, empty = "it's", "a\\b\tc\rd\x07", "\u00e9\u20ac\U0001f600\u00ad\u2028\U000e0001", "\ud800", "x" * 81, ""
    octets, many, buffer = b"'\\\n\t\xff\x00", b"y" * 81, bytearray(b"z\x80")
    none = [], (), {}, set(), frozenset()
    one = [1], (1,), {"k": 2}, {3}, frozenset({4})
    more = list(range(9)), tuple(range(8)), dict.fromkeys(range(9)), set(range(9))
    nested = [[[[1]]], {1: {2: {3: 4}}}, [(), [[]]]]
    kinds = int, Own, sys, show, len, [].append, Own(), OwnList()
    others = show.__code__, types.SimpleNamespace, range(5), 3j
    loop = []
    loop.append(loop)
    def inner(): return loop
    print("on", flush=True)
    return sys.stdin.read()
show()
"""
SHOWN = r"""
small = -5
big = <negative int of about 128 bits>
bigger = <int of about 4032 bits>
real = (1.5, -0.0, 1e+300, inf, True, False, Ellipsis, NotImplemented)
quoted = 'it\'s'
escaped = 'a\\b\tc\rd\x07'
wide = 'é€😀\xad\u2028\U000e0001'
lone = '\ud800'
long = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...
empty = ''
octets = b'\'\\\n\t\xff\x00'
many = b'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'...
buffer = <bytearray object at 0x>
none = ([], (), {}, set(), frozenset())
one = ([1], (1,), {'k': 2}, {3}, frozenset({4}))
more = ([0, 1, 2, 3, 4, 5, 6, 7, ...], (0, 1, 2, 3, 4, 5, 6, 7), {0: None, 1: None, 2: None, 3: None, 4: None, 5: None, 6: None, 7: None, ...}, {0, 1, 2, 3, 4, 5, 6, 7, ...})
nested = [[[[...]]], {1: {2: {...}}}, [(), [[]]]]
kinds = (<class 'int'>, <class '__main__.Own'>, <module sys at 0x>, <function show at 0x>, <builtin_function_or_method object at 0x>, <builtin_function_or_method object at 0x>, <__main__.Own object at 0x>, <__main__.OwnList object at 0x>)
others = (<code object show at 0x>, <class 'SimpleNamespace'>, <range object at 0x>, <complex object at 0x>)
inner = <function show.<locals>.inner at 0x>
loop = [[[[...]]]]
"""


def the_stack_shows_values_of_all_kinds(target):
    """None of them runs code of the program, and none is shown without end."""
    with Program(target, VALUES) as program_:
        program_.child.stdout.readline()
        seen = re.sub(r"0x[0-9a-f]{6,}", "0x", program_.stack())
        got = "\n".join(line.strip() for line in seen.split("\n") if line.startswith("      "))
        expect(got == SHOWN.strip("\n"), got)
        program_.finish()
    deep = ("sys.setrecursionlimit(5000)\ndef deep(n): return deep(n + 1) if n < 1100 else many()\n" +
            "def many():\n" + "".join(f"    v{i} = {i}\n" for i in range(120)) + "    print('on', flush=True)\n    return sys.stdin.read()\ndeep(0)")
    with Program(target, deep) as program_:
        program_.child.stdout.readline()
        seen = program_.stack().split("\n")
        expect("      v99 = 99" in seen and "      v100 = 100" not in seen and seen.count("      ...") == 1, seen[:130])
        expect(sum("deep" in line for line in seen) == 999 and "  ..." in seen[-3:], len(seen), seen[-5:])
        program_.finish()


def nothing_is_there_before_and_after(target):
    """No thread and no descriptor until somebody asks, nor when the last one has gone; no file stays."""
    with Program(target, "sys.stdin.read()") as program_:
        def state():
            folder = f"/proc/{program_.pid}"
            return (sorted(os.listdir(folder + "/fd"), key=int), len(os.listdir(folder + "/task")), os.listdir(program_.runtime))
        before = state()
        expect(before[1] == 1 and not before[2], before)
        wire = program_.meet()
        during = state()
        expect(during[1] == 2 and during[2] == [f"minipy-{program_.pid}.socket"], during)
        found = os.stat(os.path.join(program_.runtime, during[2][0]))
        expect(found.st_mode & 0o777 == 0o600, oct(found.st_mode))
        wire.close()
        until(lambda: state() == before, f"it was {before}, is {state()}")
        expect("<module>" in program_.stack(), "a second time")


def off_is_off(target):
    """By option, variable, also with -E; and exec is no default."""
    mask = 1 << (SIGNAL - 1)
    for options, environment, on in ((("-X", "attach=off"), {}, False), ((), {"MINIPY_ATTACH": "0"}, False),
                                     (("-E",), {"MINIPY_ATTACH": "0"}, False), (("-X", "attach=on"), {}, True),
                                     (("-X", "attach=exec"), {}, True), ((), {}, True)):
        with Program(target, "sys.stdin.read()", *options, environment=environment) as program_:
            expect(bool(int(program_.status("SigCgt"), 16) & mask) == on, options, environment)
            done = program_.tool("stack")
            expect((done.returncode == 0) == on and on != ("attach=off or MINIPY_ATTACH=0" in done.stderr), done)
            expect(program_.finish() == "", "it was harmed")
    done = run([target.binary, "-X", "attach=perhaps", "-c", "print(1)"])
    expect(done.returncode == 1 and not done.stdout and '"on", "off" or "exec"' in done.stderr, done)


HOST = r"""
#include <stdio.h>
#include "minipy.h"
int main(int argc, char **argv)
{
    MinipyConfig config;
    minipy_config_init(&config);
    config.attach = argc > 1;
    (void)argv;
    MinipyVM *vm = minipy_new(&config), *other = minipy_new(&config);
    if (!vm || !other)
        return 3;
    int r = minipy_run_string(vm, "import sys, time; print('ready', flush=True); sys.stdin.readline(); print('end')", "host");
    minipy_free(other);
    return minipy_free(vm) | r;
}
"""


def a_host_decides(target):
    """An embedded vm lets nobody in, unless its host asks for that."""
    library = os.path.join(os.path.dirname(target.binary), "libminipy.a")
    if not os.path.exists(library):
        raise Skip("no libminipy.a beside this build")
    source, host = target.path("host.c"), target.path("host")
    with open(source, "w", encoding="ascii") as file:
        file.write(HOST)
    done = run(["gcc", "-I" + os.path.join(TOP, "include"), "-o", host, source, library, "-lgmp", "-lm", "-ldl", "-lpthread"])
    expect(done.returncode == 0, done.stderr)
    for words, answers in (([], False), (["attach"], True)):
        with Program(target, "", launcher=[host], words=words) as program_:
            done = program_.tool("stack")
            expect((done.returncode == 0) == answers, done)
            expect("its host did not ask for it" in done.stderr or "host:1 <module>" in done.stdout, done)
            expect(program_.finish("\n") == "end\n", "it was harmed")


# ---- the signal is the program's

def the_signal_stays_the_programs(target):
    """Who sets it, ignores it, or dies of it sees what python3.11 shows."""
    number = f"n = {SIGNAL}\nimport os, signal, subprocess, sys\n"
    for code in ("print(signal.getsignal(n))", "signal.raise_signal(n)", "os.kill(os.getpid(), n)",
                 "print(signal.signal(n, signal.SIG_IGN)); os.kill(os.getpid(), n); print(signal.getsignal(n))",
                 "print(signal.signal(n, lambda *a: print('mine', a[0]))); os.kill(os.getpid(), n); print(signal.signal(n, signal.SIG_DFL)"
                 ".__name__); sys.stdout.flush(); os.kill(os.getpid(), n)",
                 "signal.signal(n, lambda *a: 1 / 0)\ntry: os.kill(os.getpid(), n)\nexcept ZeroDivisionError: print('raised')",
                 "print(subprocess.run(['sh', '-c', f'kill -{n} $$']).returncode)",
                 "print(subprocess.run(['grep', 'Sig[IC]g', '/proc/self/status'], capture_output=True).stdout)",
                 "signal.signal(n, signal.SIG_IGN)\n"
                 "print(subprocess.run(['grep', 'Sig[IC]g', '/proc/self/status'], capture_output=True).stdout)",
                 "if os.fork() == 0: os.kill(os.getpid(), n)\nprint(os.wait()[1])"):
        done, oracle = (run([binary, "-c", number + code]) for binary in (target.binary, ORACLE))
        expect((done.returncode, done.stdout) == (oracle.returncode, oracle.stdout), code, done, oracle)
    # A handler that comes out of nowhere writes by itself: print() inside a print() that flushes is a RuntimeError.
    with Program(target, number + "signal.signal(n, lambda *a: os.write(1, b'mine\\n')); print('set', flush=True); "
                 "sys.stdin.read()") as program_:
        program_.child.stdout.readline()
        expect("<module>" in program_.stack(), "with a handler of its own")
        os.kill(program_.pid, SIGNAL)
        expect(program_.finish() == "mine\n", "a signal without a file is the program's")


def ignored_or_blocked_is_told(target):
    ignoring = ["env", f"--ignore-signal={SIGNAL}"]
    blocking = "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()); print('set', flush=True); sys.stdin.read()"
    with Program(target, "sys.stdin.read()", launcher=ignoring) as program_:
        done = program_.tool("stack")
        expect(done.returncode == 1 and "ignores signal" in done.stderr, done)
        expect(program_.finish() == "", "it was harmed")
    with Program(target, blocking) as program_:
        program_.child.stdout.readline()
        done = program_.tool("stack")
        expect(done.returncode == 1 and "block signal" in done.stderr, done)
        expect(program_.finish() == "", "it was harmed")


def a_signal_without_a_file_opens_nothing(target):
    """Links, and files of others, are none; and a folder that others can write to is not looked at."""
    code = f"import os, signal; signal.signal({SIGNAL}, lambda *a: os.write(1, b'mine\\n')); print('set', flush=True); sys.stdin.read()"
    with Program(target, code) as program_:
        program_.child.stdout.readline()
        name = os.path.join(program_.runtime, f"minipy-{program_.pid}.ask")
        os.symlink(target.binary, name)
        os.kill(program_.pid, SIGNAL)
        expect(program_.child.stdout.readline() == "mine\n", "a link")
        os.remove(name)
        with open(name, "w", encoding="ascii"):
            os.chmod(program_.runtime, 0o770)
        os.kill(program_.pid, SIGNAL)
        expect(program_.child.stdout.readline() == "mine\n", "a folder of a group")
        os.chmod(program_.runtime, 0o700)
        expect(os.listdir(program_.runtime) == [os.path.basename(name)], "it was answered")
        os.kill(program_.pid, SIGNAL)
        until(lambda: os.listdir(program_.runtime) == [f"minipy-{program_.pid}.socket"], "a good one is not answered")


# ---- who cannot be asked

def what_cannot_be_asked_is_explained(target):
    sleeper = subprocess.Popen(["sleep", "60"])
    zombie = subprocess.Popen(["true"])
    until(lambda: Process(zombie.pid).status()["State"].startswith("Z"), "no zombie")
    try:
        for pid, said in ((sleeper.pid, "runs no minipy but"), (zombie.pid, "is a zombie"), (4194305, "there is no process"),
                          (-1, "must be more than 0"), ("x", "invalid int value")):
            done = run([ORACLE, TOOL, "--", str(pid), "stack"])
            expect(done.returncode in (1, 2) and said in done.stderr and not done.stdout, pid, done)
        expect(sleeper.poll() is None, "it was killed")
    finally:
        sleeper.kill()
        sleeper.wait()
        zombie.wait()


def a_stopped_process_is_told(target):
    with Program(target, "sys.stdin.read()") as program_:
        os.kill(program_.pid, signal.SIGSTOP)
        until(lambda: program_.status("State").startswith("T"), "it goes on")
        done = program_.tool("stack", timeout=1.5)
        expect(done.returncode == 1 and f"kill -CONT {program_.pid}" in done.stderr, done)
        os.kill(program_.pid, signal.SIGCONT)
        expect("<module>" in program_.stack() and program_.finish() == "", "later")


def a_long_call_of_c_is_waited_for(target):
    """With nobody there yet, and with an observer who is there already: it is told, and given up kindly."""
    code = "import threading, time\nprint(sys.stdin.readline().strip(), flush=True)\nn = sum(range(2 * 10 ** 9))\nsys.stdin.read()"
    with Program(target, code) as program_:
        wire = program_.meet()
        wire.patience, told = 1.5, []
        wire.tell = told.append
        program_.child.stdin.write("begin\n")
        program_.child.stdin.flush()
        program_.child.stdout.readline()
        time.sleep(0.2)
        try:
            wire.ask("stack")
            raise AssertionError("it answered in a call of C")
        except ObserveError as error:
            expect("a long call of C" in str(error) and "minipy-spy dump" in str(error), error)
        expect(told and "waiting: a thread has been in the interpreter for" in told[0], told)
        wire.close()
    with Program(target, "print(sum(range(5 * 10 ** 8)), flush=True)\nsys.stdin.read()") as program_:
        done = program_.tool("stack", timeout=40)
        expect("<module>" in done.stdout, done)
        expect(program_.finish() == f"{5 * 10 ** 8 * (5 * 10 ** 8 - 1) // 2}\n", "the sum")


def another_users_observer_is_refused(target):
    if os.geteuid() != 0:
        raise Skip("this needs root, to become another user")
    with Program(target, "sys.stdin.read()") as program_:
        nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        shut = run([*nobody, ORACLE, "-c", "import os; os.listdir('/')"])
        if shut.returncode != 0:
            raise Skip("setpriv cannot become another user here")
        done = run([*nobody, ORACLE, TOOL, str(program_.pid), "stack"])
        if "Permission denied" not in done.stderr:  # of the sources' own folder
            expect(done.returncode == 1 and "belongs to" in done.stderr, done)
        wire = program_.meet()  # the socket is there: what if the folder were open, too?
        path = os.path.join(program_.runtime, f"minipy-{program_.pid}.socket")
        for name, mode in ((target.folder, 0o755), (program_.runtime, 0o755), (path, 0o777)):
            os.chmod(name, mode)
        code = ("import socket, sys\ns = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n"
                "print(s.makefile('rb').read()[5:].decode())")
        done = run([*nobody, ORACLE, "-c", code, path])
        expect(done.stdout == "refused: this process is another user's\n", done)
        expect("<module>" in wire.ask("stack").decode(), "the other observer")
        expect(program_.finish() == "", "the program")
    with Program(target, "sys.stdin.read()", launcher=["setpriv", f"--reuid={NOBODY}", "--clear-groups"],
                 environment={"XDG_RUNTIME_DIR": ""}) if os.access(target.binary, os.X_OK) else contextlib.nullcontext() as program_:
        expect("<module>" in program_.tool("stack").stdout, "root looks at nobody's process")
        expect(os.stat(f"/tmp/minipy-{NOBODY}").st_uid == NOBODY, "whose folder")


def folders_that_cannot_be_trusted(target):
    """XDG_RUNTIME_DIR that others may read is passed over for /tmp/minipy-UID, by both sides."""
    wide, link = target.path("wide"), target.path("link")
    os.mkdir(wide, 0o755)
    os.mkdir(target.path("narrow"), 0o700)
    os.symlink(target.path("narrow"), link)
    for runtime in (wide, link, "relative", target.path("none"), ""):
        with Program(target, "sys.stdin.read()", environment={"XDG_RUNTIME_DIR": runtime}) as program_:
            wire = program_.meet()
            expect(os.path.exists(f"/tmp/minipy-{os.geteuid()}/minipy-{program_.pid}.socket"), runtime)
            wire.close()
    with Program(target, "import os; os.environ['XDG_RUNTIME_DIR'] = '/'; sys.stdin.read()") as program_:
        expect("<module>" in program_.stack(), "what the program does to its environment changes nothing")


# ---- what observers do

def commands_have_help(target):
    for command in ("top", "stack", "flame", "profile", "trace", "gc", "memory", "exec"):
        done = run([ORACLE, TOOL, command, "--help"])
        expect(done.returncode == 0 and f"usage: minipy-observe PID {command}" in re.sub(r" \[.*?\]", "", done.stdout), command, done)
    for words in (["--help"], ["1", "top", "-h"]):
        expect(run([ORACLE, TOOL, *words]).returncode == 0, words)


def figures(target):
    code = ("import gc\nclass Mine: pass\nkept = [Mine() for i in range(5000)]\nfor m in kept: m.itself = m\n"
            "gc.collect(); gc.collect(1); print(gc.get_threshold(), flush=True); sys.stdin.read()")
    with Program(target, code, "-X", "memory_limit=100000000") as program_:
        program_.child.stdout.readline()
        text = program_.tool("memory").stdout
        expect(re.search(r"^ +5000  __main__\.Mine$", text, re.M) and re.search(r"its limit +100000000 bytes", text), text)
        expect(int(re.search(r"memory of the vm +(\d+)", text)[1]) > 5000 * 48, text)
        text = program_.tool("gc").stdout
        row = re.search(r"^2 +(\d+) +10 +\d+ +(\d+) +\d+ +0$", text, re.M)
        expect("collections are on" in text and row and int(row[1]) > 5000 and int(row[2]) >= 1, text)


def the_kinds_of_traces(target):
    with Program(target, SPIN) as program_:
        page = target.path("f.html")
        done = program_.tool("flame", "0.5", "-o", page)
        expect(done.returncode == 0 and page in done.stdout, done)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        expect("</html>" in text and "work" in text, text[-600:])
        done = program_.tool("profile", "0.4", "-o", target.path("p.prof"))
        stats = pstats.Stats(target.path("p.prof")).stats
        calls = stats["<string>", 7, "work"][0]
        expect(done.returncode == 0 and calls > 100, done, stats)
        expect("(work)" in program_.tool("profile", "0.2").stdout, "a table")
        lines = program_.tool("trace", "calls:work", "0.2").stdout.splitlines()
        wrong = [line for line in lines if not re.fullmatch(r"\d+\t *function-(entry|return): *<string>:work:7", line)]
        expect(len(lines) > 100 and not wrong, len(lines), wrong[:3])
        for kind, said in (("nothing", "no such kind"), ("flame:hx=1", "has no option hx"), ("ring:/tmp/x", "a ring is a file")):
            done = program_.tool("trace", kind, "0.2")
            expect(done.returncode == 1 and said in done.stderr, done)
        expect("<string>:7:work" in program_.tool("trace", "function_counts", "0.2").stdout, "counts")
        expect(program_.tool("trace", "calls", "0.2", "-o", "/dev/full").returncode == 1, "a full disk")
        expect(" spin" in program_.stack(), "after all that")


def a_trace_in_which_nothing_happens(target):
    """A program that waits: what has nothing to tell says so, to a file, too, and what tells with a head does not."""
    with Program(target, "sys.stdin.read()") as program_:
        for kind, blank in (("function_counts", True), ("calls", True), ("exception_log", True), ("flame", False)):
            for where in ((), ("-o", target.path("out"))):
                done = program_.tool("trace", kind, "0.05", *where)
                said = f"nothing was seen of what {kind} tells"
                expect(done.returncode == 0 and (said in done.stderr) == blank and bool(done.stdout.strip() or where) != blank
                       or where and (said in done.stderr) == blank, kind, where, done)


def an_interrupt_ends_a_trace_whole(target):
    with Program(target, SPIN) as program_:
        page = target.path("f.html")
        for number in (signal.SIGINT, signal.SIGTERM):
            tool = subprocess.Popen([ORACLE, TOOL, str(program_.pid), "trace", "flame", "-o", page], stderr=subprocess.PIPE,
                                    env=program_.environment)
            until(lambda: os.path.exists(page), "it did not begin")
            time.sleep(0.4)
            tool.send_signal(number)
            expect(tool.wait(20) == 0, tool.stderr.read())
            with open(page, encoding="utf-8") as file:
                expect("</html>" in file.read(), "the page is cut")
            os.remove(page)
            tool.stderr.close()


@again
def the_top(target):
    with Program(target, SPIN) as program_:
        done = program_.tool("top", "-n", "2", "-i", "0.5")
        tables = done.stdout.strip().split("\n\n")
        expect(done.returncode == 0 and len(tables) == 2, done)
        for table in tables:
            rows = {row[4]: row for row in re.finditer(r"^ *([\d.]+) +([\d.]+) +(\d+)  (\S+)$", table, re.M)}
            work, spin = rows.get("<string>:7:work"), rows.get("<string>:2:spin")
            expect(work and int(work[3]) > 1000, "calls of", work, table)
            expect(spin and float(spin[2]) > 50, "the share of", spin, table)
            expect(re.search(r"^running +\d+ .*<string>:", table, re.M), "no thread runs in", table)
        expect("a second" in tables[1], tables[1])
    with Program(target, "sys.stdin.read()") as program_:
        done = program_.tool("top", "-n", "1", "-i", "0.3", "--no-calls")
        expect("(nothing ran" in done.stdout and re.search(r"^waiting +\d+", done.stdout, re.M), done)


def commands_that_are_wrong(target):
    """Each is answered, and the next one is, too."""
    with Program(target, "import gc; gc.disable()\nsys.stdin.read()", "-X", "attach=exec") as program_:
        wire = program_.meet()
        for command, wanted in (("exec", "a name, and source text"), ("exec x", "a name, and source text"), ("exec x\na\0b", "a name, and source text"), ("trace ring:/tmp/x", "a ring is a file"), ("trace", "no such kind"),
                                ("nonsense", "there is no command nonsense"), ("", "there is no command "), ("abc\0def", "there is no command abc"), ("x" * 99, "no command " + "x" * 40 + " in")):
            try:
                raise AssertionError(f"{command!r} was answered by {wire.ask(command)!r}")
            except ObserveError as error:
                expect(wanted in str(error), command, error)
        expect(b"automatic collections are off" in wire.ask("gc") and wire.ask("exec \nx = 1") == b"", "the next commands")
        wire.close()
        expect(program_.finish() == "", "the end")


def code_runs_where_it_may(target):
    path = target.path("code.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("import __main__\n__main__.flag = __name__, __file__\nprint('inside', flush=True)\n")
    loop = "import time\nflag = None\nwhile not flag: time.sleep(0.05)\nprint(flag)"
    with Program(target, loop, "-X", "attach=exec") as program_:
        for code, said in (("1 / 0", "ZeroDivisionError"), ("x =", "SyntaxError"), ("raise SystemExit(3)", "SystemExit: 3")):
            done = subprocess.run(
                [ORACLE, TOOL, str(program_.pid), "exec", "-"], input=code, capture_output=True, text=True, timeout=60,
                env=program_.environment, check=False)
            expect(done.returncode == 1 and said in done.stderr, done)
        expect(program_.tool("exec", path).returncode == 0, "exec")
        expect(program_.finish() == f"inside\n('__attach__', '{path}')\n", "what it printed")
    with Program(target, "sys.stdin.read()") as program_:
        done = program_.tool("exec", path)
        expect(done.returncode == 1 and "-X attach=exec" in done.stderr, done)
    for code, status in (("while True: pass", 0), ("import os; os._exit(7)", 7), ("import os\nif os.fork() == 0: f = open", 0)):
        with Program(target, "sys.stdin.read()", "-X", "attach=exec") as program_:
            wire = program_.meet()
            wire.send(f"exec x\n{code}")
            time.sleep(0.3)
            expect(program_.finish(seconds=20) == "" and program_.child.returncode == status, code, program_.child.returncode)
            wire.close()
    hook = "def hook(name, args):\n    if name == 'minipy.attach.exec': raise RuntimeError('no')\nsys.addaudithook(hook)\n"
    with Program(target, hook + "sys.stdin.read()", "-X", "attach=exec") as program_:
        until(lambda: "hook" not in program_.stack(), "the hook is not set")
        done = program_.tool("exec", path)
        expect(done.returncode == 1 and "RuntimeError: no" in done.stderr and program_.finish() == "", done)


@again
def the_document_shows_what_it_prints(target):
    """The commands of docs/OBSERVING.md and their output, but for numbers."""
    with open(os.path.join(TOP, "docs", "OBSERVING.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^    \$ minipy-observe PID (.*)\n((?:(?:    (?!\$).*)?\n)+?)(?=    \$|\S)", file.read(), re.M)
    expect(len(blocks) == 6, len(blocks), "commands")
    with subprocess.Popen(["./minipy", "tests/observe/programs/served.py"], executable=target.binary, cwd=TOP) as served:
        try:
            time.sleep(0.5)
            for command, text in blocks:
                done = run([ORACLE, TOOL, str(served.pid), *command.split()], cwd=TOP)
                seen = re.sub(r"(?<= )/\S*/(?=served\.py)", "/home/you/", done.stdout + done.stderr)
                wanted = shape(re.sub(r"^    ", "", text.rstrip("\n"), flags=re.M))
                missing = shown_in_order(wanted, shape(seen))
                expect(missing is None, command, "does not print", missing, seen)
            expect(served.poll() is None, "it has ended")
        finally:
            served.kill()


def minipy_runs_the_tool(target):
    with Program(target, SPIN) as program_:
        done = program_.tool("stack", python=target.binary)
        expect(done.returncode == 0 and " spin" in done.stdout and not done.stderr, done)


# ---- observers that do harm

def an_observer_that_dies(target):
    """In the midst of each kind; the view goes with it, and the program computes what it should."""
    code = "total = 0\ndef add(n):\n    global total\n    total += n\nfor i in range(3000000): add(i)\nprint(total)"
    with Program(target, code) as program_:
        for kind in ("calls", "profile", "sample", "lines", "timeline"):
            tool = subprocess.Popen([ORACLE, TOOL, str(program_.pid), "trace", kind], env=program_.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            time.sleep(0.4)
            tool.kill()
            tool.wait()
            tool.stdout.close()
        expect(program_.finish(seconds=60) == "4499998500000\n", "the sum")


@again
def an_observer_that_hangs(target):
    """It reads nothing: the program goes on at once, what was too much is counted, and its end waits a second at most."""
    code = "def f(n): pass\nsys.stdin.readline()\nfor i in range(300000): f(i)\nprint('done', flush=True)\nsys.stdin.read()"
    with Program(target, code) as program_:
        wire = program_.meet()
        wire.begin("calls")
        program_.child.stdin.write("\n")
        program_.child.stdin.flush()
        expect(program_.child.stdout.readline() == "done\n", "it hangs, too")
        time.sleep(0.3)
        told = []
        wire.tell = told.append
        wire.send("stop")
        size = sum(len(data) for data in wire.replies())
        expect(size > 1 << 20 and any("bytes of it are missing" in text for text in told), size, told)
        wire.begin("calls")
        begun = time.monotonic()
        program_.finish()
        expect(time.monotonic() - begun < 5, "the end waited", time.monotonic() - begun)
        wire.close()


def send_raw(program_, data, rest=b""):
    """Bytes as they are, to a socket that is there; what came back, or None."""
    path = os.path.join(program_.runtime, f"minipy-{program_.pid}.socket")
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(5)
        try:
            connection.connect(path)
            connection.sendall(data)
            if rest is None:
                return None
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(1 << 16), b""))
        except (FileNotFoundError, ConnectionError):
            return None


def mutants(seed):
    """Messages, good ones first, then changed ones, then noise."""
    chance = random.Random(seed)
    words = [b"stack", b"stack locals", b"gc", b"memory", b"trace calls", b"trace sample:top=3", b"stop", b"exec x\n1", b"", b"trace",
             b"trace " + b"a" * 500, b"\0\xff", b"stack" * 1000, b"trace flame:hz=%d" % 2 ** 40, b"trace profile:names=" + b"*" * 300]
    whole = [b"c" + struct.pack(">I", len(word)) + word for word in words]
    yield from whole
    while True:
        data = bytearray(b"".join(chance.choice(whole) for _ in range(chance.randint(1, 3))))
        for _ in range(chance.randint(0, 6)):
            at = chance.randrange(len(data) + 1)
            what = chance.randrange(4)
            if what == 0:
                data[at:at + 1] = bytes([chance.randrange(256)])
            elif what == 1:
                del data[at:at + chance.randint(1, 9)]
            elif what == 2:
                data[at:at] = chance.randbytes(chance.randint(1, 9))
            else:
                del data[at:]
        yield chance.randbytes(chance.randint(1, 200)) if chance.randrange(8) == 0 else bytes(data)


def rubbish_does_no_harm(target):
    """Thousands of messages, whole, changed, cut off and random, while the program computes and another looks on."""
    count = int(os.environ.get("ATTACH_MESSAGES", "3000"))
    with Program(target, "total = 0\nwhile sys.stdin not in __import__('select').select([sys.stdin], [], [], 0)[0]:\n"
                 "    total = total + 1\nprint(total > 0)") as program_:
        watcher = program_.meet()
        answered = 0
        for at, data in zip(range(count), mutants(int(os.environ.get("ATTACH_SEED", "1")))):
            answered += bool(send_raw(program_, data, None if at % 3 == 0 else b""))
            if at % 500 == 0:
                expect("<module>" in watcher.ask("stack").decode(), "after", at, data)
        expect("<module>" in watcher.ask("stack").decode(), "in the end")
        watcher.close()
        expect(answered > count / 3, answered, "answers")
        until(lambda: len(os.listdir(f"/proc/{program_.pid}/task")) == 1, "a thread stayed")
        expect(program_.finish() == "True\n", "the program")
    return f"{count} messages, {answered} answers"


def several_observers(target):
    """Two traces of their own at once; a ninth observer is turned away, and has room when another has gone."""
    with Program(target, SPIN) as program_:
        wires = [program_.meet() for _ in range(8)]
        wires[0].begin("sample")
        wires[1].begin("function_counts")
        try:
            program_.meet().close()
            raise AssertionError("a ninth")
        except ObserveError as error:
            expect("as many observers as may be" in str(error), error)
        time.sleep(0.3)
        texts = [b"".join(wire.end()).decode() for wire in wires[:2]]
        expect("samples of" in texts[0] and re.search(r":work +\d+", texts[1]), texts)
        wires.pop().close()
        time.sleep(0.2)
        expect(" spin" in program_.stack(), "when one has gone")
        for wire in wires:
            wire.close()


def many_come_at_once(target):
    """Each sends its own signal; none of them ends the program."""
    with Program(target, "sys.stdin.read()") as program_:
        tools = [subprocess.Popen([ORACLE, TOOL, "--timeout", "30", str(program_.pid), "stack"], env=program_.environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(6)]
        answers = [tool.communicate(timeout=60) for tool in tools]
        expect(all("<module>" in out for out, _ in answers), answers)
        for _ in range(20):
            os.kill(program_.pid, SIGNAL)
        time.sleep(0.1)
        expect(program_.finish() == "", "it was ended by a signal that came late")


# ---- what the process does

def a_child_is_not_attached(target):
    code = ("import os\ndef f(): pass\ndef childs(): pass\nsys.stdin.readline()\npid = os.fork()\nif pid == 0:\n    childs()\n"
            "    fds = [os.readlink(f'/proc/self/fd/{n}') for n in os.listdir('/proc/self/fd') if int(n) > 2 and "
            "os.path.exists(f'/proc/self/fd/{n}')]\n"
            "    print(f'child {fds} {len(os.listdir(\"/proc/self/task\"))}\\n', end='', flush=True)\n    sys.stdin.readline(); os._exit(0)\n"
            "print(f'parent {pid}\\n', end='', flush=True)\nos.waitpid(pid, 0)\nf(); print('end', flush=True); sys.stdin.read()")
    with Program(target, code) as program_:
        wire = program_.meet()
        wire.begin("calls")
        program_.child.stdin.write("\n")
        program_.child.stdin.flush()
        lines = sorted(program_.child.stdout.readline() for _ in range(2))
        expect(lines[0] == "child [] 1\n", lines)
        child = int(lines[1].split()[1])
        other = meeting.meet(Process(child), 20, lambda text: None)
        expect("<module>" in other.ask("stack").decode(), "the child, asked itself")
        other.close()
        program_.child.stdin.write("\n")
        program_.child.stdin.flush()
        expect(program_.child.stdout.readline() == "end\n", "the parent")
        text = b"".join(wire.end()).decode()
        expect(":childs:" not in text and ":f:" in text, "the child's calls are in it:", text[-300:])
        wire.close()


def an_end_while_observed(target):
    """The results come; the exit status is the program's."""
    for code, status in (("sys.exit(7)", 7), ("import os; os._exit(9)", 9), ("1 / 0", 1)):
        with Program(target, f"def f(): pass\nsys.stdin.readline()\nfor i in range(10): f()\n{code}") as program_:
            wire = program_.meet()
            told = []
            wire.tell = told.append
            wire.begin("function_counts")
            program_.child.stdin.write("\n")
            program_.child.stdin.flush()
            text = b"".join([*wire.follow(20), *wire.end()]).decode()
            expect(re.search(r":f +10$", text, re.M) and "has ended" in told[-1], code, text, told)
            expect(program_.child.wait(20) == status, code, program_.child.returncode)
            expect(not os.listdir(program_.runtime), os.listdir(program_.runtime))
            wire.close()
    for code in ("import os; os.kill(os.getpid(), 9)", "import os; os.execv('/bin/true', ['true'])"):
        with Program(target, f"sys.stdin.readline()\n{code}") as program_:
            wire = program_.meet()
            wire.begin("calls")
            program_.child.stdin.write("\n")
            program_.child.stdin.flush()
            try:
                for _ in wire.follow(20):
                    pass
                raise AssertionError(code)
            except Ended as error:
                expect("killed, or runs another program" in str(error), error)
            program_.child.wait(20)
            wire.close()


def a_stale_socket_is_no_hindrance(target):
    """Of a process with that number that was killed."""
    with Program(target, "sys.stdin.read()") as program_:
        stale = os.path.join(program_.runtime, f"minipy-{program_.pid}.socket")
        with socket.socket(socket.AF_UNIX) as left:
            left.bind(stale)
        expect("<module>" in program_.stack() and program_.finish() == "", "a socket without a process")


def threads_and_observers(target):
    """Threads that compute and switch, while traces begin and end."""
    code = ("import threading\ntotals = [0] * 4\ndef work(k):\n    for i in range(1000000): totals[k] += add(i, 1)\n"
            "def add(a, b): return a + b\nthreads = [threading.Thread(target=work, args=(k,)) for k in range(4)]\n"
            "for t in threads: t.start()\nfor t in threads: t.join()\nprint(set(totals))")
    with Program(target, code) as program_:
        rounds = 0
        with contextlib.suppress(ObserveError):
            wire = program_.meet()
            for kind in ("calls", "sample", "profile", "function_counts", "lines") * 4:
                wire.begin(kind)
                for _ in wire.follow(0.02):
                    pass
                for _ in wire.end():
                    pass
                wire.ask("stack locals")
                rounds += 1
        expect(program_.finish(seconds=60) == f"{{{sum(range(1000000)) + 1000000}}}\n", "the sums")
    return f"{rounds} traces"


def told(check):
    """The check, with what the tool's own parts raise as its failure."""
    @functools.wraps(check)
    def wrapper(target):
        try:
            return check(target)
        except (ObserveError, AssertionError, subprocess.TimeoutExpired) as error:
            raise Failure(f"{type(error).__name__}: {error}") from error
    return wrapper


CHECKS = [told(check) for check in (
          what_waits_answers_and_goes_on, a_prompt_that_waits, signals_that_are_waited_for, the_stack_of_every_thread, the_stack_shows_values_of_all_kinds,
          nothing_is_there_before_and_after, off_is_off, a_host_decides, the_signal_stays_the_programs, ignored_or_blocked_is_told,
          a_signal_without_a_file_opens_nothing, what_cannot_be_asked_is_explained, a_stopped_process_is_told,
          a_long_call_of_c_is_waited_for, another_users_observer_is_refused, folders_that_cannot_be_trusted, commands_have_help,
          figures, the_kinds_of_traces, a_trace_in_which_nothing_happens, an_interrupt_ends_a_trace_whole, the_top, commands_that_are_wrong, code_runs_where_it_may, the_document_shows_what_it_prints,
          minipy_runs_the_tool,
          an_observer_that_dies, an_observer_that_hangs, rubbish_does_no_harm, several_observers, many_come_at_once,
          a_child_is_not_attached, an_end_while_observed, a_stale_socket_is_no_hindrance, threads_and_observers)]
