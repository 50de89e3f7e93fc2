#!/usr/bin/python3.11
"""Static analysis by clang and cppcheck:  tools/analyze.py [--all] [--jobs N] [FILE|ROOM...]

Every report fails that tools/analyze.txt does not answer; so does an answer that nothing asks for any more.
A line there: `TOOL CHECK FILE FUNCTION: reason`, FILE and FUNCTION may be *. --all shows answered ones, too.
The files and the folders named are looked at, the whole tree if none is. The last line counts.
"""
import argparse
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import suite  # noqa: E402

FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", "-I.", "-Iinclude", "-DMINIPY_PROBES_GATE", "-DMINIPY_SITE_NOP=5"]
REPORT = re.compile(r"^([^:\s]+):(\d+):\d+: (?:warning|error|style|performance|portability): (.*) \[([\w.,-]+)\]$", re.M)


def run(command):
    p = subprocess.run(command, capture_output=True, text=True)
    if p.returncode:  # the tool itself failed: what it did not look at is no pass
        return f"{p.stderr}\n{command[-1]}:1:1: error: {command[0]} ended with {p.returncode} [failed]"
    return p.stderr


def clang(path):
    return run(["clang", "--analyze", "--analyzer-output", "text", *FLAGS, "-Wno-everything", "-o", "/dev/null", path])


def cppcheck(path):
    with open(path, encoding="utf-8") as f:
        if '#include "vm/text/generated/' in f.read():  # tables, at which it spends minutes
            return ""
    return run(["cppcheck", "--enable=warning,performance,portability", "--inline-suppr", "--quiet", "--std=c11",
                "--template={file}:{line}:{column}: {severity}: {message} [{id}]", "--suppress=missingIncludeSystem",
                "--max-configs=1", "-D__GNUC__=12", "-D__x86_64__", "-D__SIZEOF_INT128__=16", *FLAGS[2:], path])


def sources(names):
    """The .c files of the tree, or those that are named or in a folder that is."""
    if not names:
        names = ["vm", "compiler", "probes", "stdlib"]
    found = set()
    for name in names:
        below = sorted(glob.glob(f"{name}/**/*.c", recursive=True)) if os.path.isdir(name) else [name]
        if not below or not os.path.exists(below[0]):
            sys.exit(f"analyze.py: {name} is no source and no folder with sources")
        found.update(os.path.relpath(path) for path in below)
    return sorted(found)


def function_at(path, line):
    """The function that the line belongs to: the last name before a brace in the first column."""
    with open(path, encoding="utf-8", errors="replace") as f:
        text = "".join(f.readlines()[:line])
    heads = re.findall(r"^(?:[A-Z]+\((\w+)\)|\w[^;{}]*?\b(\w+)\((?:[^;{}])*\))\n\{", text, re.M)  # FN(name) is one, too
    return "".join(heads[-1]) if heads else "-"


def answers():
    found = []
    with open("tools/analyze.txt", encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                found.append(tuple(line.split(":", 1)[0].split()))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    os.chdir(ROOT)
    suite.begin()
    for tool in ("clang", "cppcheck"):
        if not shutil.which(tool):
            print(f"analyze.py: needs {tool} (Debian: {tool})", file=sys.stderr)
            sys.exit(3)
    files, began = sources(args.files), time.time()
    answered, used = answers(), set()
    work = [(tool, path) for path in files for tool in (clang, cppcheck)]
    passed, reports = 0, set()
    with ThreadPoolExecutor(args.jobs) as pool:
        for done, ((tool, path), said) in enumerate(zip(work, pool.map(lambda w: w[0](w[1]), work)), 1):
            if sys.stderr.isatty() or done % 50 == 0:
                print(f"{done} of {len(work)} in {time.time() - began:.0f} s: {path}", file=sys.stderr)
            bad = 0
            for where, line, text, check in REPORT.findall(said):
                key = (tool.__name__, check, os.path.relpath(where), function_at(where, int(line)))
                answer = next((a for a in answered if all(fnmatch.fnmatch(k, p) for k, p in zip(key, a))), None)
                used.add(answer)
                report = f"{' '.join(key)}: {text}"
                if answer and args.all:
                    print(f"answered {where}:{line}: {report}", flush=True)
                elif not answer and report not in reports:  # a header's is seen from each that includes it
                    print(f"FAIL {where}:{line}: {report}", flush=True)
                    reports.add(report)
                bad += not answer
            passed += not bad
    stale = [] if args.files else [a for a in answered if a not in used]
    for a in stale:
        print(f"FAIL tools/analyze.txt: {' '.join(a)} answers nothing")
    sys.exit(suite.finish(passed, len(reports) + len(stale)))


main()
