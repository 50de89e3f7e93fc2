#!/usr/bin/python3.11
"""No native may crash when its arguments change what it works on (reentry.py), some hundred natives to a process.

    tests/fuzz/fuzz_reentry.py [--minipy BINARY] [--first SEED] [--count N] [--seconds S] [WORD ...]

A native that a signal or a sanitizer ends is a failure. The last line is `N passed, N failed, N skipped`.
One seed again:   minipy tests/fuzz/reentry.py SEED 1 =NATIVE
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "reentry.py")
TOLD = re.compile(r"ERROR: |runtime error|Assertion|SUMMARY|^    #\d+ .* (vm|stdlib|compiler|probes)/")


def run(binary, first, count, words, home):
    """(lines of crashes, what was said of them, does it go on)"""
    environment = dict(os.environ, PYTHONHASHSEED="0", ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:handle_segv=1")
    process = subprocess.Popen([binary, "-B", PROGRAM, str(first), str(count), *words], cwd=home, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=300 + count)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return [f"the process hangs, seeds from {first}"], []
    said = [line for line in err.decode("utf-8", "replace").splitlines() if TOLD.search(line)]
    crashes = [line for line in out.decode("utf-8", "replace").splitlines() if line.startswith("crash")]
    if process.returncode:
        crashes.append(f"crash of the parent, status {process.returncode}, seeds from {first}: {err[-300:]}")
    return crashes, said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no new process after that")
    parser.add_argument("--chunk", type=int, default=500)
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary, start = os.path.realpath(args.minipy), time.monotonic()
    seed, end = args.first, args.first + args.count
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="minipy-reentry", ignore_cleanup_errors=True) as home:
        while seed < end and time.monotonic() - start < args.seconds:
            count = min(args.chunk, end - seed)
            crashes, said = run(binary, seed, count, args.words, home)
            passed += count - len(crashes)
            failed += len(crashes)
            seed += count
            for line in [f"FAIL {crash}" for crash in crashes] + said[:40 * len(crashes)]:
                print(line, flush=True)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
