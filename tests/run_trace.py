#!/usr/bin/python3.11
"""Compare what sys.settrace and sys.setprofile report under minipy and under python3.11.

    /usr/bin/python3.11 tests/run_trace.py [--minipy BINARY] [--seeds FIRST LAST] [WORD ...]

Calls, lines, returns, exceptions and calls of functions in C, with their arguments, of programs
that events/generate.py makes from the seeds, and of the programs in tests/lang (with a WORD:
those whose name has it; with seeds alone: none). The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
TRACER = os.path.join(HERE, "events", "trace_streams.py")
ORACLE = "/usr/bin/python3.11"
STEP = 100


def record(interpreter, arguments, folder):
    out = os.path.join(folder, os.path.basename(interpreter))
    environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    with tempfile.TemporaryDirectory(dir=folder) as home:
        subprocess.run([interpreter, "-W", "ignore", TRACER, out, *arguments], cwd=home, env=environment,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    events = {}
    with open(out, encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            events.setdefault(line.partition(" ")[0], []).append(line.rstrip("\n"))
    return events


def compare(binary, name, arguments):
    """[(name, what differs or None)], one for each program."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            wanted, seen = record(ORACLE, arguments, folder), record(binary, arguments, folder)
            verdicts = []
            for program, events in wanted.items():
                others = seen.get(program, [])
                pairs = enumerate(zip(events, others))
                at = next((i for i, (one, other) in pairs if one != other), min(len(events), len(others)))
                shown = [f"event {at}:", "    wanted", *("        " + e for e in events[max(at - 3, 0):at + 3]),
                         "    saw", *("        " + e for e in others[max(at - 3, 0):at + 3])]
                label = f"seed {program}" if arguments[0] == "seeds" else name
                verdicts.append((label, None if events == others else "\n".join(shown)))
            return verdicts
    except (subprocess.TimeoutExpired, OSError) as problem:
        return [(name, str(problem))]


def goldens(words):
    for root, dirs, files in os.walk(os.path.join(HERE, "lang")):
        dirs[:] = sorted(d for d in dirs if d not in ("__pycache__", "support", "imports", "threads"))
        for file in sorted(f for f in files if f.endswith(".py")):
            path = os.path.join(root, file)
            if not words or any(w in path for w in words):
                yield os.path.relpath(path, HERE), ["file", path]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "minipy"))
    parser.add_argument("--seeds", nargs=2, type=int, metavar=("FIRST", "LAST"))
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    binary = os.path.realpath(args.minipy)
    first, last = args.seeds or (0, 0)
    jobs = [(f"seeds from {n}", ["seeds", str(n), str(min(n + STEP, last))]) for n in range(first, last, STEP)]
    if args.words or not args.seeds:
        jobs += goldens(args.words)
    passed = failed = 0
    with ThreadPoolExecutor(2) as pool:
        for verdicts in pool.map(lambda job: compare(binary, *job), jobs):
            for name, problem in verdicts:
                passed += problem is None
                failed += problem is not None
                if problem:
                    print(f"FAIL {name}: {problem}", flush=True)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
