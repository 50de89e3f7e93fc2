#!/usr/bin/python3.11
"""Prove the markers with real tracers, against CPython 3.11 as the oracle.

    /usr/bin/python3.11 tests/probes/run.py [--target BINARY] [--library LIB] [--only WORD] [-v]

The target is ./minipy, or tests/probes/driver.c built (it plays the oracle's events).
With ./minipy the shared build (make libminipy.so) is looked at, too: its calls and children.
The checks are in PARTS, of which four run at a time (half of their time they wait for tracers). What the machine cannot do
is skipped with a line `SKIP name: step: reason`; with REQUIRE_TRACERS=1 a skip is a failure. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import contextlib
import io
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

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
    parser.add_argument("--day", type=int, help="of the parts that take long one, another each day (default: all)")
    parser.add_argument("-v", action="store_true", help="name the checks that passed")
    return parser.parse_args(argv)


# ---- parts: functions of a target that is theirs alone, and the report. In each the checks come one after the other.

def without_tracers(subject, report):
    notes.run_checks(subject, report)
    notes.run_build_checks(subject, report)
    consumers.run_checks(subject, report)
    rings.run_checks(subject, report)


def events(subject, report):
    streams.run_checks(subject, report)
    children.run_checks(subject, report)
    for length, mended in ((1, False), (5, False), (5, True)):
        report.check(f"children: of a program with nops of {length}{', mended' * mended}",
                     children.check_nop, subject, length, mended)


def other_tools(subject, report):
    attaching.run_checks(subject, report)
    tools.run_checks(subject, report)


def documents(subject, report):
    documented.run_checks(subject, report)  # of ./minipy itself, which no other part traces


def stacks(subject, report):
    spy.run_checks(subject, report)
    bad_input.run_checks(subject, report)


def provider_minipy(subject, report):
    provider.run_checks(subject, report)


def of_library(subject, report):
    if not subject:
        report.check("libminipy.so", streams.reraise, Skip("find it", "not built (make libminipy.so)"))
        return
    report.check("libminipy.so: five-byte nops", notes.check_sites, subject.marked, 5)
    streams.run_checks(subject, report, "libminipy.so: ", each=False)
    children.run_checks(subject, report, "libminipy.so: ")
    attaching.run_checks(subject, report, "libminipy.so: ")
    front.run_checks(subject, report, "libminipy.so: minipy-trace: ", every=False)
    provider.run_checks(subject, report, "libminipy.so: ", every=False)
    spy.run_checks(subject, report, "libminipy.so: spy: ", every=False)
    bad_input.run_checks(subject, report, "libminipy.so: ")


def with_files_of_their_own(_, report):
    dscript.run_checks(report)
    ways.run_checks(report)


# The longest first, lest one worker wait for it at the end.
PARTS = events, of_library, with_files_of_their_own, stacks, other_tools, without_tracers, documents, provider_minipy

# What the other parts see of ./minipy by other tools, in other words, of other markers or in the library: with --day one of them.
SELDOM = documents, with_files_of_their_own, of_library, provider_minipy, other_tools


def run_part(part, subject, options, folder):
    """Its report, and what it printed. The target's files are copied: a tracer's probes lie in a file, and whoever
    runs that has its semaphores raised, and no second tracer beside one that is wrong (attaching.py)."""
    report = Report(options.only, options.v, os.environ.get("REQUIRE_TRACERS") == "1")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        part(subject and subject.copy(os.path.join(folder, part.__name__)), report)
    return report, said.getvalue()


def subjects(options, target, folder):
    """{part: the target that it looks at}: for ./minipy all parts, for another program those that look at it."""
    marked = os.path.realpath(options.library or target)
    subject = Target(target, marked, folder, options.programs)
    consumers.count_outside(subject)
    found = dict.fromkeys(PARTS, subject)
    found[of_library] = found[with_files_of_their_own] = None
    if target != os.path.join(ROOT, "minipy"):
        del found[of_library], found[with_files_of_their_own]
    elif os.path.isfile(os.path.join(SHARED, "libminipy.so")):
        home = os.path.join(folder, "shared")
        os.mkdir(home)
        found[of_library] = Target(os.path.join(SHARED, "minipy"), os.path.join(SHARED, "libminipy.so"), home, SHARED_PROGRAMS)
    return found


def put_off(found, options, report):
    """Without the parts of other days, which `report` counts as skipped; found is what subjects() gave."""
    for part in SELDOM:
        if part in found and part is not SELDOM[options.day % len(SELDOM)]:
            report.put_off(part.__name__, f"every fifth day, not on day {options.day}")
            del found[part]


def main(argv):
    options = parse(argv)
    target = os.path.realpath(options.target)
    if not os.path.isfile(target):
        sys.exit(f"{sys.argv[0]}: no program {target} (make, or --target)")
    enter_mount_namespace()
    whole = Report(options.only, options.v, os.environ.get("REQUIRE_TRACERS") == "1")
    with tempfile.TemporaryDirectory(prefix="mpy", dir="/tmp") as folder:
        os.chmod(folder, 0o755)  # some checks run the target as nobody
        found = subjects(options, target, folder)
        if options.day is not None:
            put_off(found, options, whole)
        with ProcessPoolExecutor(4) as pool:
            jobs = [pool.submit(run_part, part, found[part], options, folder) for part in PARTS if part in found]
            for job in jobs:
                report, said = job.result()
                whole.add(report)
                print(said, end="", flush=True)
    return whole.finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
