#!/usr/bin/python3.11
"""Code that programs made must not crash minipy: mutants from seeds (mutate_code.py), some hundreds to a process.

    tests/fuzz/fuzz_code.py [--minipy BINARY] [--first SEED] [--count N] [--seconds S]

A process that a signal or a sanitizer ends is a failure, and goes on behind its seed; so does, without
being one, a process that takes too long. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "mutate_code.py")


def run(binary, first, count, limit):
    """(seeds done, what ended it or None)."""
    environment = dict(os.environ, PYTHONHASHSEED="0", ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1")
    process = subprocess.Popen([binary, "-B", PROGRAM, str(first), str(count)], env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return len(out.split()), "late"
    if process.returncode == 0:
        return count, None
    text = err.decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if "ERROR" in line or "runtime error" in line or "    #" in line]
    return len(out.split()), f"status {process.returncode}\n" + "\n".join(lines[:8] or text.splitlines()[-3:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no new process after that")
    parser.add_argument("--chunk", type=int, default=500)
    parser.add_argument("--limit", type=float, default=60, help="seconds for one process")
    args = parser.parse_args()
    binary, start = os.path.realpath(args.minipy), time.monotonic()
    seed, end = args.first, args.first + args.count
    passed = failed = skipped = 0
    while seed < end and time.monotonic() - start < args.seconds:
        done, problem = run(binary, seed, min(args.chunk, end - seed), args.limit)
        seed += max(done, 1)
        passed += done
        if problem:
            passed -= 1
            skipped += problem == "late"
            failed += problem != "late"
            print(f"{'SKIP' if problem == 'late' else 'FAIL'} seed {seed - 1}: {problem}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
