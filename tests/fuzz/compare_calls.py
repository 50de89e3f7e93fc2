#!/usr/bin/python3.11
"""Do two interpreters print the same for a program of random sequences?

    compare_calls.py PROGRAM [--minipy BINARY] [--count N] [--seed FIRST] [--show N] [--nospecialize]

PROGRAM is buffered_calls.py, text_calls.py, programs.py or attributes.py of this folder. Prints the first sequences that
differ up to where they do, and last how many were equal. --nospecialize: minipy runs them once more, without
specialised instructions.
"""
import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"


def sequences(binary, program, first, count, *options):
    environment = dict(os.environ, PYTHONHASHSEED="0")
    p = subprocess.run([binary, *options, os.path.join(HERE, program), str(first), str(count)],
                       capture_output=True, text=True, errors="replace", env=environment)
    if p.returncode:
        print(f"{binary}: status {p.returncode}: {p.stderr[-500:]}")
    return ["sequence " + s for s in ("\n" + p.stdout).split("\nsequence ")[1:]]


def difference(wanted, seen):
    wanted, seen = wanted.split("\n"), seen.split("\n")
    at = next((i for i, pair in enumerate(zip(wanted, seen)) if pair[0] != pair[1]), min(len(wanted), len(seen)))
    lines = wanted[:at] + ["-" + line for line in wanted[at:at + 4]] + ["+" + line for line in seen[at:at + 4]]
    return "\n".join(lines)


def reads_too_far(pair):
    """Where they differ first, python3.11's tell() decodes what lies behind its snapshot: the NUL that ends all bytes."""
    first = next(line for line in difference(*pair).split("\n") if line.startswith("-"))
    return first.strip("- ").startswith("decode b'") and first.endswith("\\x00' False")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--nospecialize", action="store_true")
    options = parser.parse_args()
    wanted = sequences(ORACLE, options.program, options.seed, options.count)
    seen = sequences(options.minipy, options.program, options.seed, options.count)
    if options.nospecialize:
        plain = sequences(options.minipy, options.program, options.seed, options.count, "-X", "nospecialize")
        seen = [a if a != b else c for a, b, c in zip(seen, wanted, plain)]
    different = [pair for pair in zip(wanted, seen) if pair[0] != pair[1]]
    too_far = [pair for pair in different if reads_too_far(pair)]
    different = [pair for pair in different if pair not in too_far]
    for pair in sorted(different, key=lambda pair: len(difference(*pair)))[:options.show]:
        print(difference(*pair))
    missing = options.count - min(len(wanted), len(seen))
    equal = options.count - missing - len(different) - len(too_far)
    known = f", {len(too_far)} in which python3.11 reads too far" if too_far else ""
    print(f"{equal} equal, {len(different)} different, {missing} missing{known}")
    return bool(different or missing)


if __name__ == "__main__":
    sys.exit(main())
