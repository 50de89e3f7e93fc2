#!/usr/bin/python3.11
"""Each call of the C library fails in turn, under minipy and under python3.11: the same comes of it.

    /usr/bin/python3.11 tests/failures/run.py [--minipy BINARY] [-v] [OPERATION ...]

programs.py has the operations, fail_calls.c (preloaded) makes the calls fail. Of an operation, a family of
calls and a way of failing, what minipy says must be what python3.11 says: in the same order if both make as
many calls; else each outcome must be one that python3.11 has, too, or, where memory failed (malloc: that which libraries ask
for), a MemoryError. different.txt lists what may differ: the three,
and the reason; it fails when it does not. The last line is `N passed, N failed, N skipped`.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import suite  # noqa: E402

ORACLE = "/usr/bin/python3.11"
SHOWN = 3  # differences of one operation, family and way


def build(folder):
    library = os.path.join(folder, "fail_calls.so")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, os.path.join(HERE, "fail_calls.c")], check=True)
    return library


def start(interpreter, words, folder, library):
    home = os.path.join(folder, "home-" + os.path.basename(interpreter))
    os.mkdir(home)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": home,
                   "LD_PRELOAD": " ".join(filter(None, [os.environ.get("PRELOAD_BEFORE"), library]))}
    return subprocess.Popen([interpreter, os.path.join(HERE, "programs.py"), *words], cwd=home, env=environment,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")


def outcomes(process, folder):
    out, err = process.communicate(timeout=900)
    if process.returncode:
        print(f"FAIL {process.args[0]}: status {process.returncode}: {out.splitlines()[-1:]} {err[-600:]}")
    found = defaultdict(list)
    for line in out.splitlines():
        operation, family, way, _, said = line.replace("home-" + os.path.basename(process.args[0]), "home").split("\t")
        found[operation, family, way].append(re.sub(r"tmp\w{8}", "tmp", said))
    return found, process.returncode


def read_reasons():
    with open(os.path.join(HERE, "different.txt"), encoding="utf-8") as file:
        rows = [line.split(None, 3) for line in file if line.strip() and not line.startswith("#")]
        return {tuple(row[:3]): row[3].strip() for row in rows}


def differences(family, wanted, seen):
    if bool(wanted) != bool(seen):
        return [f"    {'python3.11' if seen else 'minipy'} makes no such call: {(wanted or seen)[:3]}"]
    if len(wanted) == len(seen) and family != "malloc":  # of a library's requests the order is its own
        return [f"    {n}: wanted {a}\n       saw    {b}" for n, (a, b) in enumerate(zip(wanted, seen), 1) if a != b]
    return [f"    {n} of {len(seen)}: python3.11 never says {b} but {sorted(set(wanted))[:4]}" for n, b in enumerate(seen, 1)
            if b not in wanted and (family, b) != ("malloc", "MemoryError: ")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minipy", default=os.path.join(HERE, "..", "..", "minipy"))
    parser.add_argument("-v", action="store_true")
    parser.add_argument("words", nargs="*")
    args = parser.parse_args()
    suite.begin()
    reasons = read_reasons()
    folder = tempfile.mkdtemp(prefix="minipy-failures")
    try:
        library = build(folder)
        running = [start(i, args.words, folder, library) for i in (ORACLE, os.path.realpath(args.minipy))]
        (wanted, theirs), (seen, ours) = [outcomes(process, folder) for process in running]
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    passed = skipped = 0
    failed = (theirs != 0) + (ours != 0)
    for key in sorted(set(wanted) | set(seen)):
        found = differences(key[1], wanted.get(key, []), seen.get(key, []))
        reason = reasons.get(key) or reasons.get((key[0], key[1], "*"))
        if key[1] == "malloc" and any("; then" in said for said in seen.get(key, [])):
            reason = None  # whatever it says, it goes on
        skipped += bool(found and reason)
        passed += not found
        failed += bool(found and not reason)
        if found and (args.v or not reason):
            print("SKIP" if reason else "FAIL", *key, reason or "")
            print("\n".join(found if args.v else found[:SHOWN]))
    return suite.finish(passed, failed, skipped)


if __name__ == "__main__":
    sys.exit(main())
