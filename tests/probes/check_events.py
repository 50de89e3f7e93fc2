#!/usr/bin/python3.11
"""Compare the events of many scripts with CPython's, by the in-process consumer.

    /usr/bin/python3.11 tests/probes/check_events.py [--target BINARY] SCRIPT...

Each script runs once under oracle.py (sys.settrace) and once as `minipy
--trace=calls,lines`; the streams of its own folder's code must be equal. Scripts may end
in an exception. No root, no tracer. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import consumers  # noqa: E402
from common import Failure, Program, Report, Skip  # noqa: E402


class Only:
    """A target with a program to run and no more (compare common.Target)."""

    def __init__(self, binary):
        self.binary = binary


def judge(target, script, folder):
    """What is wrong with the events of one script; None if nothing is."""
    name = os.path.basename(script)
    try:
        program = Program(name, os.path.abspath(script), os.path.join(folder, name))
        consumers.compare(target, "calls,lines", program)
    except (Failure, Skip, OSError) as problem:
        return problem
    return None


def raise_it(problem):
    if problem is not None:
        raise problem


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("scripts", nargs="+")
    options = parser.parse_args()
    report = Report("", False, False)
    target = Only(os.path.realpath(options.target))
    with tempfile.TemporaryDirectory(prefix="mpy") as folder, ThreadPoolExecutor(2) as pool:
        problems = pool.map(lambda script: judge(target, script, folder), options.scripts)
        for script, problem in zip(options.scripts, problems):
            report.check(os.path.basename(script), raise_it, problem)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
