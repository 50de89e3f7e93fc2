#!/usr/bin/python3.11
"""Instructions of every workload against the committed baseline: `make bench-check`.

    /usr/bin/python3.11 bench/check.py [--minipy BINARY] [--update] [WORKLOAD ...]

Counted by callgrind on the small sizes, without start-up, and start-up (-S) on its own: exact, so a baseline made
on one machine serves on every other, with the same compiler. More than 1 % above it fails (on another processor than
the baseline's 5 %), when it is so wherever its objects lie; below it by as much asks for --update, which writes
bench/baseline.json anew. The last line counts.
"""
import argparse
import concurrent.futures
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "tests")]
import suite  # noqa: E402
from lab import exact, machine, workloads  # noqa: E402
from lab.base import ROOT, Broken, Unmeasured  # noqa: E402

BASELINE = os.path.join(HERE, "baseline.json")
MOST = 0.01
# GMP and the C library choose their functions by the processor: of 108 workloads three differed by 1.5 to 3.9 % on another.
MOST_ELSEWHERE = 0.05
# Counts hang on where objects lie, and so on the length of the folder's name: game_of_life by 9 %, task_scheduler by 7.
# What is worse is counted again with its objects elsewhere, by so many bytes (lab/exact.py), and the least counts.
MOVES = (64, 500, 3000)
LEAST = 200  # instructions that say nothing: the small size of pancake_flips executes 6,900, and 100 more at other addresses
QUICK = 12_000_000  # instructions of the small size: what takes more is left to `make bench-check`


def measure(binary, chosen, moved=0):
    """{workload: instructions of one run}, with start-up under "(start)"."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        counts = pool.map(lambda w: exact.count(binary, w, simulate=False, moved=moved), chosen)
    counted = dict(zip((w.name for w in chosen), counts))
    found = {name: round(record["counts"]["instructions"]) for name, record in counted.items()}
    if "empty" in found:
        found["(start)"] = round(counted["empty"]["start"])
        del found["empty"]
    return found


def is_worse(name, count, wanted, most):
    return count - wanted[name] > max(LEAST, wanted[name] * most)


def measure_the_least(binary, chosen, wanted, most):
    """measure(); of a workload that is worse than wanted the least of several counts."""
    found = measure(binary, chosen)
    for moved in MOVES:
        worse = {name for name in found if name in wanted and is_worse(name, found[name], wanted, most)}
        again = [w for w in chosen if (w.name if w.name != "empty" else "(start)") in worse]
        for name, count in measure(binary, again, moved).items():
            found[name] = min(found[name], count)
    return found


def judge(found, wanted, most):
    """(passed, failed) and a line for each that is not as it was, by more than `most` of it."""
    passed = failed = 0
    for name, count in found.items():
        if name not in wanted:
            failed += 1
            print(f"FAIL {name}: the baseline does not have it: bench/check.py --update")
            continue
        change = count / wanted[name] - 1
        if is_worse(name, count, wanted, most):
            failed += 1
            print(f"FAIL {name}: {count:,} instructions, {change * 100:+.2f} % against the baseline's {wanted[name]:,}")
            continue
        passed += 1
        if change < -most:
            print(f"better: {name}: {count:,} instructions, {change * 100:+.2f} %: bench/check.py --update keeps that")
    return passed, failed


def check(binary, words=(), quick=False):
    """(passed, failed, skipped); quick: of every second of what executes few instructions, of the others the next day"""
    with open(BASELINE) as file:
        baseline = json.load(file)
    here = machine.describe()
    if here["compiler"] != baseline["compiler"]:
        print(f"SKIP the baseline is {baseline['compiler']}'s, this is {here['compiler']}: their counts differ")
        return 0, 0, 1
    most = MOST if here["processor"] == baseline["processor"] else MOST_ELSEWHERE
    chosen = [w for w in workloads.WORKLOADS if not words or any(t in w.name for t in words)]
    if quick:
        chosen = [w for w in chosen if baseline["instructions"].get(w.name, 0) <= QUICK][suite.seed() % 2::2]
    wanted = baseline["instructions"]
    return *judge(measure_the_least(binary, chosen, wanted, most), wanted, most), 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(ROOT, "minipy"))
    parser.add_argument("--update", action="store_true")
    parser.add_argument("workloads", nargs="*")
    args = parser.parse_args()
    try:
        if not args.update:
            return suite.finish(*check(args.minipy, args.workloads))
        with open(BASELINE, "w") as file:
            here = machine.describe()
            json.dump({"compiler": here["compiler"], "processor": here["processor"],
                       "instructions": measure(args.minipy, workloads.WORKLOADS)}, file, indent=1)
            file.write("\n")
        return 0
    except (Broken, Unmeasured) as problem:
        sys.exit(f"FAIL bench-check: {problem}")


if __name__ == "__main__":
    sys.exit(main())
