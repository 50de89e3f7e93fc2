#!/usr/bin/python3.11
"""Print a table of rooms and the functions that were never called:  tools/coverage.py FILE.info [--left ROOM]

FILE.info is lcov's (tools/coverage.sh makes it). --left: the lines and branches of a room or file that nothing took.
"""
import argparse
import collections
import os
import re

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def room(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def read(path):
    """(room's counters by what is counted, [(path, function)] uncalled, [(path, line, what)] left)"""
    counts, uncalled, left = {k: collections.Counter() for k in ("lines", "branches", "functions")}, [], []

    def count(what, path, taken):
        counts[what][room(path), "all"] += 1
        counts[what][room(path), "run"] += taken
    with open(path, encoding="utf-8") as f:
        for row in f:
            if m := re.match(r"SF:(.*)", row):
                path = os.path.relpath(m[1], ROOT)
            elif m := re.match(r"DA:(\d+),(\d+)", row):
                count("lines", path, m[2] != "0")
                left += [(path, int(m[1]), "line")] * (m[2] == "0")
            elif m := re.match(r"BRDA:(\d+),\d+,(\d+),(.*)", row):
                count("branches", path, m[3] not in "-0")
                left += [(path, int(m[1]), f"branch {m[2]}")] * (m[3] == "0")
            elif m := re.match(r"FNDA:(\d+),(.*)", row):
                count("functions", path, m[1] != "0")
                uncalled += [(path, m[2])] * (m[1] == "0")
    return counts, uncalled, left


def show_left(left, where):
    texts = {}
    for path, line, what in left:
        if path.startswith(where):
            if path not in texts:
                with open(os.path.join(ROOT, path), encoding="utf-8") as f:
                    texts[path] = f.read().splitlines()
            print(f"{path}:{line}: {what}: {texts[path][line - 1].strip()}")


def show_table(counts):
    rooms = sorted({r for r, _ in counts["lines"]})
    for what in counts.values():
        for key in ("all", "run"):
            what["all", key] = sum(what[r, key] for r in rooms)
    print(f"{'room':24} " + " ".join(f"{name:>10} {'run':>8} {'%':>6}" for name in counts))
    for r in [*rooms, "all"]:
        print(f"{r:24} " + " ".join(f"{w[r, 'all']:10} {w[r, 'run']:8} {100 * w[r, 'run'] / max(w[r, 'all'], 1):6.1f}"
                                   for w in counts.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("info")
    parser.add_argument("--left", metavar="ROOM")
    args = parser.parse_args()
    counts, uncalled, left = read(args.info)
    if args.left:
        return show_left(left, args.left)
    print("functions that nothing called:")
    for path, name in sorted(uncalled):
        print(f"  {path}: {name}")
    show_table(counts)


main()
