#!/usr/bin/python3.11
"""What --trace=KIND shows, by its real readers: pstats, trace, genhtml, go tool pprof, gzip, JSON, a
browser, a Prometheus server, speedscope, an OpenTelemetry collector of the tests' own and OTLP's published messages.

    /usr/bin/python3.11 tests/observe/run.py [--minipy BINARY] [-v] [WORD...]

WORDs choose checks by a part of their names. python3.11's own profiler, coverage and import times are the oracle.
Nothing here needs root. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import suite  # noqa: E402
from common import Failure, Skip, Target  # noqa: E402
import attach  # noqa: E402
import fleet  # noqa: E402
import logs  # noqa: E402
import monitoring  # noqa: E402
import plumbing  # noqa: E402
import profiles  # noqa: E402
import readers  # noqa: E402
import samples  # noqa: E402
import tools  # noqa: E402

CHECKS = [check for module in (plumbing, profiles, samples, logs, fleet, attach, readers, monitoring, tools) for check in module.CHECKS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("-v", action="store_true", help="name the checks that passed")
    parser.add_argument("--no-skips", action="store_true", help="a reader that is missing is a failure")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    suite.begin()
    count = {"PASS": 0, "FAIL": 0, "SKIP": 0}
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        if args.words and not any(word in name for word in args.words):
            continue
        start = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="mpy") as folder:
            verdict, text = "PASS", ""
            try:
                text = check(Target(os.path.realpath(args.minipy), folder)) or ""
            except Skip as reason:
                verdict, text = "FAIL" if args.no_skips else "SKIP", str(reason)
            except Failure as failure:
                verdict, text = "FAIL", str(failure)
        count[verdict] += 1
        if args.v or verdict != "PASS":
            print(f"{verdict} {name}: {text} ({time.monotonic() - start:.1f} s)", flush=True)
    return suite.finish(count["PASS"], count["FAIL"], count["SKIP"])


if __name__ == "__main__":
    sys.exit(main())
