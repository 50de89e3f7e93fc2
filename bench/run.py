#!/usr/bin/python3.11
"""What probes cost, by design, state and workload: `make bench`, and this is what it runs.

    /usr/bin/python3.11 bench/run.py [--quick] [--resume FOLDER] [--designs A,B] [--script FILE ARGUMENT...]

Builds every design, counts what is exact, times the rest, and leaves raw data, report.md, report.html and
plots in bench/results/DATE-COMMIT. --resume goes on with a run that was interrupted (what stands in its
raw.jsonl is not measured again); --script measures a program of yours; --report FOLDER makes the report anew.
docs/BENCH.md says what the figures mean.
"""
import argparse
import ctypes
import os
import signal
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lab import plan, report, session, states, workloads  # noqa: E402
from lab.base import Broken  # noqa: E402

CLONE_NEWNS, MS_REC_PRIVATE = 0x20000, 0x44000


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="some workloads, few rounds: under three minutes once all is built")
    parser.add_argument("--resume", metavar="FOLDER")
    parser.add_argument("--designs", help="these alone, by commas; none and gate are always among them")
    parser.add_argument("--report", metavar="FOLDER", help="makes its report anew; `latest` is the last one")
    parser.add_argument("--script", nargs=argparse.REMAINDER, metavar="FILE", help="a program and its arguments")
    return parser.parse_args()


def measure(args):
    extent, extra = plan.extent(args.quick or bool(args.script)), ()
    if args.script:
        own = workloads.script(args.script[0], args.script[1:])
        extra, extent = (own,), plan.of_script(own.name)
    folder = args.resume or session.new_folder()
    mount_tracefs()
    chosen = args.designs and list(dict.fromkeys(["none", "gate", *args.designs.split(",")]))
    one = session.Session(folder)
    with tempfile.TemporaryDirectory(prefix="minipy-bench-") as own_folder:
        work = plan.Plan(one, extent, own_folder, chosen, extra)
        try:
            work.build()
            work.run()
        except KeyboardInterrupt:
            print(f"\ninterrupted: what was measured is kept; make bench RESUME={os.path.relpath(folder)} goes on",
                  file=sys.stderr)
        finally:
            one.close()
    return folder


def mount_tracefs():
    """Has tracefs mounted for this process and its children alone, if root's machine has none."""
    if os.path.exists(states.TRACEFS + "/uprobe_events") or os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None)
    private = libc.unshare(CLONE_NEWNS) == 0 and libc.mount(b"none", b"/", None, MS_REC_PRIVATE, None) == 0
    if private:
        libc.mount(b"tracefs", states.TRACEFS.encode(), b"tracefs", 0, None)


def main():
    args = options()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        folder = args.report and (session.latest() if args.report == "latest" else args.report)
        path = report.write(folder or measure(args))
    except Broken as problem:
        sys.exit(f"bench: {problem}")
    with open(path, encoding="utf-8") as file:
        print(file.read())
    print(f"{path}\n{path[:-3]}.html")


if __name__ == "__main__":
    main()
