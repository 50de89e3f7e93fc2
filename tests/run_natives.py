#!/usr/bin/python3.11
"""Compare what functions and methods in C say to wrong calls, and their signatures, with python3.11's.

    /usr/bin/python3.11 tests/run_natives.py [--minipy BINARY] [-v] [WORD ...]

natives/calls.py runs under both: every native gets too few and too many arguments, an unknown
keyword, arguments of the wrong types, and arguments of every kind, mixed (--seed). Types and messages of the exceptions and the results of
inspect.signature must be equal; a native counts as one test. natives/different.txt lists those
that may differ: a name, blanks, the reason; they fail when they do not. WORD: natives whose name
has it. Without one two more run under minipy alone: natives/hostile_arguments.py, on which CPython crashes,
and some of the calls of tests/fuzz/reentry.py, from a seed of now, which is printed. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
SHOWN = 4  # differences of one native


def read(path):
    found = defaultdict(dict)
    with open(path, encoding="ascii") as file:
        for line in file:
            name, case, said = line.rstrip("\n").split("\t")
            found[name][case] = said
    return found


def start(interpreter, words, folder):
    path = os.path.join(folder, "said-" + os.path.basename(interpreter))
    home = tempfile.mkdtemp(dir=folder)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    return path, subprocess.Popen([interpreter, os.path.join(HERE, "natives", "calls.py"), path, *words], cwd=home,
                                  env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def read_reasons():
    with open(os.path.join(HERE, "natives", "different.txt"), encoding="utf-8") as file:
        rows = (line.split(None, 1) for line in file if line.strip() and not line.startswith("#"))
        return {name: reason.strip() for name, reason in rows}


def differences(wanted, seen):
    return [f"    {case}: wanted {said}\n    {' ' * len(case)}  saw    {seen.get(case)}"
            for case, said in wanted.items() if seen.get(case) != said]


def hostile(minipy):
    """(passed, failed) of calls on which CPython crashes."""
    run = subprocess.run([minipy, os.path.join(HERE, "natives", "hostile_arguments.py")], capture_output=True, text=True)
    lines = run.stdout.splitlines()
    bad = [line for line in lines if not line.startswith("ok ")]
    bad += [f"hostile_arguments.py ended by status {run.returncode}: {run.stderr[-300:]}"] if run.returncode else []
    for line in bad:
        print("FAIL " + line)
    return len(lines) - len(bad) + bool(run.returncode), len(bad)


def reentry(minipy):
    """(passed, failed) of some of the calls that tests/fuzz/fuzz_reentry.py makes without end."""
    seed = int(time.time())
    print(f"calls that change their arguments, seeds from {seed}")
    fuzz = [ORACLE, os.path.join(HERE, "fuzz", "fuzz_reentry.py"), "--minipy", minipy]
    run = subprocess.run([*fuzz, "--first", str(seed), "--count", "1500", "--seconds", "15", "--chunk", "300"],
                         capture_output=True, text=True)
    print(run.stdout, end="")
    counts = re.search(r"(\d+) passed, (\d+) failed, \d+ skipped\n$", run.stdout)
    return (int(counts[1]), int(counts[2])) if counts else (0, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--seed", type=int, default=0, help="of the mixed arguments")
    parser.add_argument("--mixed", type=int, default=6, metavar="N", help="calls of each native with mixed arguments (default 6)")
    parser.add_argument("-v", action="store_true", help="show the natives that may differ, too, and all of each")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    os.environ.update(NATIVES_SEED=str(args.seed), NATIVES_MIXED=str(args.mixed))
    suite.begin()
    reasons = read_reasons()
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="minipy-natives") as folder:
        running = [start(i, args.words, folder) for i in (ORACLE, os.path.realpath(args.minipy))]
        for _, process in running:
            failed += process.wait(timeout=600) != 0
        wanted, seen = (read(path) for path, _ in running)
    for name, said in wanted.items():
        reason = reasons.get(name) or reasons.get(name.rpartition(".")[0] + ".*")
        found = differences(said, seen[name]) if name in seen else ["    is not there"]
        if bool(found) == bool(reason):
            passed += not found
            skipped += bool(found)
            shown = args.v and found
        else:
            failed += 1
            shown = found or ["    its calls are equal, but natives/different.txt has it"]
        if shown:
            print(f"{'SKIP' if reason and found else 'FAIL'} {name}{': ' + reason if reason else ''}")
            print("\n".join(shown if args.v else shown[:SHOWN]))
    for check in () if args.words else (hostile, reentry):
        good, bad = check(os.path.realpath(args.minipy))
        passed += good
        failed += bad
    return suite.finish(passed, failed, skipped)


if __name__ == "__main__":
    sys.exit(main())
