#!/usr/bin/python3.11
"""Each embedding program again and again while its vms' requests for memory fail, each place once: nothing crashes in the library.

    /usr/bin/python3.11 tests/failures/embedded.py FOLDER [--seconds S] [WORD ...]

FOLDER has what tests/embed/run.sh has made of a build of HOSTILE=fail-alloc (its WORK). A program ends at the first of its checks that
does not hold, and what it held then is in use at the vm's end, where these builds stop: that is no failure. Those that wait for
long, or measure, are left out. The last line counts.
"""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

LEFT_OUT = {"limits": "it waits for limits in time", "rss": "it measures"}


def run(binary, places, folder):
    """What was wrong, or None."""
    try:
        p = subprocess.run(["setarch", "-R", binary], cwd=folder, env={**os.environ, "MINIPY_FAIL_AFTER": "-1", "MINIPY_FAIL_PLACES": places},
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    except subprocess.TimeoutExpired:
        return "timed out"
    if p.returncode >= 0 or p.returncode == -signal.SIGABRT and b"at the end of a vm" in p.stdout:
        return None
    return f"signal {-p.returncode} {p.stdout[-200:]!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=5, help="for each program")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    names = sorted(name for name in os.listdir(args.folder) if name.endswith("-a") and os.access(os.path.join(args.folder, name), os.X_OK))
    names = [name for name in names if name[:-2] not in LEFT_OUT and (not args.words or any(word in name for word in args.words))]
    suite.begin()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        places = os.path.join(folder, "places")
        for name in names:
            wrong, end = None, time.monotonic() + args.seconds
            while not wrong and time.monotonic() < end:
                wrong = run(os.path.abspath(os.path.join(args.folder, name)), places, folder)
            if wrong:
                failed += 1
                print(f"FAIL {name[:-2]}: {wrong}", flush=True)
    return suite.finish(len(names) - failed, failed, len(LEFT_OUT) if not args.words else 0)


if __name__ == "__main__":
    sys.exit(main())
