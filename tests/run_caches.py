#!/usr/bin/python3.11
"""What the vm remembers about classes, and changes that make it wrong.

    /usr/bin/python3.11 tests/run_caches.py [--minipy BINARY] [--sample] [--case TEXT] [--fuzz FROM TO] [--jobs N]

tests/caches/attack.py makes all combinations of a site that has warmed up, a change, and a place where it
is made (some 160,000 cases); each prints a line, which must be python3.11's. --sample takes every 40th.
--case runs those whose label contains TEXT. --fuzz runs the random programs that tests/caches/fuzz_classes.py
makes of the numbers from FROM up to TO instead. Forty programs of tests/fuzz/attributes.py run besides, with specialised instructions
and without. The programs in tests/caches/own/ crash python3.11: what they
print is in the .out beside them, written by hand.
"""
import argparse
import glob
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ORACLE = "/usr/bin/python3.11"
ATTACK = os.path.join(HERE, "caches", "attack.py")
FUZZ = os.path.join(HERE, "caches", "fuzz_classes.py")
ATTRIBUTES = os.path.join(HERE, "fuzz", "attributes.py")
SLICES, SAMPLE = 8, 40


def run(binary, *args):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MINIPY"))}
    env.update(PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1", LC_ALL="C.UTF-8")
    p = subprocess.run([binary, *args], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, timeout=int(os.environ.get("TEST_TIMEOUT", "60")) * 20)
    lines = p.stdout.decode(errors="replace").splitlines()
    return lines + ([f"status {p.returncode}"] if p.returncode else [])


def compare(binary, *args):
    """How many lines are the same, and the first pairs of those that are not."""
    want, got = run(ORACLE, *args), run(binary, *args)
    if want[-1:] and want[-1].startswith("status "):  # a fault of the test, which both would have
        return 0, [(f"{ORACLE} {' '.join(args)}: {want[-1]}", "")]
    length = max(len(want), len(got))
    want, got = want + ["(nothing)"] * (length - len(want)), got + ["(nothing)"] * (length - len(got))
    different = [(a, b) for a, b in zip(want, got) if a != b]
    return length - len(different), different


def own(binary, path):
    with open(path[:-3] + ".out", encoding="utf-8") as f:
        want = f.read().splitlines()
    got = run(binary, path)
    return (1, []) if got == want else (0, [(f"{os.path.basename(path)}: {want}", str(got))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--case")
    parser.add_argument("--fuzz", nargs=2, type=int, metavar=("FROM", "TO"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    if args.case:
        slices = [("--case", args.case)]
    elif args.sample:
        slices = [("--every", str(SAMPLE))]
    else:
        slices = [("--every", str(SLICES), "--from", str(i)) for i in range(SLICES)]
    with ThreadPoolExecutor(args.jobs) as pool:
        if args.fuzz:
            jobs = [pool.submit(compare, binary, FUZZ, str(seed)) for seed in range(*args.fuzz)]
        else:
            jobs = [pool.submit(compare, binary, ATTACK, *s) for s in slices]
            if not args.case:
                jobs += [pool.submit(compare, binary, *option, ATTRIBUTES, first, "20")
                         for option in ((), ("-X", "nospecialize")) for first in ("0", "20")]
        jobs += [pool.submit(own, binary, p) for p in sorted(glob.glob(os.path.join(HERE, "caches", "own", "*.py")))]
        results = [j.result() for j in jobs]
    different = [pair for _, pairs in results for pair in pairs]
    for want, got in different[:20]:
        print(f"FAIL {want[:400]}\n  got {got[:400]}")
    print(f"{sum(n for n, _ in results)} passed, {len(different)} failed, 0 skipped")
    sys.exit(bool(different))


main()
