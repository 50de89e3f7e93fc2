"""Options, files, and the ends of a program: what is written is complete, and the program is as without."""
import os
import pstats
import re
import resource
import signal
import subprocess
import time

from common import expect, instructions, program, run

HELLO = "import sys; print('out'); print('err', file=sys.stderr); f = lambda: 1; f(); f()"


def functions(file):
    """What pstats loads: {(file, line, name): calls}."""
    return {key: row[1] for key, row in pstats.Stats(file).stats.items()}


def all_kinds(target):
    return run([target.binary, "--help"]).stdout.strip().rpartition("Kinds of --trace: ")[2].split(", ")


def help_has_every_kind(target):
    done = run([target.binary, "--trace=help"])
    expect(done.returncode == 0 and not done.stderr, done)
    kinds = all_kinds(target)
    missing = [kind for kind in kinds if not re.search(rf"\b{kind.strip().partition(':')[0]}\b", done.stdout)]
    expect(len(kinds) > 15 and not missing, "not in --trace=help:", missing)
    return f"{len(kinds)} kinds"



def what_is_cached_while_somebody_listens_is_as_without(target):
    """The instructions that are replaced to listen are not what is written into a file of cached code."""
    folder = target.path("modules")
    os.makedirs(folder)
    with open(folder + "/listened.py", "w") as file:
        file.write("class A(type):\n    def __new__(cls, *a):\n        return super().__new__(cls, *a)\n"
                   "class B(metaclass=A):\n    def f(self): yield __class__\nlist(B().f())\n")
    seen = []
    for _ in range(3):  # compiles and writes, reads twice
        done = run([target.binary, "-S", "--trace=calls,lines", "-c", "import sys; sys.path.insert(0, sys.argv[1]); import listened", folder],
                   env={k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"})
        seen.append(re.findall(r"[a-z-]+: *listened\.py:\S+", done.stderr))
    expect(os.listdir(folder + "/__pycache__"), "no cached code was written")
    expect(len(seen[0]) > 15 and seen[0] == seen[1] == seen[2], *seen)
    return f"{len(seen[0])} events"

def bad_words_are_refused_and_explained(target):
    out = target.path("out")
    for spec, said in (
            ("flame:hx=1", "flame has no option hx; it has: hz="), ("sample:hz=0", "a number from 1 to"),
            ("sample:hz=x", "a number from 1 to"), ("sample:clock=sun", "is one of wall cpu"),
            ("profile:", None), ("sample:hz", "key=value"), ("nothing", "no such kind of event"),
            ("sample:names=f", "has no option names"), ("profile:thread=x", "thread=x")):
        done = run([target.binary, "--trace=" + spec, "-o", out, "-c", "print(1)"])
        if said is None:
            expect(done.returncode == 0, spec, done)
        else:
            expect(done.returncode == 2 and not done.stdout and said in done.stderr, spec, done)
    for command, said in ((["--trace=profile", "-c", "1"], "add -o FILE"), (["--trace=flame", "-o"], "-o option"),
                          (["-o", out, "-c", "1"], "Unknown option: -o")):
        done = run([target.binary, *command])
        expect(done.returncode == 2 and said in done.stderr, command, done)


def a_bad_word_leaves_an_old_file(target):
    out = target.path("out")
    with open(out, "w", encoding="ascii") as file:
        file.write("mine")
    for spec in ("flame:hx=1", "nothing", "sample:hz=0"):
        run([target.binary, "--trace=" + spec, "-o", out, "-c", "1"])
        with open(out, encoding="ascii") as file:
            expect(file.read() == "mine", spec, "has emptied it")


def output_does_not_mix(target):
    plain = run([target.binary, "-c", HELLO])
    for kind in ("calls", "profile", "sample", "timeline", "coverage", "audit_log"):
        done = run([target.binary, "--trace=" + kind, "-o", target.path("out"), "-c", HELLO])
        expect((done.stdout, done.stderr, done.returncode) == (plain.stdout, plain.stderr, 0), kind, done)


def lines_on_stderr_are_whole(target):
    code = "import os\nfor i in range(3):\n    if os.fork() == 0:\n        for j in range(200): len('')\n        os._exit(0)\n"
    done = run([target.binary, "-S", "--trace=lines", "-c", code + "for i in range(3): os.wait()"])
    wrong = [line for line in done.stderr.splitlines() if not re.fullmatch(r"\d+\t +line:[^\t]*:\d+", line)]
    expect(not wrong and done.stderr.count("\n") > 1200, wrong[:3], done.stderr.count("\n"))


def lines_of_a_file_are_whole_with_children(target):
    code = "import os\nfor i in range(3):\n    if os.fork() == 0:\n        for j in range(2000): len('')\n        os._exit(0)\n"
    text = target.text("lines", "-c", code + "for i in range(3): os.wait()")
    wrong = [line for line in text.splitlines() if not re.fullmatch(r"\d+\t +line:[^\t]*:\d+", line)]
    expect(not wrong and 6000 < text.count("\n") < 8000, wrong[:3], text.count("\n"))


def several_at_once(target):
    one, other, lines = (target.path(name) for name in ("one", "other", "lines"))
    done = run([target.binary, "--trace=profile", "-o", one, "--trace=flame", "-o" + other, "--trace=calls", "-o", lines,
                program("calls")])
    expect(done.returncode == 0 and not done.stderr, done)
    expect((program("calls"), 6, "fib") in functions(one), "profile")
    with open(other, encoding="utf-8") as file:
        expect("</html>" in file.read(), "flame")
    with open(lines, encoding="utf-8") as file:
        expect("function-entry:" in file.read(), "calls")


def ends(target):
    """Whatever the end: the file is whole, and the status is that of the program."""
    begin = "import os, sys, signal\ndef f(): pass\nf()\n"
    for name, code, status in (
            ("sys.exit", "sys.exit(7)", 7), ("exception", "1 / 0", 1), ("os._exit", "os._exit(9)", 9),
            ("SIGTERM", "os.kill(os.getpid(), signal.SIGTERM)\nwhile 1: pass", -signal.SIGTERM),
            ("SIGHUP", "os.kill(os.getpid(), signal.SIGHUP)\nwhile 1: pass", -signal.SIGHUP),
            ("SIGINT", "os.kill(os.getpid(), signal.SIGINT)\nwhile 1: pass", -signal.SIGINT),
            ("own handler", "signal.signal(signal.SIGTERM, lambda *a: sys.exit(5))\nos.kill(os.getpid(), signal.SIGTERM)", 5),
            ("ignored", "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nos.kill(os.getpid(), signal.SIGTERM)", 0)):
        plain = run([target.binary, "-c", begin + code]) if name not in ("SIGTERM", "SIGHUP") else None
        file = target.path(name)
        done = run([target.binary, "--trace=profile", "-o", file, "-c", begin + code])
        expect(done.returncode == status, name, done)
        expect(plain is None or plain.stderr == done.stderr, name, done.stderr)
        expect(functions(file).get(("<string>", 2, "f")) == 1, name, "f() is not in the file")


def a_signal_ends_what_waits(target):
    file = target.path("out")
    for code in ("import time; print(1, flush=True); time.sleep(50)",
                 "import threading; print(1, flush=True); threading.Event().wait()"):
        child = subprocess.Popen([target.binary, "--trace=profile", "-o", file, "-c", code], stdout=subprocess.PIPE)
        child.stdout.readline()
        time.sleep(0.1)
        child.terminate()
        try:
            status = child.wait(20)
        finally:
            child.kill()
            child.stdout.close()
        expect(status == -signal.SIGTERM, code, status)
        expect(functions(file), code)


def a_child_has_a_file_of_its_own(target):
    code = ("import os\ndef parents(): pass\ndef childs(): pass\npid = os.fork()\nif pid == 0:\n    childs()\n"
            "    os._exit(0)\nparents(); os.waitpid(pid, 0); print(pid)")
    file = target.path("out")
    done = run([target.binary, "--trace=profile", "-o", file, "-c", code])
    names = [{name for _, _, name in functions(f)} for f in (file, f"{file}.{done.stdout.strip()}")]
    expect("parents" in names[0] and "childs" not in names[0], names[0])
    expect("childs" in names[1] and "parents" not in names[1], names[1])


def a_child_does_not_touch_a_timeline_or_samples(target):
    code = "import os\nif os.fork() == 0: len(''); os._exit(0)\nos.wait()"
    expect(target.text("timeline", "-c", code).rstrip().endswith("]}"), "timeline")
    expect(target.text("speedscope", "-c", code).count("$schema") == 1, "speedscope")


def what_cannot_be_written_is_told(target):
    done = run([target.binary, "--trace=profile", "-o", "/dev/full", "-c", "print(1)"])
    expect(done.returncode == 0 and done.stdout == "1\n" and "No space left" in done.stderr, done)
    done = run([target.binary, "--trace=lines", "-o", "/dev/full", "-c", "for i in range(100000): i"])
    expect(done.returncode == 0 and done.stderr.count("No space left") == 1, done)
    done = run([target.binary, "--trace=profile", "-o", target.path("no/such"), "-c", "print(1)"])
    expect(done.returncode == 2 and not done.stdout and "No such file" in done.stderr, done)
    done = run([target.binary, "--trace=calls", "-o", target.folder, "-c", "print(1)"])
    expect(done.returncode == 2 and "Is a directory" in done.stderr, done)


# Long enough for samples, too: without one the folded stacks are an empty file, which /dev/full takes.
MUCH = ("import gc, sys\nfor i in 1, 2, 3: sum(range(2000000))\ndef f(n):\n    try: raise KeyError(n)\n    except KeyError: pass\nfor i in range(900): f(i); sys.audit('x', i)\n"
        "for i in range(90): exec(f'def g{i}(a):\\n  if a: return {i}\\ng{i}(1)')\ngc.collect(); print('done'); sys.exit(3)\n")


def much(target):
    script = target.path("much.py")
    with open(script, "w", encoding="ascii") as file:
        file.write(MUCH)
    return script


def a_disk_that_fills_up_is_told(target):
    """Whatever the kind: at the first byte (/dev/full) and, what is long, at the 4097th. The signal that comes with the latter is not
    the program's end, whenever the file is written."""
    told, script = 0, much(target)
    for kind in all_kinds(target):
        if kind.startswith(("ring", "calls:", "gc", "imports")):
            continue
        done = run([target.binary, "--trace=" + kind, "-o", "/dev/full", script])
        expect((done.returncode, done.stdout) == (3, "done\n") and done.stderr.count("No space left") == 1, kind, done)
        done = run([target.binary, "--trace=" + kind, "-o", target.path("out"), script],
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        expect((done.returncode, done.stdout) == (3, "done\n") and done.stderr.count("\n") == done.stderr.count("File too large") <= 1, kind, done)
        told += "File too large" in done.stderr
    expect(told > 6, told)
    done = run([target.binary, f"--trace=ring:{target.path('ring')}:calls:last", "-c", "print(1)"],
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
    expect(done.returncode == 2 and not done.stdout and "File too large" in done.stderr, done)
    return f"{told} kinds wrote more than fits"


def a_reader_that_went_is_told(target):
    script = much(target)
    for kind in ("calls", "speedscope", "profile"):
        ours, its = os.pipe()
        os.close(ours)
        done = run([target.binary, "--trace=" + kind, "-o", f"/dev/fd/{its}", script], pass_fds=[its])
        os.close(its)
        expect((done.returncode, done.stdout) == (3, "done\n") and done.stderr.count("Broken pipe") == 1, kind, done)


LOOPS = """
import sys
def loops(n):
    i = 0
    while i < n:
        i += 1
    for i in range(n):
        a = i
        b = a
    return b
if sys.argv[2] == "calls":
    import probes
    watching = probes.attach(lambda event: None, "function_entry,function_return")
loops(100)
loops(int(sys.argv[1]))
"""


def a_loop_pays_nothing_for_an_observer_of_calls(target):
    without, watched = (instructions(target, LOOPS, which) for which in ("none", "calls"))
    expect(without > 1_000_000 and watched <= 1.001 * without, f"{without} instructions without, {watched} with an observer of calls")
    return f"{without} instructions for 20,000 rounds, and {watched}"


GONE = """
import sys
def callee(): pass
def numbers(n):
    for i in range(n):
        yield i
def work(n):
    for i in numbers(n):
        callee()
        abs(i)
if sys.argv[2] == "gone":
    import probes
    for kinds in "cfunction_return", "function_return,line", "function_entry,cfunction_entry":
        with probes.attach(lambda event: None, kinds):
            work(3)
work(500)
work(int(sys.argv[1]))
"""


def nothing_is_paid_for_observers_who_have_gone(target):
    without, gone = (instructions(target, GONE, which) for which in ("none", "gone"))
    expect(without > 1_000_000 and gone <= 1.001 * without, f"{without} instructions without, {gone} when observers have gone")
    return f"{without} instructions for 20,000 rounds, and {gone}"


def a_pipe_is_written_to(target):
    pipe = target.path("pipe")
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    done = run([target.binary, "--trace=coverage", "-o", pipe, program("lines")])
    out = reader.communicate(timeout=20)[0]
    expect(done.returncode == 0 and not done.stderr and b"end_of_record" in out, done, out)


def memory_of_a_view_is_not_the_programs(target):
    code = "for i in range(20000): exec(f'def f{i}(): pass\\nf{i}()')"
    done = run([target.binary, "-X", "memory_limit=30000000", "--trace=line_counts", "-o", target.path("out"), "-c", code])
    expect(done.returncode == 0 and not done.stderr, done)


def a_program_looks_at_itself(target):
    """probes.start, stop, attach; and what an observer answers or raises."""
    for name in "itself", "callbacks", "churn":
        done = run([target.binary, program(name)])
        with open(program(name)[:-2] + "out", encoding="utf-8") as file:
            expect(done.returncode == 0 and not done.stderr and done.stdout == file.read(), done.stdout, done.stderr)
    done = run([target.binary, "-c", "import probes\nprobes.attach(lambda event: probes.ABORT, 'mark')\n"
                "print(1)\ndef go_on(): print(2)\ntry: probes.mark('here')\nexcept BaseException: pass\ngo_on()"])
    expect(done.stdout == "1\n" and done.returncode == -2, done)


def shape(text):
    """Numbers, the spaces and bars around them, and folders aside."""
    text = re.sub(r"\d+(\.\d+)?", "#", re.sub(r'"(/[^"/]*)*/', '"', text))
    return [re.sub(r"[@ ]+", " ", line).strip() for line in text.splitlines()]


def shown_in_order(wanted, seen):
    """The lines wanted come one behind the other, "..." standing for any; the first that does not, or None."""
    at, loose = 0, False
    for line in wanted:
        if line == "...":
            loose = True
            continue
        while loose and at < len(seen) and seen[at] != line:
            at += 1
        if at == len(seen) or seen[at] != line:
            return line
        at, loose = at + 1, False
    return None


def the_document_shows_what_is_printed(target):
    """The commands of docs/OBSERVING.md and their output, but for numbers."""
    top = os.path.join(os.path.dirname(__file__), "..", "..")
    with open(os.path.join(top, "docs", "OBSERVING.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^    \$ \./minipy (.*)\n((?:(?:    (?!\$).*)?\n)+?)(?=    \$|\S)", file.read(), re.M)
    for command, text in blocks:
        done = run(["sh", "-c", f'exec "$0" {command}', target.binary], cwd=top)
        wanted = shape(re.sub(r"^    ", "", text.rstrip("\n"), flags=re.M))
        missing = shown_in_order(wanted, shape(done.stderr))
        expect(missing is None, command, "does not print", missing, done.stderr[:600])
    expect(len(blocks) == 8, len(blocks), "commands")


CHECKS = [the_document_shows_what_is_printed, what_is_cached_while_somebody_listens_is_as_without, a_program_looks_at_itself, help_has_every_kind, bad_words_are_refused_and_explained, a_bad_word_leaves_an_old_file, output_does_not_mix,
          lines_on_stderr_are_whole, lines_of_a_file_are_whole_with_children, several_at_once, ends,
          a_signal_ends_what_waits, a_child_has_a_file_of_its_own, a_child_does_not_touch_a_timeline_or_samples,
          what_cannot_be_written_is_told, a_disk_that_fills_up_is_told, a_reader_that_went_is_told, a_loop_pays_nothing_for_an_observer_of_calls,
          nothing_is_paid_for_observers_who_have_gone, a_pipe_is_written_to, memory_of_a_view_is_not_the_programs]
