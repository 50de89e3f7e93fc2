#!/usr/bin/python3.11
"""Print a table of rooms and the functions that were never called:  tools/coverage.py FILE.info

FILE.info is lcov's (tools/coverage.sh makes it).
"""
import argparse
import collections
import os
import re

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def room(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("info")
    lines, functions, uncalled, path = collections.Counter(), collections.Counter(), [], ""
    with open(parser.parse_args().info, encoding="utf-8") as f:
        for row in f:
            if m := re.match(r"SF:(.*)", row):
                path = os.path.relpath(m[1], ROOT)
            elif m := re.match(r"DA:\d+,(\d+)", row):
                lines[room(path), "all"] += 1
                lines[room(path), "run"] += m[1] != "0"
            elif m := re.match(r"FNDA:(\d+),(.*)", row):
                functions[room(path), "all"] += 1
                functions[room(path), "run"] += m[1] != "0"
                if m[1] == "0":
                    uncalled.append((path, m[2]))
    rooms = sorted({r for r, _ in lines})
    for what in (lines, functions):
        for key in ("all", "run"):
            what["all", key] = sum(what[r, key] for r in rooms)
    print("functions that nothing called:")
    for path, name in sorted(uncalled):
        print(f"  {path}: {name}")
    print(f"{'room':24} {'lines':>8} {'run':>8} {'%':>6} {'functions':>10} {'called':>8} {'%':>6}")
    for r in [*rooms, "all"]:
        print(f"{r:24} " + " ".join(f"{w[r, 'all']:{a}} {w[r, 'run']:8} {100 * w[r, 'run'] / max(w[r, 'all'], 1):6.1f}"
                                   for w, a in ((lines, 8), (functions, 10))))


main()
