#!/usr/bin/python3.11
"""Let allocations fail in turn in one process for each golden: how make coverage reaches the ways out of memory.

    /usr/bin/python3.11 tests/fail_alloc_in_turn.py --minipy BINARY [--seconds S] [--seed N] [--places FILE] [WORD ...]

With a seed it is requests at random, early ones more often, instead of one after the other from the first: where time is
short these get to the middle of long programs. With a file of places it is each request that comes from functions from which
none came before (vm/memory/fail_places.c), in any program: that shows most, and comes to an end. FILE keeps what failed, so
that a second run goes on.

BINARY is a build of HOSTILE=fail-alloc. tests/run_fail_alloc.py looks at what comes of each failure; this only runs
them, without a process for each, and counts a golden as failed when its process ends by a signal.
"""
import argparse
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import suite

# What nothing gives back, as in CPython: cycles through a datetime's tzinfo, once a program runs in a namespace of its own, and the
# buffer that a Py_buffer in ctypes' memory holds, if the program ends before it is released.
FOR_GOOD = ("dates_ask_their_zones.py", "dates_every_method.py", "zones_and_dates_seldom.py", "ctypes_pythonapi.py")
# A signal that the program sends itself, and may by then have no handler for any more.
ITS_OWN = {"fault_handler.py": signal.SIGUSR1}
# Inside minipy: argv is the seconds, the program, and the seed, "places", or nothing.
RUN = r"""
import sys, time
seconds, path, seed = float(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.argv[1:] = []
with open(path, "rb") as file:
    source = file.read()
code = compile(source, path, "exec")
class Out:
    encoding, errors = "utf-8", "strict"
    def write(self, text): return len(text)
    def flush(self): pass
    def isatty(self): return False
    def fileno(self): raise OSError("none")
def run(n):
    # Does the n-th request of the program fail?
    sys.stdout = sys.stderr = Out()
    failed = False
    sys._fail_after(n)
    try:
        exec(source if n < 0 else code, {"__name__": "__main__", "__file__": path})
    except MemoryError:
        failed = True
    except BaseException:
        pass
    failed = sys._fail_after(0) < n or failed
    sys.settrace(None), sys.setprofile(None), sys.setrecursionlimit(1000)
    return failed
end = time.monotonic() + seconds
if seed == "places":
    while run(-1) and time.monotonic() < end:
        pass
    sys.exit()
run(0)
n, gap, quiet, end = 1, 1, 0, time.monotonic() + seconds
if seed:
    import random
    chance, most = random.Random(seed), 1000000
    while time.monotonic() < end:
        n = int(most ** chance.random())
        if not run(n):
            most = max(min(most, n), 50)
    sys.exit()
while quiet < 20 and time.monotonic() < end:
    quiet = 0 if run(n) else quiet + 1
    n, gap = (n + 1, 1) if n < 150 else (n + gap, gap + 1)
"""


def may_wait(path):
    """Here a thread, or a callback of an event loop, may die of it, and another waits for what it had to do; as in CPython, where
    asyncio tells of the exception and goes on."""
    with open(path, "rb") as source:
        return re.search(rb"^ *(import|from) .*\b(_?thread(ing)?|asyncio)\b", source.read(), re.M) is not None


def check(binary, path, seconds, seed):
    places = seed == "places"
    try:
        p = subprocess.run(["setarch", "-R", binary, "-c", RUN, str(seconds), path, seed], cwd=os.path.dirname(path),
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=5 * seconds + 30 if places else 20 * seconds + 60)
    except subprocess.TimeoutExpired:
        return None if may_wait(path) else f"{os.path.basename(path)}: timed out"
    if p.returncode == -signal.SIGABRT and os.path.basename(path) in FOR_GOOD and b"at the end of a vm" in p.stderr:
        return None
    if -p.returncode == ITS_OWN.get(os.path.basename(path)):
        return None
    return f"{os.path.basename(path)}: signal {-p.returncode} {p.stderr[-200:]!r}" if p.returncode < 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", required=True)
    parser.add_argument("--seconds", type=float, default=5, help="for each program")
    parser.add_argument("--seed", default="", help="requests at random")
    parser.add_argument("--places", metavar="FILE", help="requests from new places")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="one program in so many")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    if args.places:
        os.environ["MINIPY_FAIL_PLACES"] = os.path.abspath(args.places)
    binary, paths = os.path.abspath(args.minipy), list(suite.programs("lang", words=args.words))[::args.every]
    seed = "places" if args.places else args.seed
    failed = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for failure in pool.map(lambda path: check(binary, path, args.seconds, seed), paths):
            if failure:
                failed += 1
                print("FAIL", failure, flush=True)
    print(f"{len(paths) - failed} passed, {failed} failed, 0 skipped")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
