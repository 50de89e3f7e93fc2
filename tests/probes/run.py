#!/usr/bin/python3.11
"""Prove the markers with real tracers, against CPython 3.11 as the oracle.

    /usr/bin/python3.11 tests/probes/run.py [--target BINARY] [--library LIB] [--only WORD] [-v]

The target is ./minipy, or tests/probes/driver.c built (it plays the oracle's events).
With ./minipy the shared build (make libminipy.so) is looked at, too: its calls and children.
What the machine cannot do is skipped with a line `SKIP name: step: reason`; with
REQUIRE_TRACERS=1 a skip is a failure. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import attaching  # noqa: E402
import bad_input  # noqa: E402
import children  # noqa: E402
import consumers  # noqa: E402
import documented  # noqa: E402
import dscript  # noqa: E402
import front  # noqa: E402
import notes  # noqa: E402
import provider  # noqa: E402
import spy  # noqa: E402
import rings  # noqa: E402
import streams  # noqa: E402
import tools  # noqa: E402
import ways  # noqa: E402
from common import ROOT, Report, Skip, Target, enter_mount_namespace  # noqa: E402

SHARED = os.path.join(ROOT, "build", "shared")
SHARED_PROGRAMS = "call_stack,children_forked,children_started"


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("--library", help="the libminipy.so that has the markers, if any")
    parser.add_argument("--only", default="", help="checks whose name has this word")
    parser.add_argument("--programs", default="", help="comma-separated, default all")
    parser.add_argument("-v", action="store_true", help="name the checks that passed")
    return parser.parse_args(argv)


def check_all(options, target, folder, report):
    marked = os.path.realpath(options.library or target)
    subject = Target(target, marked, folder, options.programs)
    notes.run_checks(subject, report)
    notes.run_build_checks(subject, report)
    consumers.run_checks(subject, report)
    rings.run_checks(subject, report)
    streams.run_checks(subject, report)
    children.run_checks(subject, report)
    for length, mended in ((1, False), (5, False), (5, True)):
        report.check(f"children: of a program with nops of {length}{', mended' * mended}",
                     children.check_nop, subject, length, mended)
    attaching.run_checks(subject, report)
    tools.run_checks(subject, report)
    documented.run_checks(subject, report)
    provider.run_checks(subject, report)
    spy.run_checks(subject, report)
    bad_input.run_checks(subject, report)


def check_shared(folder, report):
    """The build whose markers are in libminipy.so."""
    target = os.path.join(SHARED, "minipy")
    marked = os.path.join(SHARED, "libminipy.so")
    if not os.path.isfile(target):
        problem = Skip("find " + marked, "not built (make libminipy.so)")
        report.check("libminipy.so", streams.reraise, problem)
        return
    subject = Target(target, marked, folder, SHARED_PROGRAMS)
    report.check("libminipy.so: five-byte nops", notes.check_sites, marked, 5)
    streams.run_checks(subject, report, "libminipy.so: ", each=False)
    children.run_checks(subject, report, "libminipy.so: ")
    attaching.run_checks(subject, report, "libminipy.so: ")
    front.run_checks(subject, report, "libminipy.so: minipy-trace: ")
    provider.run_checks(subject, report, "libminipy.so: ", every=False)
    spy.run_checks(subject, report, "libminipy.so: spy: ", every=False)
    bad_input.run_checks(subject, report, "libminipy.so: ")


def main(argv):
    options = parse(argv)
    target = os.path.realpath(options.target)
    if not os.path.isfile(target):
        sys.exit(f"{sys.argv[0]}: no program {target} (make, or --target)")
    enter_mount_namespace()
    report = Report(options.only, options.v, os.environ.get("REQUIRE_TRACERS") == "1")
    with tempfile.TemporaryDirectory(prefix="mpy", dir="/tmp") as folder:
        check_all(options, target, folder, report)
    if target == os.path.join(ROOT, "minipy"):
        with tempfile.TemporaryDirectory(prefix="mpy", dir="/tmp") as folder:
            check_shared(folder, report)
        dscript.run_checks(report)
        ways.run_checks(report)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
