#!/usr/bin/python3.11
"""A share of one hostile run, another one every day: what the make targets do whole, in a minute or two.

    /usr/bin/python3.11 tests/hostile/run.py [--seed N] [--minipy BINARY]

The seed, which is printed and is the day unless it is given, chooses the run (refleak, failing calls of the kernel, or one of
the hostile builds, which is made first) and the programs; --seed N, or HOSTILE_SEED=N, repeats a day. The last line counts.
"""
import argparse
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS, ROOT = os.path.dirname(HERE), os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, TESTS)

import suite  # noqa: E402

COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.M)
# Of each build: the programs of a day's share, from which rooms, what they run under. (LeakSanitizer itself dies by a signal as
# it looks at the thread-local variables of libtirpc, which the module nis loads: those of loaded libraries are not followed.)
BUILDS = {
    "asan": (60, "lang", [], {"ASAN_OPTIONS": "detect_leaks=1:intercept_tls_get_addr=0", "LSAN_OPTIONS": f"print_suppressions=0:suppressions={HERE}/leaks.txt"}),
    "gc-stress": (20, "lang", [], {}),
    "fail-alloc": (8, "lang", [], {}),
    "switch-stress": (4, "lang/threads", [], {"ASAN_OPTIONS": "detect_leaks=0"}),
    "tsan": (4, "lang/threads", ["setarch", "-R"], {"TSAN_OPTIONS": "die_after_fork=0"}),
}


def some(chance, folder, n):
    """n programs, as words that choose them alone."""
    return [os.sep + os.path.relpath(path, TESTS) for path in sorted(chance.sample(list(suite.programs(folder)), n))]


def operations():
    """The names of the operations of tests/failures/programs.py, which drives an interpreter when it is imported."""
    with open(os.path.join(TESTS, "failures", "programs.py"), encoding="utf-8") as file:
        table = file.read().partition("\nOPERATIONS = {")[2].partition("\n}")[0]
    return re.findall(r"(?:^    |, )([a-z_0-9]+): [A-Z{]", table, re.M)


def look(name, command, more=()):
    """The counts of a runner: (passed, failed, skipped)."""
    p = subprocess.run(command, env={**os.environ, "TEST_TIMEOUT": "600", **dict(more)}, stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    counts = COUNTS.findall(p.stdout)
    print("\n".join(line for line in p.stdout.splitlines() if line.startswith("FAIL")), end="\n" * (p.returncode != 0))
    if not counts:
        print(f"FAIL {name}: {p.stdout[-400:]}")
        return 0, 1, 0
    passed, failed, skipped = map(int, counts[-1])
    print(f"{name}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return passed, failed, skipped


def build(kind):
    """The build's minipy; None if it cannot be made. Its warnings count for nothing: what gcc takes for a variable
    without a value, with sanitizers or optimised less, it does not in the shipped build."""
    p = subprocess.run(["make", "-s", "CFLAGS=", "built-" + kind], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        print(f"FAIL {kind} cannot be built: {p.stdout[-600:]}")
        return None
    return os.path.join(ROOT, "build", "hostile-" + kind, "minipy")


def built_share(chance, kind, seed):
    n, folder, before, more = BUILDS[kind]
    binary = build(kind)
    if not binary:
        return 0, 1, 0
    words = some(chance, folder, n)
    if kind == "fail-alloc":  # no crash; and the MemoryError was raised, and the next run is normal
        runner = [sys.executable, os.path.join(TESTS, "run_fail_alloc.py"), "--minipy", binary]
        ends = look(kind, [*runner, *words])
        recoveries = look("recovering", [*runner, "--recover", "--limit", "4000", "--seed", str(seed), *words])
        return tuple(map(sum, zip(ends, recoveries)))
    return look(kind, [*before, sys.executable, os.path.join(TESTS, "run_lang.py"), "--minipy", binary, *words], more)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--seed", type=int, default=suite.seed())
    args = parser.parse_args()
    suite.begin()
    chance = random.Random(args.seed)
    kinds = ["refleak", "fail-syscalls", *BUILDS]
    kind = kinds[args.seed % len(kinds)]
    print(f"seed {args.seed}: HOSTILE_SEED={args.seed} sh tests/run.sh hostile does the same", flush=True)
    python, binary = sys.executable, os.path.realpath(args.minipy)
    if kind == "refleak":
        counts = look(kind, [python, os.path.join(TESTS, "run_refleak.py"), "--minipy", binary, *some(chance, "lang", 60)])
    elif kind == "fail-syscalls":
        counts = look(kind, [python, os.path.join(TESTS, "failures", "run.py"), "--minipy", binary, *chance.sample(operations(), 8)])
    else:
        counts = built_share(chance, kind, args.seed)
    passed, failed, skipped = counts
    if failed:
        print(f"FAIL with seed {args.seed}")
    return suite.finish(passed, failed, skipped)


if __name__ == "__main__":
    sys.exit(main())
