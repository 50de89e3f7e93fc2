#!/usr/bin/python3.11
"""D scripts inside the process: --dscript.

    /usr/bin/python3.11 tests/dscript/run.py [--minipy BINARY] [--golden] [WORD ...]

cases/NAME.d runs on cases/program.py and must print NAME.out, and NAME.err on standard error if that is there: texts made
with --golden and then read against the forms that DTrace's guide describes; no DTrace was there to compare with.
errors.txt has scripts that are refused, and what is said. CPython's own D scripts (libpython3.11-testsuite) must give
its published output. docs/DSCRIPT.md's examples must print what stands there. Functions named check_* look at what a
script does to the program, and the other way round. Mutants of all scripts run in a build with
sanitizers. WORDs select checks by name; the last line counts.
"""
import argparse
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
CASES = os.path.join(HERE, "cases")
CPYTHON = "/usr/lib/python3.11/test/dtracedata"
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MINIPY"))}
ENVIRONMENT.update(LC_ALL="C.UTF-8", TZ="UTC")
minipy = os.path.join(ROOT, "minipy")


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def run(*words, program=None, cwd=CASES, timeout=60, **more):
    """minipy --dscript WORDS PROGRAM: the finished process, its output as text."""
    program = [program] if isinstance(program, str) else program or ["program.py"]
    return subprocess.run([minipy, "--dscript", *words, *program], cwd=cwd, env=ENVIRONMENT, capture_output=True,
                          text=True, errors="replace", timeout=timeout, **more)


def code(text):
    """The words of a program that is given on the command line."""
    return ["-c", text]


def same(got, wanted, what):
    if got != wanted:
        raise Failure(f"{what}\n  wanted {wanted!r}\n  got    {got!r}")


def holds(condition, what, *seen):
    if not condition:
        raise Failure(" ".join([what, *(repr(s)[-600:] for s in seen)]))


def normal(text):
    """Without what differs from run to run: the processor, the process, the time, the folder."""
    text = text.replace(os.path.realpath(CASES), "CASES")
    text = re.sub(r"^ +\d+( +\d+ {1,30}\S*:[\w-]+ )", r"  0\1", text, flags=re.M)
    text = re.sub(r"^ +\d+( +(?:->|<-|\|) [\w<:])", r"  0\1", text, flags=re.M)
    return re.sub(r"\b(python|minipy)\d+:::", r"\1PID:::", text)


# ---- cases and errors ----

def run_case(name, golden):
    done = run(f"{name}.d")
    for stream, end in ((done.stdout, "out"), (done.stderr, "err")):
        path = os.path.join(CASES, f"{name}.{end}")
        if golden and (end == "out" or stream.count("error on") > 0):
            with open(path, "w", encoding="utf-8") as f:
                f.write(normal(stream))
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                same(normal(stream), f.read(), f"{name}.{end}")
    same(done.returncode, 0, "status")


def run_error(text):
    script, _, wanted = text.partition("=> ")
    wanted = wanted.rstrip("\n").split("\n=> ")
    done = run("-n", script.rstrip("\n"))
    said = done.stderr.split("\n")
    same(said[0], wanted[0], script)
    place = re.match(r"-n:(\d+):(\d+):", said[0])
    if place:
        line = script.split("\n")[int(place[1]) - 1]
        same(said[1:3], [line, " " * (int(place[2]) - 1) + "^"], "the line and its caret")
    for hint in wanted[1:]:
        holds(hint in said[3:], f"{script}: {hint!r} is not said:", done.stderr)
    same((done.returncode, done.stdout), (1, ""), "a script that is refused runs nothing")


# ---- CPython's own ----

def normalised(text):
    """As test_dtrace looks at it: without the program's own lines, in the order of time, without the times."""
    rows = [row.split("\t") for row in text.splitlines() if row and not row.startswith("#")]
    return "\n".join(row[1] for row in sorted(rows, key=lambda row: int(row[0])))


def run_cpython(name, option):
    path = os.path.join(CPYTHON, name)
    if not os.path.exists(path + ".d"):
        raise Skip("libpython3.11-testsuite is not there")
    done = subprocess.run([minipy, *option, "--dscript", "-q", "-s", path + ".d", path + ".py"], env=ENVIRONMENT,
                          capture_output=True, text=True, timeout=60)
    with open(path + ".d.expected", encoding="utf-8") as f:
        same(normalised(done.stdout), f.read().rstrip(), name)


def check_cpython_usable():
    path = os.path.join(CPYTHON, "assert_usable.d")
    if not os.path.exists(path):
        raise Skip("libpython3.11-testsuite is not there")
    same(run("-q", "-s", path, program=code("")).stdout.strip(), "probe: success", "assert_usable.d")


def check_call_stack():
    """The script of the repository, which --trace=calls stands in for, prints the same, from a function on."""
    script, program = os.path.join(ROOT, "probes/scripts/call_stack.d"), os.path.join(ROOT, "examples/call_stack.py")
    mine = run("-q", "-s", script, "--dscript-arg=start", program=program).stdout
    traced = subprocess.run([minipy, "--trace=calls:start", program], env=ENVIRONMENT, capture_output=True, text=True)
    same(normalised(mine), normalised(traced.stderr), "call_stack.d")


def check_scripts_of_the_repository():
    for path in sorted(glob.glob(os.path.join(ROOT, "probes/scripts/*.d"))):
        done = run("-q", path)
        same((done.returncode, done.stderr), (0, ""), path)
        holds(len(done.stdout) > 10 or "durations" in path, path + " printed nothing", done.stdout)


# ---- the program ----

def check_status():
    for text, status in (("import sys; sys.exit(7)", 7), ("1/0", 1), ("", 0)):
        same(run("-q", "-n", "BEGIN {}", program=code(text)).returncode, status, text)
    done = run("-q", "-n", "BEGIN { exit(3); } function-entry { printf(\"never\"); } END { printf(\"end\"); }",
               program=code("print('on')"))
    same((done.returncode, done.stdout), (0, "end\non\n"), "exit() ends the script alone")


def check_exit_in_the_midst():
    text = "function-entry /copyinstr(arg1) == \"f\"/ { n++; } function-entry /n == 3/ { trace(n); exit(0); } END { printf(\":%d\\n\", n); }"
    done = run("-q", "-n", "int n;" + text, program=code("def f(): pass\nfor i in range(9): f()\nprint('on')"))
    same((done.returncode, done.stdout), (0, "3:3\n\non\n"), "exit()")


def check_signals():
    text = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
    done = run("-q", "-n", "END { printf(\"end\\n\"); }", program=code(text), preexec_fn=lambda: signal.signal(
        signal.SIGINT, signal.default_int_handler))
    same((done.returncode, done.stdout), (-signal.SIGINT, "end\n\n"), "after ctrl-C END is printed")
    done = run("-q", "-n", "END { printf(\"end\\n\"); }", program=code(text.replace("SIGINT", "SIGTERM")))
    same((done.returncode, done.stdout), (-signal.SIGTERM, "end\n\n"), "after a SIGTERM, too")


def check_threads():
    text = ("import threading\ndef f(n):\n    if n: f(n - 1)\nts = [threading.Thread(target=f, args=(n,)) for n in range(4)]\n"
            "[t.start() for t in ts]; [t.join() for t in ts]\n")
    script = ("self int depth; python$target::f:function-entry { self->depth++; @[tid != pid] = max(self->depth); }"
              "python$target::f:function-return { self->depth--; }")
    same(run("-q", "-n", script, program=code(text)).stdout.split(), ["1", "4"], "self-> is each thread's own")


def check_fork():
    text = ("import os\ndef f(): pass\nf()\npid = os.fork()\nf()\nf()\nif not pid:\n    print('child'); raise SystemExit(4)\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n")
    done = run("-q", "-n", "python$target::f:function-entry { @ = count(); trace(\"f \"); } END { printf(\"end\"); }",
               program=code(text))
    same(done.stdout, "child\n4\nf f f end\n                3\n", "a child goes on without the script")


def check_fork_with_timers():
    text = ("import os, time\ndef f(): pass\npid = os.fork()\nfor i in range(50): f(); time.sleep(0.001)\n"
            "if pid: print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n")
    done = run("-q", "-n", "int n; python$target::f:function-entry, tick-5ms { @[probename] = count(); } profile-97 { n++; }", program=code(text))
    lines = sorted(done.stdout.splitlines())  # by their counts: a busy machine has more than 50 ticks meanwhile
    holds(re.fullmatch(r"\n  function-entry +50\n  tick-5ms +\d+\n0", "\n".join(lines)), "with timers:", done.stdout)


def check_exec():
    text = "import os, sys\ndef f(): pass\nf()\nsys.stdout.flush()\nos.execv('/bin/echo', ['echo', 'new'])\n"
    done = run("-q", "-n", "python$target::f:function-entry { printf(\"f\\n\"); }", program=code(text))
    same(done.stdout, "f\nnew\n", "what was printed before exec is there")


def check_exit_at_once():
    text = "import os\ndef f(): pass\nf()\nos._exit(5)\n"
    done = run("-q", "-n", "python$target::f:function-entry { printf(\"f\\n\"); @ = count(); } END { printf(\"end\"); }",
               program=code(text))
    same((done.returncode, done.stdout), (5, "f\nend\n                1\n"), "os._exit() ends the script, too")


def check_recursion():
    text = "def f(n): return f(n + 1)\ntry: f(0)\nexcept RecursionError: print('limit')\n"
    done = run("-q", "-n", "python$target::f:function-entry { self->d++; @ = max(self->d); @[1] = max(ustackdepth); }"
               .replace("@[1]", "@deep"), program=code(text))
    values = done.stdout.split()
    holds(values[0] == "limit" and 900 < int(values[1]) < 1000 and int(values[2]) == int(values[1]) + 1, "depths:", done.stdout)


def check_arguments():
    script = "BEGIN { printf(\"%d %s %d\", $1, $$2, $target == pid); }"
    done = run("-q", "-n", script, "--dscript-arg=42", "--dscript-arg=a b", program=code(""))
    same(done.stdout, "42 a b 1\n", "$1, $$2, $target")
    done = run("-q", "-n", "#pragma D option defaultargs\nBEGIN { printf(\"%d[%s]\", $1, $$2); }", program=code(""))
    same(done.stdout, "0[]\n", "defaultargs")


def check_several_scripts():
    done = subprocess.run([minipy, "--dscript", "-q", "-n", "BEGIN { x = 5; }", "--dscript", "-n", "END { trace(x); }", "-c",
                           "print('on')"], env=ENVIRONMENT, capture_output=True, text=True)
    same(done.stdout, "on\n5\n", "two scripts share their variables")


def check_output_file():
    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        path = os.path.join(folder, "out")
        done = run("-q", "-o", path, "-n", "BEGIN { trace(1); }", program=code("print('on')"))
        with open(path, encoding="utf-8") as f:
            same((done.stdout, f.read()), ("on\n", "1\n"), "-o FILE")


def check_file_names():
    done = run("no such file.d")
    same((done.returncode, done.stderr), (1, "dscript: no such file.d cannot be read: No such file or directory\n"), "no file")
    holds("it is a folder" in run("-s", "/tmp").stderr, "a folder is told")
    done = subprocess.run([minipy, "--dscript"], env=ENVIRONMENT, capture_output=True, text=True)
    same(done.returncode, 2, "--dscript alone")


def check_first_line():
    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        with open(os.path.join(folder, "x.d"), "w", encoding="utf-8") as f:
            f.write("#!/usr/sbin/dtrace -qs\n#pragma D option quiet\n/* what */ // it does\nBEGIN\n{ trace(7); }\n")
        same(run("x.d", cwd=folder, program=code("")).stdout, "7\n", "#! and comments")


def check_matched():
    done = run("-n", "BEGIN, gc-* {}", program=code(""))
    same(done.stderr, "dscript: description 'BEGIN, gc-* ' matched 6 probes\n", "matched")
    done = run("-q", "-n", "python$target::nowhere:function-entry {}", program=code(""))
    same(done.stderr, "dscript: -n:1: :nowhere matched no function of the program\n", "unmatched")
    same(run("-q", "-Z", "-n", "python$target:::no-such {} BEGIN {}", program=code("")).returncode, 0, "-Z")


def check_timers():
    text = "import time\ntime.sleep(0.35)\n"
    done = run("-q", "-n", "tick-100ms { n++; printf(\"%d \", n); } tick-20hz { @ = count(); }".replace("tick-100ms", "int n; tick-100ms", 1),
               program=code(text))
    holds(re.match(r"1 2 3 (4 )?\n +[5-8]\n$", done.stdout), "ticks while the program sleeps:", done.stdout)
    done = run("-q", "-n", "tick-10ms { exit(0); } END { printf(\"end\\n\"); }", program=code("import time\ntime.sleep(0.2)\nprint('on')"))
    same(done.stdout, "end\n\non\n", "exit() in a tick")


def check_profile():
    text = ("import time\ndef inner(n): return [i for i in range(n)]\ndef outer():\n    end = time.time() + 0.6\n"
            "    while time.time() < end: inner(100)\nouter()\n")
    done = run("-q", "-n", "profile-97 { @[stackdepth > 1] = count(); @where[ustack(9)] = count(); }", program=code(text))
    counts = re.findall(r"^ +([01]) +(\d+)$", done.stdout, re.M)
    holds(any(deep == "1" and 10 < int(n) < 100 for deep, n in counts) and "(outer)" in done.stdout, "samples:", done.stdout)


def check_places():
    """Module and function choose, whether all clauses want the same (then the observer's filter does) or not."""
    text = "class C:\n    def m(self): pass\ndef m(): pass\ndef other(): C().m(); m()\nother()\n"
    for script in ("python$target::m:function-entry { @[probefunc] = count(); }",
                   "python$target:__main__:m:function-entry, python$target::nothing*:line { @[probefunc] = count(); }"):
        same(run("-q", "-Z", "-n", script, program=code(text)).stdout.split(), ["C.m", "1", "m", "1"], script)
    same(run("-q", "-n", "python$target:__mai[l-o]__:C.?:function-return { @[probemod] = count(); }", program=code(text)).stdout.split(),
         ["__main__", "1"], "patterns")


def check_output_comes_in_time():
    text = "import time\ndef f(): pass\nf()\ntime.sleep(0.3)\nf()\ntime.sleep(30)\n"
    process = subprocess.Popen([minipy, "--dscript", "-q", "-x", "switchrate=100ms", "-n", "python$target::f:function-entry { printf(\"f\\n\"); }",
                                *code(text)], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
    try:
        begin = time.monotonic()
        same((process.stdout.readline(), process.stdout.readline()), ("f\n", "f\n"), "output")
        holds(time.monotonic() - begin < 15, "it waited for the end")
    finally:
        process.kill()
        process.wait()


# ---- bounds ----

def check_bounded_aggregation():
    text = "def f(n): pass\nfor i in range(300000): f(i)\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    script = "python$target::f:function-entry { n++; @[n, \"some text that is a key\"] = count(); } END { trunc(@); }"
    done = run("-q", "-x", "aggsize=1m", "-n", "int n;" + script, program=code(text))
    drops = re.match(r"dscript: (\d+) aggregation drops \(#pragma D option aggsize=2048k gives twice the room\)\n$", done.stderr)
    holds(drops and 285000 < int(drops[1]) < 300000, "drops:", done.stderr)
    holds(int(done.stdout.split()[0]) < 40000, "the memory of the process, in KB:", done.stdout)


def check_bounded_variables():
    text = "def f(n): pass\nfor i in range(20000): f(i)\nprint('on')\n"
    script = "int n; python$target::f:function-entry { n++; table[n] = \"text\"; self->mine[n, \"x\"] = n; } END { printf(\"%s\", table[1]); }"
    done = run("-q", "-x", "dynvarsize=64k", "-n", script, program=code(text))
    same(done.stdout, "on\ntext\n", "what found room stays")
    holds(re.match(r"dscript: \d+ dynamic variable drops", done.stderr), "drops:", done.stderr)
    script = "int n; python$target::f:function-entry { n++; table[n] = n; table[n] = 0; }"
    same(run("-q", "-x", "dynvarsize=64k", "-n", script, program=code(text)).stderr, "", "what is set to 0 gives its room back")


def check_bounded_strings():
    text = "def f(n): pass\nfor i in range(100): f(i)\n"
    script = "string s; BEGIN { s = \"x\"; } python$target::f:function-entry { s = strjoin(s, s); } END { printf(\"%d\", strlen(s)); }"
    same(run("-q", "-x", "strsize=100", "-n", script, program=code(text)).stdout, "99\n", "strsize")
    big = "+".join(["1"] * 3000)
    holds("operators in a row" in run("-n", f"BEGIN {{ x = {big}; }}", program=code("")).stderr, "long sums")
    deep = "(" * 5000 + "1" + ")" * 5000
    holds("expressions in each other" in run("-n", f"BEGIN {{ x = {deep}; }}", program=code("")).stderr, "deep brackets")


def check_faults_are_counted():
    text = "def f(n): pass\nfor i in range(1000): f(i)\nprint('on')\n"
    done = run("-q", "-n", "python$target::f:function-entry { trace(1 / (arg0 - arg0)); }", program=code(text))
    same(done.stdout, "on\n\n", "the program is unharmed")
    same(len(done.stderr.splitlines()), 11, "ten are told, and the rest is counted")
    holds(done.stderr.endswith("dscript: 990 more errors on enabled probes\n"), "the rest:", done.stderr)


def check_wild_addresses():
    text = "def f(n): pass\nfor i in range(64): f(i)\nprint('on')\n"
    script = "int n; python$target::f:function-entry { n++; printf(\"%s\", copyinstr((uint64_t)1 << n)); }"
    done = run("-q", "-n", script, program=code(text))
    holds(done.returncode == 0 and "on\n" in done.stdout and "invalid address" in done.stderr, "wild addresses:", done)


# ---- the guide, mutants ----

def guide_examples():
    """(command, output) of docs/DSCRIPT.md: blocks that begin with `$ ./minipy --dscript`."""
    with open(os.path.join(ROOT, "docs/DSCRIPT.md"), encoding="utf-8") as f:
        text = f.read()
    for block in re.findall(r"(?:^(?:    .*)?\n)+", text, re.M):
        block = re.sub(r"^    ", "", block, flags=re.M)
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = command[:-1] + more
            if "--dscript" in command:
                yield command, output.rstrip("\n")


def check_guide():
    count = 0
    for command, output in guide_examples():
        done = subprocess.run(["sh", "-c", command.replace("./minipy", minipy)], cwd=ROOT, env=ENVIRONMENT, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        def plain(text):
            text = text.replace(os.path.realpath(ROOT), "/ABS")
            return re.sub(r"\d{9,}|^ +\d+( +\d+ +\S+:)", r"N\1", text, flags=re.M).strip("\n")
        same(plain(done.stdout), plain(output), command)
        count += 1
    holds(count >= 6, f"only {count} examples were found")


def check_mutants():
    build = os.path.join(ROOT, "build/dscript")
    os.makedirs(build, exist_ok=True)
    sources = [f"probes/{name}.c" for name in ("gate", "sites", "site_children", "consumer", "event", "clock", "sampler")]
    sources += sorted(os.path.relpath(p, ROOT) for p in glob.glob(os.path.join(ROOT, "probes/dscript/*.c")))
    made = subprocess.run(["cc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-g", "-w", "-I.", "-Iinclude", "-fno-strict-aliasing",
                           "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-DMINIPY_PROBES_GATE", "-o",
                           os.path.join(build, "mutants"), "tests/dscript/mutants.c", *sources], cwd=ROOT, capture_output=True, text=True)
    holds(made.returncode == 0, "cannot be built:", made.stderr)
    scripts = sorted(glob.glob(os.path.join(CASES, "*.d")) + glob.glob(os.path.join(ROOT, "probes/scripts/*.d")))
    done = subprocess.run([os.path.join(build, "mutants"), str(os.getpid()), "150", *scripts], capture_output=True, text=True, timeout=200,
                          env={**ENVIRONMENT, "MUTANT": os.path.join(build, "last.d")})
    counts = re.match(r"(\d+) mutants ran, (\d+) were refused", done.stdout)
    holds(done.returncode == 0 and counts, "build/dscript/last.d is the one:", done.stdout + done.stderr)
    holds(int(counts[1]) > 200 and int(counts[2]) > 200, "too few of a kind:", done.stdout)


def checks(golden):
    found = [("check_mutants", check_mutants)]  # first: it takes longest
    for path in sorted(glob.glob(os.path.join(CASES, "*.d"))):
        name = os.path.basename(path)[:-2]
        found.append((f"case {name}", lambda name=name: run_case(name, golden)))
    with open(os.path.join(HERE, "errors.txt"), encoding="utf-8") as f:
        for text in f.read().split("----\n"):
            found.append((f"error {text.splitlines()[0][:60]}", lambda text=text: run_error(text)))
    for name in ("call_stack", "gc", "line"):
        for option in ([], ["-OO"]):
            found.append((f"cpython {name} {''.join(option)}", lambda n=name, o=option: run_cpython(n, o)))
    return found + [(n, f) for n, f in sorted(globals().items()) if n.startswith("check_") and n != "check_mutants"]


def main():
    global minipy
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=minipy)
    parser.add_argument("--golden", action="store_true", help="writes the .out files of the cases; then look at them")
    parser.add_argument("-v", action="store_true", help="name what passed")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    minipy = os.path.realpath(args.minipy)
    suite.begin()
    count = {"PASS": 0, "FAIL": 0, "SKIP": 0}

    def judge(check):
        try:
            check[1]()
            return "PASS", ""
        except Skip as e:
            return "SKIP", str(e)
        except (Failure, subprocess.SubprocessError, OSError, ValueError, IndexError) as e:
            return "FAIL", f"{type(e).__name__ if not isinstance(e, Failure) else ''} {e}"

    chosen = [c for c in checks(args.golden) if not args.words or any(w in c[0] for w in args.words)]
    with ThreadPoolExecutor(2) as pool:
        for (name, _), (verdict, text) in zip(chosen, pool.map(judge, chosen)):
            count[verdict] += 1
            if args.v or verdict != "PASS":
                print(f"{verdict} {name}: {text}", flush=True)
    return suite.finish(count["PASS"], count["FAIL"], count["SKIP"])


sys.exit(main())
