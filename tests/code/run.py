#!/usr/bin/env python3
"""Compares minipy's code objects, compile errors and annotations with python3.11's.

    tests/code/run.py [--minipy BINARY] [--all]

Each check runs one of the programs beside this file under both interpreters. `dump` reads
150 files of the installed library, or with --all every one. `hostile` and the mutants of
tests/fuzz/fuzz_code.py run under minipy alone. The last line counts.
"""
import argparse
import glob
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

ORACLE = "/usr/bin/python3.11"
LIBRARY = "/usr/lib/python3.11"


def run(interpreter, program, text):
    environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONIOENCODING="utf-8")
    command = [interpreter, "-W", "ignore", os.path.join(HERE, program)]
    result = subprocess.run(
        command, input=text.encode(), capture_output=True, env=environment
    )
    output = result.stdout.decode("utf-8", "backslashreplace")
    if result.returncode != 0:
        output += result.stderr.decode("utf-8", "backslashreplace")
        output += "\nexit status %d" % result.returncode
    return output.split("\n")


def compare(minipy, program, text):
    """Counts equal and unequal lines; shows the first few of the latter."""
    ours, theirs = run(minipy, program, text), run(ORACLE, program, text)
    if len(theirs) < 2 or theirs[-1].startswith("exit status"):
        print(f"FAIL {program}: python3.11 has nothing to compare with: {theirs[-2:]}")
        return 0, 1
    ours += [""] * (len(theirs) - len(ours))
    theirs += [""] * (len(ours) - len(theirs))
    bad = [pair for pair in zip(ours, theirs) if pair[0] != pair[1]]
    for mine, right in bad[:5]:
        print("FAIL %s\n  minipy: %s\n  python: %s" % (program, mine[:400], right[:400]))
    return len(theirs) - len(bad), len(bad)


def library_files(everything):
    files = sorted(glob.glob(LIBRARY + "/**/*.py", recursive=True))
    return files if everything else sorted(random.Random(3).sample(files, 150))


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read().rstrip("\n")


def hostile(minipy):
    """Code on which CPython crashes: there is nothing to compare with."""
    lines = [line for line in run(minipy, "hostile.py", "") if line]
    bad = [line for line in lines if not line.startswith("ok ")]
    for line in bad[:5] + ([] if len(lines) > 50 else ["it ended early"]):
        print("FAIL hostile.py\n  %s" % line)
    return len(lines) - len(bad), len(bad) + (len(lines) <= 50)


def mutants(minipy):
    """A few of those that tests/fuzz/fuzz_code.py makes without end."""
    command = [ORACLE, os.path.join(HERE, "..", "fuzz", "fuzz_code.py"), "--minipy", minipy]
    result = subprocess.run(command + ["--count", "1500"], capture_output=True, text=True)
    print(result.stdout, end="")
    counts = re.search(r"(\d+) passed, (\d+) failed, \d+ skipped\n$", result.stdout)
    return (int(counts[1]), int(counts[2])) if counts else (0, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minipy", default=os.path.join(HERE, "../../minipy"))
    parser.add_argument("--all", action="store_true", help="the whole library")
    options = parser.parse_args()
    checks = (
        ("dump.py", "\n".join(library_files(options.all))),
        ("errors.py", read("errors.txt")),
        ("annotations.py", read("annotations.txt")),
    )
    passed = failed = 0
    for program, text in checks:
        good, bad = compare(options.minipy, program, text)
        passed += good
        failed += bad
    for check in hostile, mutants:
        good, bad = check(options.minipy)
        passed += good
        failed += bad
    return suite.finish(passed, failed)


if __name__ == "__main__":
    sys.exit(main())
