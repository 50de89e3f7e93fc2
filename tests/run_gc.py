#!/usr/bin/python3.11
"""Compare when the collector runs, and what it finds, with python3.11's.

    /usr/bin/python3.11 tests/run_gc.py [--minipy BINARY] [-v] [WORD...]

Each function of gc/patterns.py runs in a process of its own under both interpreters, after a full
collection and without site (-S: what .pth files run is this machine's): the collections of each
generation, what they found, and gc.get_count() behind them must be equal. So must be the collections
at the end of an empty program (ENDS). What cannot be equal, and why: DIFFERENT; those must differ.
WORD: those whose name has it. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import suite

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
N = 3000

RUN = f"""
import gc, sys
sys.path.insert(0, {os.path.join(HERE, "gc")!r})
import patterns
function = getattr(patterns, sys.argv[1])
gc.collect()
before = gc.get_stats()
function({N})
count = gc.get_count()
after = gc.get_stats()
print([a["collections"] - b["collections"] for a, b in zip(after, before)],
      [a["collected"] - b["collected"] for a, b in zip(after, before)], count)
"""
ENDS = """
import gc, os
gc.callbacks.append(lambda phase, info, write=os.write: write(1, (phase + str(info)).encode()))
"""

LATER = ("CPython collects inside the allocation that passes the threshold, minipy at the next jump or call: "
         "what the loop let go of between the two is found one collection earlier")
NO_TUPLE = "CPython packs the arguments of this call into a tuple, which then is in a free list; minipy does not"
FULL = ("whether a full collection pays depends on how many objects live: after its start minipy has fewer of them "
        "than CPython")
DIFFERENT = {
    "instances_dropped": NO_TUPLE,
    "threshold_zero": NO_TUPLE,
    "maps_run": NO_TUPLE,
    "weak_references": NO_TUPLE,
    "classes_made": "a class in CPython has a container more that the collector knows",
    "threshold_low": FULL,
    **dict.fromkeys(("cycles_of_lists", "cycles_of_tuples", "cycles_of_dicts", "cycles_of_instances", "cycles_of_two",
                     "cycles_with_finalizers", "cycles_some_kept", "long_lived_then_garbage"), LATER),
}


def outcome(binary, code, *arguments):
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([binary, "-S", "-c", code, *arguments], env=environment, capture_output=True, text=True,
                          timeout=300)
    return (done.stdout + done.stderr[-500:]).strip()


def judge(binary, name):
    """(verdict, what there is to say): verdict is PASS, FAIL or SKIP."""
    code = ENDS if name == "the end" else RUN
    wanted, seen = outcome(ORACLE, code, name), outcome(binary, code, name)
    if name not in DIFFERENT:
        return ("PASS", seen) if wanted == seen else ("FAIL", f"\n    wanted {wanted}\n    saw    {seen}")
    if wanted == seen:
        return "FAIL", "it is equal, but in the list of different ones"
    if DIFFERENT[name] is LATER and wanted.split("]")[::2] != seen.split("]")[::2]:
        return "FAIL", f"not only what was found is different\n    wanted {wanted}\n    saw    {seen}"
    return "SKIP", f"{seen}, not {wanted}: {DIFFERENT[name]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("-v", action="store_true", help="name the patterns that passed")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    sys.path.insert(0, os.path.join(HERE, "gc"))
    import patterns
    names = ["the end", *(n for n, f in vars(patterns).items() if type(f) is type(judge))]
    names = [n for n in names if not args.words or any(w in n for w in args.words)]
    suite.begin()
    count = dict.fromkeys(("PASS", "FAIL", "SKIP"), 0)
    with ThreadPoolExecutor(2) as pool:
        for name, (verdict, text) in zip(names, pool.map(lambda n: judge(binary, n), names)):
            count[verdict] += 1
            if args.v or verdict != "PASS":
                print(f"{verdict} {name}: {text}", flush=True)
    return suite.finish(count["PASS"], count["FAIL"], count["SKIP"])


if __name__ == "__main__":
    sys.exit(main())
