#!/usr/bin/python3.11
"""What --trace=KIND shows, by its real readers: pstats, trace, genhtml, go tool pprof, gzip, JSON, a
browser, a Prometheus server, speedscope, an OpenTelemetry collector of the tests' own and OTLP's published messages.

    /usr/bin/python3.11 tests/observe/run.py [--minipy BINARY] [-v] [WORD...]

WORDs choose checks by a part of their names. Three run at a time: most of their time they wait. python3.11's own profiler, coverage and import times are the oracle.
Nothing here needs root. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor

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
import refusals  # noqa: E402
import samples  # noqa: E402
import tools  # noqa: E402

# The longest first, lest one worker wait for it at the end.
CHECKS = [check for module in (tools, monitoring, readers, attach, refusals, fleet, plumbing, profiles, samples, logs) for check in module.CHECKS]


def judge(place, binary):
    """The verdict on the check at that place, what it says, and how long it took."""
    start = time.monotonic()
    verdict, text = "PASS", ""
    with tempfile.TemporaryDirectory(prefix="mpy") as folder:
        try:
            text = CHECKS[place](Target(binary, folder)) or ""
        except Skip as reason:
            verdict, text = "SKIP", str(reason)
        except Failure as failure:
            verdict, text = "FAIL", str(failure)
        except Exception as error:  # of the check itself: the rest still runs
            verdict, text = "FAIL", f"{type(error).__name__}: {error}"
    return verdict, text, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("-v", action="store_true", help="name the checks that passed")
    parser.add_argument("--no-skips", action="store_true", help="a reader that is missing is a failure")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    suite.begin()
    count = {"PASS": 0, "FAIL": 0, "SKIP": 0}
    names = [check.__name__.replace("_", " ") for check in CHECKS]
    chosen = [i for i, name in enumerate(names) if not args.words or any(word in name for word in args.words)]
    binary = os.path.realpath(args.minipy)
    with ProcessPoolExecutor(3) as pool:
        for i, (verdict, text, seconds) in zip(chosen, pool.map(judge, chosen, [binary] * len(chosen))):
            if verdict == "SKIP" and args.no_skips:
                verdict = "FAIL"
            count[verdict] += 1
            if args.v or verdict != "PASS":
                print(f"{verdict} {names[i]}: {text} ({seconds:.1f} s)", flush=True)
    return suite.finish(count["PASS"], count["FAIL"], count["SKIP"])


if __name__ == "__main__":
    sys.exit(main())
