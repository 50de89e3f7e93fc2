"""Exact profiles: the view `profile`, and cProfile on the module _lsprof, against python3.11's cProfile."""
import pstats

from common import ORACLE, expect, program, run

# Calls by caller, of the program's own functions; {(function, caller): (calls, not recursive)}.
RECORD = """
import cProfile, runpy, sys, pickle
profiler = cProfile.Profile()
code = compile(open(sys.argv[1]).read(), sys.argv[1], "exec")
names = {"__name__": "__main__", "__file__": sys.argv[1]}
try:
    profiler.runctx(code, names, names)
finally:
    profiler.dump_stats(sys.argv[2])
"""


def pairs(stats, script):
    """Without imports, which are Python code in CPython and C in minipy."""
    found = {}
    for function, (_, _, _, _, callers) in stats.items():
        if function[0].startswith("<frozen importlib") or function[2] == "<module>":
            continue
        for caller, (calls, primitive, _, _) in callers.items():
            if caller[0] == script:
                found[function, caller] = calls, primitive
    return found


def record(interpreter, script, target, name):
    file = target.path(name)
    done = run([interpreter, "-S", "-c", RECORD, script, file])
    expect(done.returncode == 0, done.stderr)
    return pairs(pstats.Stats(file).stats, script)


def compare(wanted, seen):
    different = [f"{key}: {wanted.get(key)} wanted, {seen.get(key)} seen"
                 for key in sorted(wanted.keys() | seen.keys(), key=str) if wanted.get(key) != seen.get(key)]
    expect(len(wanted) > 20, "the oracle has too little:", wanted)
    expect(not different, "\n    ".join(different))


def profile_has_the_calls_of_cProfile(target):
    script = program("calls")
    wanted = record(ORACLE, script, target, "wanted")
    seen = pairs(pstats.Stats(target.trace("profile", script)).stats, script)
    compare(wanted, seen)
    return f"{len(wanted)} pairs of caller and function"


def cProfile_counts_as_in_python3_11(target):
    script = program("calls")
    wanted, seen = record(ORACLE, script, target, "wanted"), record(target.binary, script, target, "seen")
    compare(wanted, seen)


def cProfile_as_a_program(target):
    out = target.path("out")
    done = run([target.binary, "-m", "cProfile", "-o", out, program("calls")])
    expect(done.returncode == 0 and not done.stderr, done)
    row = pstats.Stats(out).stats[program("calls"), 6, "fib"]
    expect(row[:2] == (2, 182), row)
    shown = run([target.binary, "-m", "pstats", out]).stdout
    expect("Welcome to the profile statistics browser" in shown, shown)


def test_cprofile_passes(target):
    done = run([target.binary, "-m", "test.test_cprofile"])
    expect(done.returncode == 0 and "\nOK" in done.stderr, done.stderr[-800:])


def times_add_up(target):
    """Each function's own time is that of busy.py's, and the sum of own times is the whole's."""
    stats = pstats.Stats(target.trace("profile", program("busy"), "10")).stats
    total = {name: row[3] for (file, _, name), row in stats.items() if file == program("busy")}
    whole = total["<module>"]
    for name, least in (("heavy", 0.2), ("light", 0.1), ("waits", 0.1)):
        expect(least <= total[name] < whole, name, total)
    own = sum(row[2] for row in stats.values())
    expect(abs(own - whole) < 0.05 * whole, own, whole)


def sampled_times_are_near_and_counts_exact(target):
    script = program("busy")
    exact, sampled = (pstats.Stats(target.trace(kind, script, "15", name=kind[-5:])).stats for kind in ("profile", "profile:times=sampled"))
    counts = [{f: row[:2] for f, row in stats.items() if "perf_counter" not in f[2]} for stats in (exact, sampled)]  # as many as fit
    expect(counts[0] == counts[1], "the counts differ", counts)
    part = [{name: row[3] / stats[script, 1, "<module>"][3] for (file, _, name), row in stats.items() if file == script}
            for stats in (exact, sampled)]
    for name in ("heavy", "light"):
        expect(abs(part[0][name] - part[1][name]) < 0.1, name, part)


def a_child_times_exactly(target):
    """The thread that keeps the time is the parent's alone: a child that waited for it would have no times at all."""
    script, file = target.path("forks.py"), target.path("p.prof")
    with open(script, "w", encoding="ascii") as out:
        out.write("import os, time\ndef nap(): time.sleep(0.2)\nif child := os.fork():\n    os.waitpid(child, 0)\n"
                  "    print(child)\nelse:\n    nap()\n")
    done = run([target.binary, "--trace=profile:times=sampled", "-o", file, script])
    row = pstats.Stats(f"{file}.{done.stdout.strip()}").stats[script, 2, "nap"]
    expect(row[0] == 1 and 0.2 <= row[3] < 1, row)


def every_way_to_call_is_counted(target):
    """Call sites that are specialised for Python functions, and then meet functions of C, again and again."""
    script = target.path("mixed.py")
    with open(script, "w", encoding="ascii") as out:
        out.write("class Own:\n    def __init__(self, n): self.n = n\n    def size(self): return self.n\n    def __len__(self): return 5\n"
                  "def python(x): return x\n"
                  "def mixed(functions, n):\n    for f in functions:\n        for i in range(n): f(i)\n"
                  "def methods(objects, n):\n    for o in objects:\n        for i in range(n): o.size()\n"
                  "class Other:\n    size = dict\n"
                  "mixed([python, abs, python, abs, Own, complex, python, hex, Own], 40)\n"
                  "mixed([abs, python, str, abs], 40)\nmethods([Own(1), Other(), Own(2)], 40)\n")
    wanted, seen = record(ORACLE, script, target, "wanted"), record(target.binary, script, target, "seen")
    expect(wanted == seen and any("abs" in f[2] for f, _ in seen), wanted, seen)


def threads_are_added_up(target):
    stats = pstats.Stats(target.trace("profile", program("threads"))).stats
    row = stats[program("threads"), 6, "deep"]
    expect(row[:2] == (200, 2000), row)
    expect(stats[program("threads"), 10, "work"][:2] == (4, 4), "work")


def without_builtins(target):
    stats = pstats.Stats(target.trace("profile:builtins=no", program("calls"))).stats
    expect(all(file != "~" for file, _, _ in stats) and stats, "functions in C are there")


def a_filter_chooses(target):
    stats = pstats.Stats(target.trace("profile:builtins=no:names=fib,Account.*,!*__init__", program("calls"))).stats
    names = {name for _, _, name in stats}
    expect(names == {"fib", "__lt__", "double", "__enter__", "__exit__"}, names)


CHECKS = [profile_has_the_calls_of_cProfile, cProfile_counts_as_in_python3_11, cProfile_as_a_program,
          test_cprofile_passes, times_add_up, sampled_times_are_near_and_counts_exact, a_child_times_exactly, every_way_to_call_is_counted,
          threads_are_added_up, without_builtins, a_filter_chooses]
